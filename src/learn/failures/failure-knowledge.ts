import type { Context } from '../../ports/context.ts';
import type { Solution } from '../../records/lesson.ts';
import type { Viewer } from '../../records/scope.ts';
import { allLessons } from '../lessons.ts';
import { followMerges } from './assign.ts';
import type { AskedFailure, FailuresLike } from './failure-lookup.ts';
import type { FailureKnowledge } from './knowledge.ts';
import { knownFailures, patternsFor } from './known-failures.ts';
import { type FailureSide, isOnSide, isShown } from './sides.ts';
import { maxSolutions } from './solutions.ts';

const maxChecks = 1_000;

/** All that is known about failures, as far as a viewer may see it. New ones are sorted first. */
export async function failureKnowledge(context: Context, viewer: Viewer): Promise<FailureKnowledge> {
  const known = await knownFailures(context, viewer);
  const [stated, checks] = await Promise.all([
    Promise.all(known.sides.map((side) => statedOn(context, side))),
    allLessons(context, viewer, 'check', maxChecks),
  ]);
  const standsFor = new Map(
    [...known.byId].map(([id, pattern]) => [id, followMerges(pattern, known.byId).id] as const),
  );
  return { ...known, standsFor, stated: stated.flat(), checks };
}

/** The solutions that one side has stated. */
async function statedOn(context: Context, side: FailureSide): Promise<Solution[]> {
  const solutions = await allLessons(context, side.reader, 'solution', maxSolutions);
  return solutions.filter(
    ({ scope, content }) => isOnSide(side, scope) && isShown(side, { id: content.pattern }),
  );
}

/** The patterns of the first of these failures that is known, found by reading all that is known. */
export async function lookUp(
  context: Context,
  viewer: Viewer,
  chain: readonly AskedFailure[],
): Promise<FailuresLike> {
  const knowledge = await failureKnowledge(context, viewer);
  for (const { signature, earlier } of chain) {
    const found = await patternsFor(context, knowledge, signature, earlier);
    if (found.length > 0)
      return { knowledge, patterns: found.map((each) => followMerges(each, knowledge.byId)) };
  }
  return { knowledge, patterns: [] };
}
