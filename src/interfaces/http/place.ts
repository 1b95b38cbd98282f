export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Where an operation is found. */
export interface RoutePlace {
  readonly method: HttpMethod;
  /** Names in braces are fields of the input: `/api/memories/{id}`. */
  readonly path: string;
  /** 201 where a record comes into being, 200 everywhere else. */
  readonly status?: 201;
  /** Name of the field when the request body is an array. */
  readonly listIs?: string;
  /** An input, for the reference. */
  readonly example?: Readonly<Record<string, unknown>>;
}
