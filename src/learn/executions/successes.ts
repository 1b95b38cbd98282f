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

/** The evidence for success patterns. */
export interface SuccessInputs {
  /** Finished runs of any outcome. */
  readonly executions: readonly Execution[];
  /** The tools they called; without them there are no replication steps. */
  readonly runs: readonly ToolRun[];
  /** Memories of any kind; those about successes are read. */
  readonly memories: readonly Memory[];
  readonly halfLifeDays: number;
}

/** Approaches that succeeded in a category of tasks, or that memories report about a topic, best first (LRN-5). */
export function successPatterns(inputs: SuccessInputs): SuccessPattern[] {
  const patterns = [...ofRuns(inputs), ...ofMemories(inputs.memories)];
  const slugs = distinctSlugs(
    patterns.map(({ slug, of, place, approach }) => ({ slug, name: [of, place, approach].join('\n') })),
  );
  return patterns
    .map((pattern, index) => ({ ...pattern, slug: slugs[index] ?? pattern.slug }))
    .sort(byPromise);
}

function ofRuns({ executions, runs, halfLifeDays }: SuccessInputs): SuccessPattern[] {
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
  const latestFirst = executions.toSorted((left, right) => right.finishedAt - left.finishedAt);
  const succeeded = latestFirst.filter(({ outcome }) => outcome === 'success');
  const { meanMs: _, ...statistics } = record;
  return {
    kind: 'success',
    slug: slugFrom(`${category ?? ''} ${record.approach}`),
    of: 'category',
    place: category ?? 'no category',
    ...statistics,
    keyFactors: keyFactors(succeeded.map(({ successFactors }) => successFactors)),
    replicationSteps: usualSteps(succeeded.flatMap(({ runId }) => runById.get(runId) ?? [])),
    lastAttemptAt: latestFirst[0]?.finishedAt ?? 0,
    derivedFrom: succeeded.slice(0, maxEvidence).map(({ runId }) => ({ kind: 'run', id: runId })),
  };
}

function keyFactors(named: readonly (readonly string[])[]): string[] {
  return mostFrequent(named, maxFactors).map(({ name }) => name);
}

/** The sequence taken most often; when each run took another, the longest part that half of them have in common. */
function usualSteps(runs: readonly ToolRun[]): string[] {
  const latest = runs.filter(({ tools }) => tools.length > 0).slice(0, maxRunsForSteps);
  const ways = [...groupBy(latest, ({ tools }) => tools.join('\n')).values()];
  const [usual = []] = ways.sort((left, right) => right.length - left.length);
  if (usual[0] === undefined) return [];
  if (usual.length > 1 || latest.length === 1) return usual[0].tools.slice(0, maxSteps);
  const shared = frequentSequences(latest, Math.max(2, Math.ceil(latest.length / 2)), 5);
  const [best] = shared.sort(
    (left, right) => right.tools.length - left.tools.length || right.support - left.support,
  );
  return [...(best?.tools ?? [])];
}

/** A memory is one success; the outcomes of runs that used it count for and against it too. */
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
  const latestFirst = group.toSorted((left, right) => right.memory.createdAt - left.memory.createdAt);
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
      keyFactors: keyFactors(group.map(({ memory }) => memory.content.keyFactors ?? [])),
      replicationSteps: [...(steps?.memory.content.replicationSteps ?? [])],
      lastAttemptAt: latest.memory.createdAt,
      derivedFrom: latestFirst.slice(0, maxEvidence).map(({ memory }) => ({ kind: 'memory', id: memory.id })),
    },
  ];
}

function byPromise(left: SuccessPattern, right: SuccessPattern): number {
  return right.lowerBound - left.lowerBound || (left.slug < right.slug ? -1 : 1);
}
