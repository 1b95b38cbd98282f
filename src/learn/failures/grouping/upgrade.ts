import type { GroupingState, KeptGroup } from './state.ts';
import { plainWord } from './word.ts';
import { wordsOf } from './words.ts';

/**
 * A grouping that was saved when messages were split into words in another way: its groups in the words of today. Groups that
 * have become one are joined, the oldest keeps its id.
 */
export function upgraded(state: GroupingState): GroupingState {
  if (state.version === 3) return state;
  const byWords = new Map<string, KeptGroup>();
  const merged = [...state.merged];
  for (const group of state.groups.toSorted((left, right) => left.order - right.order)) {
    const words = wordsOf(group.words.join(''));
    const key = plainWord(words.join(''));
    const known = byWords.get(key);
    if (known !== undefined) merged.push([group.id, known.id]);
    byWords.set(key, known === undefined ? { ...group, words } : joined(known, group));
  }
  const groups = [...byWords.values()];
  const unsettled = [...new Set(groups.map(({ words }) => words.length))];
  const isUpgraded = state.version === 1 || state.isUpgraded === true;
  return { ...state, version: 3, ...(isUpgraded ? { isUpgraded } : {}), groups, merged, unsettled };
}

function joined(known: KeptGroup, group: KeptGroup): KeptGroup {
  return { ...known, size: known.size + group.size, seen: Math.max(known.seen, group.seen) };
}
