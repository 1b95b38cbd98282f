import type { Json } from '../../json/json.ts';

/** Where an argument of a call came from. */
export interface ArgumentSource {
  /** Its name; inside an object `address.zip`. */
  readonly argument: string;
  readonly value: Json;
  /** `decided`: neither the task nor an earlier result has it. */
  readonly from: 'task' | 'result' | 'secret' | 'decided';
  /** For a result: the number of the call in the flow, and the place, as far as it is known. */
  readonly call?: number;
  readonly path?: string;
  /** One of several items of a collection. */
  readonly picked?: boolean;
}
