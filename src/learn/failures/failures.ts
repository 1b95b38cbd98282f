import type * as z from 'zod';
import { pickOne } from '../../access/pick-one.ts';
import type { Context } from '../../ports/context.ts';
import type { FailureTally } from '../../records/execution.ts';
import { failuresInput, solutionsInput } from '../../records/learning-inputs.ts';
import { parseInput } from '../../records/parse.ts';
import type { FailureDetails, FailurePattern } from '../../records/pattern.ts';
import type { Viewer } from '../../records/scope.ts';
import { durationMs } from '../../text/duration.ts';
import { aftermath, failureDetails, withAftermath } from './failure-details.ts';
import { failureKnowledge, lookUp } from './failure-knowledge.ts';
import { askedFailures } from './failure-lookup.ts';
import { jointsNamed } from './failure-named.ts';
import { aboutJoint, jointFailures, jointOf, unmerged } from './joint.ts';
import { aboutPatterns, type FailureKnowledge } from './knowledge.ts';
import { tallyOf } from './read-side.ts';
import { mostFrequentFirst, shownPattern } from './shown-pattern.ts';
import { isOnSide } from './sides.ts';
import { type FittingSolution, fittingSolutions, inferredSolution } from './solutions.ts';

type AskSolutions = z.input<typeof solutionsInput>;
type ListFailures = z.input<typeof failuresInput>;

/** A failure by its name or id, with where it happened last and what worked after it. */
export async function showFailure(
  context: Context,
  viewer: Viewer,
  knowledge: FailureKnowledge,
  name: string,
): Promise<FailureDetails> {
  const joints = jointsNamed(knowledge, viewer, name);
  const leads = joints.map(({ lead }) => lead);
  const pattern = pickOne('pattern', name, viewer, leads);
  return failureDetails(context, viewer, knowledge, jointOf(knowledge, viewer, pattern));
}

/** The failures that were met last, at most `limit`, the most frequent of them first. One that several agents met is one. */
export function failurePatterns(
  knowledge: FailureKnowledge,
  viewer: Viewer,
  limit: number,
): FailurePattern[] {
  const about = aboutPatterns(knowledge);
  return jointFailures(unmerged(knowledge), viewer.agent)
    .map((joint) => shownPattern(joint.lead, aboutJoint(joint, about)))
    .sort((left, right) => (right.lastSeenAt ?? 0) - (left.lastSeenAt ?? 0))
    .slice(0, limit)
    .sort(mostFrequentFirst);
}

/** Failures, most frequent first; with `recent` only what happened since, counted since then. */
export async function listFailures(
  context: Context,
  viewer: Viewer,
  raw: ListFailures,
): Promise<FailurePattern[]> {
  const { recent, recurring, limit } = parseInput(failuresInput, raw, 'failures');
  const knowledge = await failureKnowledge(context, viewer);
  const since = recent === undefined ? 0 : context.clock.now() - durationMs(recent);
  const tallies = recent === undefined ? knowledge.tallies : await talliesSince(context, knowledge, since);
  const fitting = failurePatterns(
    { ...knowledge, tallies },
    viewer,
    context.settings.learning.retention.failurePatterns,
  )
    .filter(
      ({ occurrences }) => occurrences > 1 || (!recurring && (occurrences === 1 || recent === undefined)),
    )
    .slice(0, limit);
  return withInferred(context, viewer, knowledge, fitting);
}

/** What was counted since a moment: failed steps, and failure memories; those of certain signatures alone, when they are given. */
export async function talliesSince(
  context: Context,
  { sides, byId, memories }: Pick<FailureKnowledge, 'sides' | 'byId' | 'memories'>,
  since: number,
  signatures?: readonly string[],
): Promise<FailureTally[]> {
  const counted = await Promise.all(
    sides.map(async (side) =>
      (await context.store.tallyFailures(side.reader, since, signatures))
        .filter(({ agent }) => isOnSide(side, { ...side.reader, agent }))
        .filter(({ signature }) => side.pattern === null || byId.get(side.pattern)?.keys.includes(signature)),
    ),
  );
  return [...counted.flat(), ...memories.filter(({ createdAt }) => createdAt >= since).map(tallyOf)];
}

/** Adds the solutions seen in runs to the first of these patterns. */
export async function withInferred(
  context: Context,
  viewer: Viewer,
  knowledge: FailureKnowledge,
  patterns: readonly FailurePattern[],
  limit = 20,
): Promise<FailurePattern[]> {
  const about = aboutPatterns(knowledge);
  const joints = new Map(
    jointFailures(unmerged(knowledge), viewer.agent).map((joint) => [joint.lead.id, joint]),
  );
  const first = await Promise.all(
    patterns.slice(0, limit).map(async (pattern) => {
      const joint = pattern.id === null ? undefined : joints.get(pattern.id);
      if (joint === undefined) return pattern;
      const { shown } = await withAftermath(context, viewer, joint, about);
      return { ...pattern, solutions: shown.solutions };
    }),
  );
  return [...first, ...patterns.slice(limit)];
}

/** The best solutions for an error, by its type and message (LRN-6). */
export async function solutionsFor(
  context: Context,
  viewer: Viewer,
  raw: AskSolutions,
): Promise<FittingSolution[]> {
  const { error, errorType = null, category = null, limit } = parseInput(solutionsInput, raw, 'error');
  const chain = askedFailures(await context.redact(error));
  const { knowledge, patterns } = await lookUp(context, viewer, chain);
  const inferred = await Promise.all(
    patterns.map(async (pattern) =>
      (await aftermath(context, viewer, [pattern])).repairs
        .filter(({ successes }) => successes > 0)
        .map((repair) => inferredSolution(repair, pattern)),
    ),
  );
  // A solution of the project is a candidate for the pattern of each agent, so it may come up several times.
  const about = aboutPatterns(knowledge);
  const said = unmerged(knowledge).flatMap((pattern) => about(pattern).candidates);
  const candidates = [
    ...said.filter(
      ({ solution }, place) => said.findIndex((other) => other.solution.id === solution.id) === place,
    ),
    ...inferred.flat(),
  ];
  const similarities = await context.finder.similarity(
    chain[0].signature,
    candidates.map((candidate) => candidate.signature),
  );
  const question = { patterns: new Set(patterns.map(({ id }) => id)), errorType, category };
  const { solutionWeights } = context.settings.learning;
  return fittingSolutions(candidates, similarities, question, solutionWeights).slice(0, limit);
}
