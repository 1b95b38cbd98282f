import type { Settings } from '../../config/settings.ts';
import { groupBy } from '../../learn/group-by.ts';
import type { Execution, RunTally } from '../../records/execution.ts';
import type { CategoryApproaches, ToolSequence, Trend } from '../../records/execution-pattern.ts';
import type { Check } from '../../records/lesson.ts';
import type { LearningQuality } from '../../records/quality.ts';
import type { CategoryReport, Report, ReportedCheck, ReportedFailure } from '../../records/report.ts';
import { type AgentInputs, agentReports } from './agents.ts';
import { dateOf, dayAt, reportedDays } from './days.ts';
import { insights } from './insights.ts';
import { share } from './intervals.ts';
import { performanceOf } from './performance.ts';
import { recommendations } from './recommendations.ts';
import { type FirstRun, savings } from './savings.ts';

/** What a report is made from. Nothing here grows with the number of runs but the tallies, a row for each day and sort. */
export interface ReportInputs extends AgentInputs {
  readonly project: string;
  /** The agent it is about; null for the whole project. */
  readonly agent: string | null;
  readonly now: number;
  /** Leaves out what ended before that day; null for everything. */
  readonly since: number | null;
  readonly tallies: readonly RunTally[];
  /** Runs of templates, replays among them: for savings alone. */
  readonly templateRuns: readonly RunTally[];
  readonly templates: readonly FirstRun[];
  /** The latest finished runs: for median times alone. */
  readonly executions: readonly Execution[];
  readonly trends: readonly Trend[];
  readonly approaches: readonly CategoryApproaches[];
  readonly sequences: readonly ToolSequence[];
  readonly failures: readonly ReportedFailure[];
  readonly checks: readonly Check[];
  readonly quality: LearningQuality;
  readonly predictions: Report['predictions'];
  readonly coordination: Report['coordination'];
  readonly durability: Report['durability'];
  readonly health: Pick<Report['health'], 'memories' | 'meanRetrievalMs' | 'p95RetrievalMs' | 'storageBytes'>;
  readonly settings: Settings['report'];
}

const maxCategories = 100;
const maxFailures = 20;
const maxChecks = 50;
const maxSequences = 10;
const maxTopAgents = 5;

/** How work goes, what was learned and whether it helps, as data (ADP-3, MET-1, MET-2). */
export function makeReport(inputs: ReportInputs): Report {
  const { now, since, settings } = inputs;
  const today = dayAt(now);
  const firstDay = since === null ? Number.NEGATIVE_INFINITY : dayAt(since);
  const isReported = ({ day }: RunTally): boolean => day >= firstDay;
  const tallies = inputs.tallies.filter(isReported);
  const executions = inputs.executions.filter(({ finishedAt }) => dayAt(finishedAt) >= firstDay);
  const overall = performanceOf(tallies, executions);
  const categories = categoryReports(tallies, executions, inputs);
  const agents = agentReports(tallies, inputs, settings);
  const failures = [...inputs.failures]
    .sort((left, right) => right.occurrences - left.occurrences || (left.slug < right.slug ? -1 : 1))
    .slice(0, maxFailures);
  const facts = {
    project: inputs.project,
    agent: inputs.agent,
    generatedAt: now,
    period: { from: since === null ? firstDate(tallies) : dateOf(firstDay), to: dateOf(today) },
    savings: savings(inputs.templateRuns.filter(isReported), inputs.templates),
    overall,
    categories,
    agents,
    failures,
    prevention: reportedChecks(inputs.checks),
    quality: inputs.quality,
    predictions: inputs.predictions,
    health: {
      ...inputs.health,
      successRate: overall.successRate.value,
      topAgents: [...agents]
        .sort(
          (left, right) =>
            right.memories + right.runs - (left.memories + left.runs) || (left.agent < right.agent ? -1 : 1),
        )
        .slice(0, maxTopAgents)
        .map(({ agent, memories, runs }) => ({ agent, memories, runs })),
    },
    coordination: inputs.coordination,
    durability: inputs.durability,
    days: reportedDays(tallies, today),
    sequences: inputs.sequences.slice(0, maxSequences),
  };
  return { ...facts, recommendations: recommendations(facts, settings), insights: insights(facts) };
}

function firstDate(tallies: readonly RunTally[]): string | null {
  const first = tallies.reduce((least, { day }) => Math.min(least, day), Number.POSITIVE_INFINITY);
  return Number.isFinite(first) ? dateOf(first) : null;
}

function categoryReports(
  tallies: readonly RunTally[],
  executions: readonly Execution[],
  { trends, approaches }: ReportInputs,
): CategoryReport[] {
  const latest = groupBy(executions, ({ category }) => category);
  const trendOf = new Map(trends.map((trend) => [trend.category, trend]));
  const approachesOf = new Map(approaches.map((ofCategory) => [ofCategory.category, ofCategory.approaches]));
  return [...groupBy(tallies, ({ category }) => category)]
    .map(([category, group]) => ({
      ...performanceOf(group, latest.get(category) ?? []),
      category,
      trend: trendOf.get(category) ?? null,
      bestApproaches: (approachesOf.get(category) ?? []).slice(0, 3),
    }))
    .sort(
      (left, right) => right.runs - left.runs || ((left.category ?? '') < (right.category ?? '') ? -1 : 1),
    )
    .slice(0, maxCategories);
}

/** A check is right when the failure it warns of was near: it was prevented, or it happened. */
function reportedChecks(checks: readonly Check[]): ReportedCheck[] {
  return checks
    .map(({ id, slug, content }) => {
      const { fired, prevented, happened, wrong } = content.record;
      const right = prevented + happened;
      return {
        name: slug ?? id,
        message: content.message,
        action: content.action,
        enabled: content.enabled,
        fired,
        right: share(right, right + wrong, 'It has not been judged yet.'),
        prevented: share(prevented, right, 'It has not been right yet.'),
      };
    })
    .sort((left, right) => right.fired - left.fired || (left.name < right.name ? -1 : 1))
    .slice(0, maxChecks);
}
