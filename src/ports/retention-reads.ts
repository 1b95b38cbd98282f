import type { RecordSelection, SelectedCount, SelectedRecord } from '../records/record-selection.ts';
import type { RetentionPolicy } from '../records/retention.ts';

/** The part of a store about what is to be kept for how long. */
export interface RetentionReads {
  /**
   * Records of a selection that no hold covers, about `limit` at a time, in an order of the backend's own; expired memories too.
   * Takes no viewer: whose records are selected is up to the caller. `next` is passed on as `after`; null at the end.
   */
  selectRecords(
    selection: RecordSelection,
    after: string | null,
    limit: number,
  ): Promise<{ readonly items: readonly SelectedRecord[]; readonly next: string | null }>;
  /** The same records counted, and those that a hold covers apart; by kind, what is free first. */
  surveyRecords(selection: RecordSelection): Promise<readonly SelectedCount[]>;
  /** Every retention policy of the whole store, by id. */
  retentionPolicies(): Promise<readonly RetentionPolicy[]>;
}
