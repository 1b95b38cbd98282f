import type * as z from 'zod';
import { pickOne } from '../../access/pick-one.ts';
import type { Context } from '../../ports/context.ts';
import { failuresInput, recogniseInput, solutionsInput } from '../../records/learning-inputs.ts';
import type { FailureLesson } from '../../records/lesson.ts';
import { parseInput } from '../../records/parse.ts';
import type { FailureDetails, FailurePattern } from '../../records/pattern.ts';
import type { Viewer } from '../../records/scope.ts';
import { makerOf, type Step, type ToolStep } from '../../records/step.ts';
import { durationMs } from '../../text/duration.ts';
import { errorSignature } from '../../text/signature.ts';
import { allLessons } from '../lessons.ts';
import { followMerges, signaturesOf } from './assign.ts';
import { type AboutPattern, aboutPatterns, type FailureKnowledge } from './knowledge.ts';
import { knownFailures, patternsFor, unmerged } from './known-failures.ts';
import { countRepairs, type RepairStatistics, repairsAfter } from './repairs.ts';
import { mostFrequentFirst, shownPattern, unmetPattern } from './shown-pattern.ts';
import { type FittingSolution, fittingSolutions, inferredSolution, maxSolutions } from './solutions.ts';
import {
  maxAround,
  maxOccurrences,
  maxOthers,
  otherSignatures,
  stepsAfter,
  stepsAround,
  workedNext,
} from './worked-next.ts';

/** What to ask about a failure: its message. */
export type Recognise = z.input<typeof recogniseInput>;
type AskSolutions = z.input<typeof solutionsInput>;
type ListFailures = z.input<typeof failuresInput>;

const maxChecks = 1_000;

export async function failureKnowledge(context: Context, viewer: Viewer): Promise<FailureKnowledge> {
  const known = await knownFailures(context, viewer);
  const [stated, checks] = await Promise.all([
    allLessons(context, viewer, 'solution', maxSolutions),
    allLessons(context, viewer, 'check', maxChecks),
  ]);
  return { ...known, stated, checks };
}

/** Whether this failure was met before, what helped, and what worked after it (LRN-2). */
export async function recognise(context: Context, viewer: Viewer, raw: Recognise): Promise<FailureDetails> {
  const { error } = parseInput(recogniseInput, raw, 'error');
  const { signature, knowledge, patterns } = await lookUp(context, viewer, error);
  const first = patterns.find(({ scope }) => scope.agent === viewer.agent) ?? patterns[0];
  if (first === undefined)
    return { ...unmetPattern(signature, viewer.agent), runs: [], workedNext: [], derivedFrom: [] };
  return failureDetails(context, viewer, knowledge, first);
}

async function lookUp(context: Context, viewer: Viewer, error: string) {
  const signature = errorSignature(await context.redact(error));
  const knowledge = await failureKnowledge(context, viewer);
  const found = await patternsFor(context, viewer, knowledge, signature);
  return { signature, knowledge, patterns: found.map((each) => followMerges(each, knowledge.byId)) };
}

/** A failure pattern with where it happened last and what worked after it. */
export async function failureDetails(
  context: Context,
  viewer: Viewer,
  knowledge: FailureKnowledge,
  pattern: FailureLesson,
): Promise<FailureDetails> {
  const { shown, steps } = await withAftermath(context, viewer, pattern, aboutPatterns(knowledge));
  const owner = ownerOf(viewer, pattern);
  const signatures = otherSignatures(knowledge.tallies, pattern);
  const others = (await context.store.findFailedSteps(owner, signatures, maxOthers)).filter(
    (step) => makerOf(step) === pattern.scope.agent,
  );
  const places = [...steps, ...others].map(stepsAround);
  const around = await context.store.listStepsAfter(owner, places, maxAround);
  return {
    ...shown,
    runs: [...new Set(steps.map(({ runId }) => runId))],
    workedNext: workedNext(pattern.id, { occurrences: steps, others, around }),
    derivedFrom: steps.map(({ id }) => ({ kind: 'step', id })),
  };
}

