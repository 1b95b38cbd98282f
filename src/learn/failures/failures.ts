import type * as z from 'zod';
import { pickOne } from '../../access/pick-one.ts';
import { notFound } from '../../errors.ts';
import type { Context } from '../../ports/context.ts';
import { failuresInput, recogniseInput, solutionsInput } from '../../records/learning-inputs.ts';
import type { FailureLesson } from '../../records/lesson.ts';
import { parseInput } from '../../records/parse.ts';
import type { FailureDetails, FailurePattern } from '../../records/pattern.ts';
import type { Viewer } from '../../records/scope.ts';
import type { Step, ToolStep } from '../../records/step.ts';
import { durationMs } from '../../text/duration.ts';
import { errorSignature } from '../../text/signature.ts';
import { allLessons } from '../lessons.ts';
import { signaturesOf } from './assign.ts';
import { type AboutPattern, aboutPatterns, type FailureKnowledge } from './knowledge.ts';
import { knownFailures, patternsFor, standing, standingFor } from './known-failures.ts';
import { countRepairs, type RepairStatistics, repairsAfter } from './repairs.ts';
import { mostFrequentFirst, shownPattern, unmetPattern } from './shown-pattern.ts';
import {
  byPromise,
  type FittingSolution,
  fittingSolutions,
  inferredSolution,
  maxSolutions,
} from './solutions.ts';
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
export type AskSolutions = z.input<typeof solutionsInput>;
export type ListFailures = z.input<typeof failuresInput>;

/** Checks that are read. */
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
  const signature = errorSignature(await context.redact(error));
  const knowledge = await failureKnowledge(context, viewer);
  const patterns = await patternsFor(context, viewer, knowledge, signature);
  const [first] = patterns
    .map((pattern) => standingFor(knowledge, pattern))
    .sort(
      (left, right) => Number(right.scope.agent === viewer.agent) - Number(left.scope.agent === viewer.agent),
    );
  if (first === undefined)
    return { ...unmetPattern(signature, viewer.agent), runs: [], workedNext: [], derivedFrom: [] };
  return failureDetails(context, viewer, knowledge, first);
}

/** A failure pattern with where it happened last and what came of it. */
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
    ({ scope }) => scope.agent === pattern.scope.agent,
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
  const { tallies, candidates: said, checks } = about(pattern);
  const candidates = [
    ...said,
    ...repairs.map((repair) => inferredSolution(repair, pattern.id, pattern.content.signature)),
  ].sort(byPromise);
  const shown = shownPattern(
    pattern,
    tallies,
    candidates.map(({ solution }) => solution),
    checks,
  );
  return { shown, steps };
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
  const steps = found.filter(({ scope }) => scope.agent === pattern.scope.agent);
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

/** The failure patterns that were met last, at most so many, the most frequent of them first. */
export function failurePatterns(knowledge: FailureKnowledge, most: number): FailurePattern[] {
  const about = aboutPatterns(knowledge);
  return standing(knowledge)
    .map((pattern) => {
      const { tallies, candidates, checks } = about(pattern);
      const solutions = candidates.toSorted(byPromise).map(({ solution }) => solution);
      return shownPattern(pattern, tallies, solutions, checks);
    })
    .sort((left, right) => (right.lastSeenAt ?? 0) - (left.lastSeenAt ?? 0))
    .slice(0, most)
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

/** Patterns whose runs are read for what helped. */
const maxInferred = 20;

/** Adds what was seen to help, to the first of these patterns: those that most people look at. */
export async function withInferred(
  context: Context,
  viewer: Viewer,
  knowledge: FailureKnowledge,
  patterns: readonly FailurePattern[],
  most = maxInferred,
): Promise<FailurePattern[]> {
  const about = aboutPatterns(knowledge);
  const first = await Promise.all(
    patterns.slice(0, most).map(async (pattern) => {
      const lesson = pattern.id === null ? undefined : knowledge.byId.get(pattern.id);
      if (lesson === undefined) return pattern;
      const { shown } = await withAftermath(context, viewer, lesson, about);
      return { ...pattern, solutions: shown.solutions };
    }),
  );
  return [...first, ...patterns.slice(most)];
}

/** The best solutions for an error, by its type and message (LRN-6). */
export async function solutionsFor(
  context: Context,
  viewer: Viewer,
  raw: AskSolutions,
): Promise<FittingSolution[]> {
  const { error, errorType, category, limit } = parseInput(solutionsInput, raw, 'error');
  const signature = errorSignature(await context.redact(error));
  const knowledge = await failureKnowledge(context, viewer);
  const patterns = (await patternsFor(context, viewer, knowledge, signature)).map((pattern) =>
    standingFor(knowledge, pattern),
  );
  const inferred = await Promise.all(
    patterns.map(async (pattern) =>
      (await aftermath(context, viewer, pattern)).repairs
        .filter(({ successes }) => successes > 0)
        .map((repair) => inferredSolution(repair, pattern.id, pattern.content.signature)),
    ),
  );
  const about = aboutPatterns(knowledge);
  // What the project says about a failure is said about that of each agent, too.
  const said = standing(knowledge).flatMap((pattern) => about(pattern).candidates);
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
  return fittingSolutions(
    candidates,
    similarities,
    {
      patterns: new Set(patterns.map(({ id }) => id)),
      errorType: errorType ?? null,
      category: category ?? null,
    },
    context.settings.learning.solutionWeights,
  ).slice(0, limit);
}

/** The failure pattern a name means. One that was joined with another leads there. */
export function failureNamed(knowledge: FailureKnowledge, viewer: Viewer, name: string): FailureLesson {
  const found = [...knowledge.byId.values()]
    .filter(({ id, slug }) => id === name || slug === name)
    .map((pattern) => standingFor(knowledge, pattern));
  const different = [...new Map(found.map((pattern) => [pattern.id, pattern])).values()];
  if (different.length === 0) throw notFound('pattern', name);
  return pickOne('pattern', name, viewer, different);
}
