import type { Context } from '../ports/context.ts';
import type { Execution, RunTally } from '../records/execution.ts';
import type { CategoryApproaches, ToolSequence, Trend } from '../records/execution-pattern.ts';
import type { Check, Trial } from '../records/lesson.ts';
import { dayMs } from '../records/lifetime.ts';
import type { FailurePattern } from '../records/pattern.ts';
import type { PredictionQuality } from '../records/prediction.ts';
import type { Viewer } from '../records/scope.ts';
import { brier } from './decisions/calibration.ts';
import { pastExecution } from './executions/advise.ts';
import { approachesByCategory } from './executions/approaches.ts';
import { latestOfCategories } from './executions/latest.ts';
import { toolSequences } from './executions/sequences.ts';
import { toolRuns } from './executions/tool-runs.ts';
import { agentTrends, categoryTrends } from './executions/trends.ts';
import { signaturesOf } from './failures/failure-keys.ts';
import { failureKnowledge } from './failures/failure-knowledge.ts';
import { failurePatterns, talliesSince, withInferred } from './failures/failures.ts';
import { jointFailures, unmerged } from './failures/joint.ts';
import type { FailureKnowledge } from './failures/knowledge.ts';
import { allLessons } from './lessons.ts';

/** All that was learned, for reports. */
export interface Learned {
  readonly tallies: readonly RunTally[];
  readonly executions: readonly Execution[];
  readonly trends: readonly Trend[];
  readonly trendsByAgent: ReadonlyMap<string, Trend['direction']>;
  readonly approaches: readonly CategoryApproaches[];
  readonly sequences: readonly ToolSequence[];
  readonly failures: readonly FailurePattern[];
  readonly solutions: number;
  readonly checks: readonly Check[];
  readonly trials: readonly Trial[];
  readonly predictions: PredictionQuality;
  /** Failures of each pattern that has a check switched on, before it was made and since. */
  readonly guarded: ReadonlyArray<{
    readonly pattern: string;
    readonly before: { readonly failures: number; readonly runs: number };
    readonly after: { readonly failures: number; readonly runs: number };
  }>;
}

/** Failures whose runs are read for what helped. */
const maxInferred = 5;
const maxTrials = 10_000;
const maxGuarded = 50;

/** Collects everything learned; trends over what ended at `since` or later. The store counts what grows with the number of runs. */
export async function learned(context: Context, viewer: Viewer, since = 0): Promise<Learned> {
  const settings = context.settings.learning;
  const knowledge = await failureKnowledge(context, viewer);
  const [tallies, categories, agents, executions, trials] = await Promise.all([
    context.store.tallyRuns(viewer),
    context.store.tallyHalves(viewer, 'category', since),
    context.store.tallyHalves(viewer, 'agent', since),
    context.store.listExecutions(viewer, {}, settings.retention.executions),
    allLessons(context, viewer, 'trial', maxTrials),
  ]);
  const ids = executions.map(({ runId }) => runId);
  const calls = await context.store.listCalls(viewer, ids);
  const patterns = failurePatterns(knowledge, viewer, settings.retention.failurePatterns);
  const failures = await withInferred(context, viewer, knowledge, patterns, maxInferred);
  return {
    tallies,
    executions,
    trends: categoryTrends(
      categories,
      (await latestOfCategories(context, viewer, categories, executions)).filter(
        ({ finishedAt }) => finishedAt >= since,
      ),
      settings,
    ),
    trendsByAgent: agentTrends(agents, settings),
    approaches: approachesByCategory(tallies, settings.halfLifeDays),
    sequences: toolSequences(toolRuns(executions, calls), settings.sequences),
    failures: failures.filter(({ occurrences }) => occurrences > 0),
    solutions: knowledge.stated.length,
    checks: knowledge.checks,
    trials,
    predictions: brier(executions.map(pastExecution), settings.halfLifeDays),
    guarded: await guardedPatterns(context, viewer, knowledge, failures, { tallies, executions }),
  };
}

async function guardedPatterns(
  context: Context,
  viewer: Viewer,
  knowledge: FailureKnowledge,
  failures: readonly FailurePattern[],
  runs: Pick<Learned, 'tallies' | 'executions'>,
): Promise<Learned['guarded']> {
  const joints = new Map(
    jointFailures(unmerged(knowledge), viewer.agent).map((joint) => [joint.lead.id, joint]),
  );
  const guarded = failures.flatMap((pattern) => {
    const own = knowledge.checks.filter(
      ({ slug, content }) => content.enabled && slug !== null && pattern.checks.includes(slug),
    );
    const joint = joints.get(pattern.id ?? '');
    const since = Math.min(...own.map(({ createdAt }) => createdAt));
    return own.length === 0 || joint === undefined ? [] : [{ pattern, members: joint.patterns, since }];
  });
  return Promise.all(
    guarded.slice(0, maxGuarded).map(async ({ pattern, members, since }) => {
      // The same failures that `occurrences` counts: of each agent, those that its own pattern has.
      const own = new Map(members.map((member) => [member.scope.agent, new Set(signaturesOf(member))]));
      const signatures = [...own.values()].flatMap((each) => [...each]);
      const after = (await talliesSince(context, knowledge, since, signatures))
        .filter(({ agent, signature }) => own.get(agent)?.has(signature))
        .reduce((sum, { occurrences }) => sum + occurrences, 0);
      const ended = runsAround(runs, [...own.keys()], since);
      return {
        pattern: pattern.slug,
        before: { failures: Math.max(0, pattern.occurrences - after), runs: ended.before },
        after: { failures: after, runs: ended.after },
      };
    }),
  );
}

/** Runs of these agents that ended before a moment and since; to the day, when the moment is before the latest runs. */
function runsAround(
  { tallies, executions }: Pick<Learned, 'tallies' | 'executions'>,
  agents: ReadonlyArray<string | null>,
  since: number,
): { readonly before: number; readonly after: number } {
  const own = tallies.filter((tally) => agents.includes(tally.agent));
  const sum = (some: typeof tallies): number => some.reduce((total, { runs }) => total + runs, 0);
  const oldest = executions.at(-1)?.finishedAt ?? Number.POSITIVE_INFINITY;
  const goesBack = oldest < since || executions.length >= sum(tallies);
  const after = goesBack
    ? executions.filter((execution) => agents.includes(execution.agent) && execution.finishedAt >= since)
        .length
    : sum(own.filter(({ day }) => day >= Math.floor(since / dayMs)));
  return { before: sum(own) - after, after };
}