async function withAftermath(
  context: Context,
  viewer: Viewer,
  pattern: FailureLesson,
  about: (pattern: FailureLesson) => AboutPattern,
): Promise<{ shown: FailurePattern; steps: readonly Step[] }> {
  const { steps, repairs } = await aftermath(context, viewer, pattern);
  const inferred = repairs.map((repair) => inferredSolution(repair, pattern));
  return { shown: shownPattern(pattern, about(pattern), inferred), steps };
}

function ownerOf(viewer: Viewer, pattern: FailureLesson): Viewer {
  return { ...viewer, agent: pattern.scope.agent ?? viewer.agent };
}

/** What happened after the latest occurrences of a failure. */
export async function aftermath(
  context: Context,
  viewer: Viewer,
  pattern: FailureLesson,
): Promise<{ steps: readonly Step[]; repairs: RepairStatistics[] }> {
  const owner = ownerOf(viewer, pattern);
  const found = await context.store.findFailedSteps(owner, signaturesOf(pattern), maxOccurrences);
  const steps = found.filter((step) => makerOf(step) === pattern.scope.agent);
  const after = await context.store.listStepsAfter(owner, steps, stepsAfter);
  const calls = steps.filter((step): step is ToolStep => step.kind === 'tool');
  const repairs = calls.flatMap((failed) =>
    repairsAfter(
      failed,
      after.filter(({ runId, position }) => runId === failed.runId && position > failed.position),
    ),
  );
  return { steps, repairs: countRepairs(repairs) };
}

/** The failure patterns that were met last, at most `limit`, the most frequent of them first. */
export function failurePatterns(knowledge: FailureKnowledge, limit: number): FailurePattern[] {
  const about = aboutPatterns(knowledge);
  return unmerged(knowledge)
    .map((pattern) => shownPattern(pattern, about(pattern)))
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
  const tallies =
    recent === undefined
      ? knowledge.tallies
      : [
          ...(await context.store.tallyFailures(viewer, since)),
          ...knowledge.tallies.filter(({ tool, lastSeenAt }) => tool === null && lastSeenAt >= since),
        ];
  const fitting = failurePatterns(
    { ...knowledge, tallies },
    context.settings.learning.retention.failurePatterns,
  )
    .filter(
      ({ occurrences }) => occurrences > 1 || (!recurring && (occurrences === 1 || recent === undefined)),
    )
    .slice(0, limit);
  return withInferred(context, viewer, knowledge, fitting);
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
  const first = await Promise.all(
    patterns.slice(0, limit).map(async (pattern) => {
      const lesson = pattern.id === null ? undefined : knowledge.byId.get(pattern.id);
      if (lesson === undefined) return pattern;
      const { shown } = await withAftermath(context, viewer, lesson, about);
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
  const { signature, knowledge, patterns } = await lookUp(context, viewer, error);
  const inferred = await Promise.all(
    patterns.map(async (pattern) =>
      (await aftermath(context, viewer, pattern)).repairs
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
    signature,
    candidates.map((candidate) => candidate.signature),
  );
  const asked = { patterns: new Set(patterns.map(({ id }) => id)), errorType, category };
  const { solutionWeights } = context.settings.learning;
  return fittingSolutions(candidates, similarities, asked, solutionWeights).slice(0, limit);
}

/** The failure pattern with this name or id, or the one it was merged into. */
export function failureNamed(knowledge: FailureKnowledge, viewer: Viewer, name: string): FailureLesson {
  const found = [...knowledge.byId.values()]
    .filter(({ id, slug }) => id === name || slug === name)
    .map((pattern) => followMerges(pattern, knowledge.byId));
  const different = [...new Map(found.map((pattern) => [pattern.id, pattern])).values()];
  return pickOne('pattern', name, viewer, different);
}
