import type { Json } from '../../json/json.ts';
import type { Context } from '../../ports/context.ts';
import type { Command } from '../../ports/store.ts';
import type { Memory } from '../../records/memory.ts';
import { sameScope, type Viewer } from '../../records/scope.ts';
import { retryOnConflict, revision } from '../lessons.ts';
import { groupKey } from './failure-keys.ts';
import { failureKnowledge } from './failure-knowledge.ts';
import { isFailureMemory, signatureOfMemory } from './failure-memory.ts';
import type { GroupingState } from './grouping/state.ts';
import { groupingName } from './kept-grouping.ts';
import { aboutPatterns } from './knowledge.ts';

/**
 * Deletes the pattern that only a deleted failure memory told of, since it and its group contain words of the memory
 * (MEM-7). A pattern that was met in runs, or that has solutions or checks, stays.
 */
export async function forgetPattern(context: Context, viewer: Viewer, deleted: Memory): Promise<void> {
  if (!isFailureMemory(deleted)) return;
  const signature = signatureOfMemory(deleted);
  await retryOnConflict(context, async () => {
    const knowledge = await failureKnowledge(context, viewer);
    const about = aboutPatterns(knowledge);
    const pattern = [...knowledge.byId.values()].find(
      (each) => sameScope(each.scope, deleted.scope) && each.keys.includes(signature),
    );
    if (pattern === undefined) return;
    const { tallies, candidates, checks } = about(pattern);
    if (tallies.length > 0 || candidates.length > 0 || checks.length > 0) return;
    const commands: Command[] = [{ type: 'delete-lesson', owner: pattern.scope, id: pattern.id }];
    const kept = await context.store.findLessons(deleted.scope, 'grouping', [groupingName]);
    for (const grouping of kept.filter(({ scope }) => sameScope(scope, deleted.scope))) {
      const state = withoutGroups(grouping.content.state as unknown as GroupingState, pattern.keys);
      commands.push(revision(context, grouping, { content: { state: state as unknown as Json } }));
    }
    await context.store.commit(commands);
  });
}

function withoutGroups(state: GroupingState, keys: readonly string[]): GroupingState {
  const gone = new Set(keys);
  return { ...state, groups: state.groups.filter(({ id }) => !gone.has(groupKey(id))) };
}
