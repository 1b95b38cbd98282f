import { allLessons } from '../../learn/lessons.ts';
import type { Context } from '../../ports/context.ts';
import type { Memory, MemoryKind, Standing } from '../../records/memory.ts';
import type { Viewer } from '../../records/scope.ts';
import { solutionMemory } from './taught-solution.ts';

const pageSize = 1_000;
const maxLessons = 50_000;

/** All memories a viewer may read, of a kind or of every kind. */
export async function readMemories(
  context: Context,
  viewer: Viewer,
  kind: MemoryKind | undefined,
  standing: Standing = 'active',
): Promise<Memory[]> {
  const memories: Memory[] = [];
  const filter = { kind, standing, now: context.clock.now() };
  let after: Parameters<Context['store']['listMemories']>[2]['after'];
  do {
    const page = await context.store.listMemories(viewer, filter, { limit: pageSize, after });
    memories.push(...page.items);
    after = page.next ?? undefined;
    // Others who share this process get their turn.
    await new Promise(setImmediate);
  } while (after !== undefined);
  return memories;
}

/** The solutions a viewer was taught, as memories. */
export async function readSolutions(context: Context, viewer: Viewer): Promise<Memory[]> {
  const [solutions, patterns] = await Promise.all([
    allLessons(context, viewer, 'solution', maxLessons),
    allLessons(context, viewer, 'failure', maxLessons),
  ]);
  const byId = new Map(patterns.map((pattern) => [pattern.id, pattern]));
  return solutions.map((solution) => solutionMemory(solution, byId.get(solution.content.pattern)));
}
