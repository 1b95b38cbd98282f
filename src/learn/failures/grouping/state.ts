/** A group as it is saved. */
export interface KeptGroup {
  readonly id: string;
  readonly words: readonly string[];
  readonly size: number;
  readonly order: number;
  /** When a message was last placed here: the number of messages before it. */
  readonly seen: number;
}

/** The state of a grouping as plain data. */
export interface GroupingState {
  /** 1 and 2 were split into words in other ways. */
  readonly version: 1 | 2 | 3;
  /** Whether it was version 1 once: then patterns may have keys that texts are no longer read as. */
  readonly isUpgraded?: boolean;
  /** Messages placed, and groups made, so far. */
  readonly placed: number;
  readonly made: number;
  readonly groups: readonly KeptGroup[];
  /** Groups that were merged into others, oldest first. */
  readonly merged: ReadonlyArray<readonly [from: string, into: string]>;
  /** Lengths of messages that have new groups since groups were last merged. */
  readonly unsettled: readonly number[];
}

/** Whether patterns of this grouping may have keys from before. */
export function hasEarlierKeys(state: GroupingState | undefined): boolean {
  return state !== undefined && (state.version === 1 || state.isUpgraded === true);
}
