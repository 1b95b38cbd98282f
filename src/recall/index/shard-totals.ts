import { latestMoment } from '../../records/record.ts';
import type { MemoryColumns } from './columns.ts';

/** Lengths of windows are whole numbers of these, so that their sum does not depend on the order of adding. */
const lengthParts = 20;

/** Sums over all memories of a shard, which are kept with it, so that nobody has to pass over all of them. */
export interface ShardTotals {
  /** Slots whose memory is gone or was replaced. */
  dead: number;
  /** How many may be returned, and the number of their terms with those of their neighbours, in parts. */
  open: number;
  openParts: number;
  /** When the oldest and the newest were recorded, of all that were ever there. */
  firstCreated: number;
  lastCreated: number;
  /** No memory expires before this, or it is gone already. */
  soonestUntil: number;
}

export const noTotals = (): ShardTotals => ({
  dead: 0,
  open: 0,
  openParts: 0,
  firstCreated: latestMoment,
  lastCreated: 0,
  soonestUntil: latestMoment,
});

export const partsOf = ({ windowLength }: MemoryColumns, slot: number): number =>
  Math.round((windowLength[slot] ?? 0) * lengthParts);

/** The mean number of terms. */
export const averageLength = (all: readonly ShardTotals[]): number => {
  const parts = all.reduce((sum, { openParts }) => sum + openParts, 0);
  const open = all.reduce((sum, totals) => sum + totals.open, 0);
  return parts / lengthParts / Math.max(1, open);
};
