/** A refusal of the server, in its own words. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Reads a refusal; a proxy in between may answer anything. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const error = isErrorBody(body) ? body.error : undefined;
  return new ApiError(
    response.status,
    error?.code ?? 'unexpected',
    error?.message ?? `The server answered ${response.status} ${response.statusText}`.trim(),
    error?.details,
  );
}

interface ErrorBody {
  readonly error: { code: string; message: string; details?: Record<string, unknown> };
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object';
}
