import { covered, type HoldableRecord } from '../../access/holds.ts';
import type { State } from './state.ts';

/** Whether a hold covers this record. */
export function isHeld(state: State, record: HoldableRecord): boolean {
  return [...state.owned.hold.values()].some((hold) => covered(hold, record));
}
