import type { Execution } from '../../records/execution.ts';
import type { ApproachRecord, SuccessPattern } from '../../records/execution-pattern.ts';
import { type Memory, memoryTopic } from '../../records/memory.ts';
import { slugFrom } from '../../text/slug.ts';
import { maximumNameLength } from '../../text/text.ts';
import { groupBy } from '../group-by.ts';
import { lowerBound } from '../posterior.ts';
import { approachKey, attemptOf, rankApproaches } from './approaches.ts';
import { distinctSlugs } from './distinct-slugs.ts';
import { mostFrequent } from './frequent.ts';
import { frequentSequences } from './frequent-sequences.ts';
import type { ToolRun } from './tool-runs.ts';

type SuccessMemory = Extract<Memory, { kind: 'success' }>;

const maxFactors = 5;
const maxSteps = 20;
const maxEvidence = 10;
/** Latest runs of an approach in which its usual steps are looked for. */
const maxRunsForSteps = 50;

/** What success patterns are drawn from. */
export interface SuccessInputs {
  /** Finished runs of any outcome. */
  readonly executions: readonly Execution[];
  /** What they called; without it there are no replication steps. */
  readonly runs: readonly ToolRun[];
  /** Those about successes are read. */
  readonly memories: readonly Memory[];
  readonly halfLifeDays: number;
}

/**
 * What works, best first: each approach that succeeded in a category of tasks, and each that memories tell of about a
 * topic; with what it takes and how to do it again (LRN-5).
 */
export function successPatterns({
  executions,
  runs,
  memories,
  halfLifeDays,
}: SuccessInputs): SuccessPattern[] {
  const patterns = [...ofRuns(executions, runs, halfLifeDays), ...ofMemories(memories)];
  const slugs = distinctSlugs(
    patterns.map(({ slug, of, place, approach }) => ({ slug, name: [of, place, approach].join('\n') })),
  );
  return patterns
    .map((pattern, index) => ({ ...pattern, slug: slugs[index] ?? pattern.slug }))
    .sort(byPromise);
}

function ofRuns(
  executions: readonly Execution[],
  runs: readonly ToolRun[],
  halfLifeDays: number,
): SuccessPattern[] {
  const runById = new Map(runs.map((run) => [run.runId, run]));
  return [...groupBy(executions, ({ category }) => category)].flatMap(([category, ofCategory]) => {
    const attempts = ofCategory.flatMap((execution) => attemptOf(execution));
    const byApproach = groupBy(ofCategory, ({ approach }) => approachKey(approach ?? ''));
    return rankApproaches(attempts, halfLifeDays)
      .filter(({ successes }) => successes > 0)
      .map((record) =>
        ofApproach(category, record, byApproach.get(approachKey(record.approach)) ?? [], runById),
      );
  });
}

function ofApproach(
  category: string | null,
  record: ApproachRecord,
  executions: readonly Execution[],
  runById: ReadonlyMap<string, ToolRun>,
): SuccessPattern {
  const latestFirst = [...executions].sort((left, right) => right.finishedAt - left.finishedAt);
  const succeeded = latestFirst.filter(({ outcome }) => outcome === 'success');
  const { approach, attempts, successes, successRate } = record;
  return {
    kind: 'success',
    slug: slugFrom(`${category ?? ''} ${approach}`),
    of: 'category',
    place: category ?? 'no category',
    approach,
    attempts,
    successes,
    successRate,
    lowerBound: record.lowerBound,
    keyFactors: mostFrequent(
      succeeded.map(({ successFactors }) => successFactors),
      maxFactors,
    ).map(({ name }) => name),
    replicationSteps: usualSteps(succeeded.flatMap(({ runId }) => runById.get(runId) ?? [])),
    lastAttemptAt: latestFirst[0]?.finishedAt ?? 0,
    derivedFrom: succeeded.slice(0, maxEvidence).map(({ runId }) => ({ kind: 'run', id: runId })),
  };
}

/** The way that was taken most often; when each run took another, the longest part that half of them have in common. */
function usualSteps(runs: readonly ToolRun[]): string[] {
  const latest = runs.filter(({ tools }) => tools.length > 0).slice(0, maxRunsForSteps);
  const whole = [...groupBy(latest, ({ tools }) => tools.join('\n')).values()].sort(
    (left, right) => right.length - left.length,
  )[0];
  const first = whole?.[0];
  if (whole === undefined || first === undefined) return [];
  if (whole.length > 1 || latest.length === 1) return first.tools.slice(0, maxSteps);
  const shared = frequentSequences(latest, Math.max(2, Math.ceil(latest.length / 2)), 5);
  const best = shared.sort(
    (left, right) => right.tools.length - left.tools.length || right.support - left.support,
  )[0];
  return [...(best?.tools ?? [])];
}

/** A memory is one success; what it led to when it was used speaks for and against it too. */
function ofMemories(memories: readonly Memory[]): SuccessPattern[] {
  const told = memories.filter((memory): memory is SuccessMemory => memory.kind === 'success');
  const named = told.flatMap((memory) => {
    const topic = memoryTopic(memory);
    const approach = memory.content.approach?.trim().slice(0, maximumNameLength);
    return topic === null || approach === undefined || approach === '' ? [] : [{ memory, topic, approach }];
  });
  const groups = groupBy(named, ({ topic, approach }) => `${topic}\n${approachKey(approach)}`);
  return [...groups.values()].flatMap(ofTopic);
}

function ofTopic(
  group: ReadonlyArray<{ memory: SuccessMemory; topic: string; approach: string }>,
): SuccessPattern[] {
  const latestFirst = [...group].sort((left, right) => right.memory.createdAt - left.memory.createdAt);
  const [latest] = latestFirst;
  if (latest === undefined) return [];
  const successes = group.reduce((sum, { memory }) => sum + 1 + memory.evidence.successes, 0);
  const failures = group.reduce((sum, { memory }) => sum + memory.evidence.failures, 0);
  const steps = latestFirst.find(({ memory }) => (memory.content.replicationSteps ?? []).length > 0);
  return [
    {
      kind: 'success',
      slug: slugFrom(`${latest.topic} ${latest.approach}`),
      of: 'topic',
      place: latest.topic,
      approach: latest.approach,
      attempts: successes + failures,
      successes,
      successRate: successes / (successes + failures),
      lowerBound: lowerBound(successes, failures),
      keyFactors: mostFrequent(
        group.map(({ memory }) => memory.content.keyFactors ?? []),
        maxFactors,
      ).map(({ name }) => name),
      replicationSteps: [...(steps?.memory.content.replicationSteps ?? [])],
      lastAttemptAt: latest.memory.createdAt,
      derivedFrom: latestFirst.slice(0, maxEvidence).map(({ memory }) => ({ kind: 'memory', id: memory.id })),
    },
  ];
}

function byPromise(left: SuccessPattern, right: SuccessPattern): number {
  return right.lowerBound - left.lowerBound || (left.slug < right.slug ? -1 : 1);
}
