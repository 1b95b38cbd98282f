import type { CallAhead, Finding } from '../records/check.ts';

/**
 * Looks at the calls of a run before they are made. It is made where the stages are joined: what records runs knows
 * nothing of what was learned.
 */
export interface Guard {
  /** What checks say about a call that is about to be made. The agent waits for it: at once, and without effects. */
  before(call: CallAhead): readonly Finding[];
}
