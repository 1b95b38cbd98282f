import type * as z from 'zod';
import { type Learned, learned } from '../learn/learned.ts';
import type { Context } from '../ports/context.ts';
import { reportInput } from '../records/learning-inputs.ts';
import { dayMs } from '../records/lifetime.ts';
import { parseInput } from '../records/parse.ts';
import type { FailurePattern } from '../records/pattern.ts';
import type { LearningQuality, LearningStatistics } from '../records/quality.ts';
import type { Report, ReportedFailure } from '../records/report.ts';
import type { Viewer } from '../records/scope.ts';
import { coordinationReport } from './coordination.ts';
import { learningQuality, type Transfer } from './report/quality.ts';
import { makeReport } from './report/report.ts';

export type AskReport = z.input<typeof reportInput>;

/** Memories whose uses are looked through for knowledge that went from one agent to another. */
const maxMemories = 1_000;
const maxHandedOn = 50;
/** Templates whose first runs are compared with re-runs. */
const maxTemplates = 10_000;
const maxUses = 50;

/** How work goes, what was learned and whether it helps (ADP-3, MET-1, MET-2). */
export async function reportFor(context: Context, viewer: Viewer, raw: AskReport = {}): Promise<Report> {
  const { days } = parseInput(reportInput, raw, 'report');
  const now = context.clock.now();
  const since = Math.max(0, now - days * dayMs);
  // Whole days, as they are counted.
  const known = await learned(context, viewer, Math.floor(since / dayMs) * dayMs);
  const [counts, health, agents, quality, retrievals, templates, templateRuns] = await Promise.all([
    context.store.count(viewer, now),
    context.store.health('quick'),
    context.store.listAgents(viewer),
    qualityOf(context, viewer, known),
    context.retrievals.figures(since),
    context.store.listTemplates(viewer, { limit: maxTemplates }),
    context.store.tallyRuns(viewer, 'templates'),
  ]);
  const { brier, baseRateBrier, predictions, verdict } = known.predictions;
  return makeReport({
    ...known,
    templates: templates.items,
    templateRuns,
    project: viewer.project,
    agent: viewer.agent,
    now,
    since,
    failures: known.failures.map(reported),
    quality,
    predictions:
      brier === null || baseRateBrier === null ? null : { brier, baseRateBrier, n: predictions, verdict },
    health: {
      memories: counts.memories,
      meanRetrievalMs: retrievals?.meanMs ?? null,
      p95RetrievalMs: retrievals?.p95Ms ?? null,
      storageBytes: health.sizeBytes,
    },
    ...(await coordinationReport(context, viewer)),
    memoriesByAgent: new Map(agents.map(({ agent, memories }) => [agent, memories])),
    settings: context.settings.report,
  });
}

function reported(pattern: FailurePattern): ReportedFailure {
  const { slug, template, occurrences, lastSeenAt, tools, solutions, checks } = pattern;
  return {
    slug,
    message: template,
    agents: pattern.agents.map(({ agent }) => agent),
    occurrences,
    lastSeenAt,
    tools,
    solutions: solutions.map(({ approach, attempts, successRate }) => {
      const successes = attempts * (successRate ?? 0);
      return { approach, successes, failures: attempts - successes };
    }),
    checks: checks.length,
  };
}

async function qualityOf(context: Context, viewer: Viewer, known: Learned): Promise<LearningQuality> {
  const now = context.clock.now();
  const demoted = await context.store.listMemories(
    viewer,
    { standing: 'demoted', now },
    { limit: maxMemories },
  );
  return learningQuality({
    tallies: known.tallies,
    decisions: await context.store.tallyDecisions(viewer),
    trials: known.trials,
    guarded: known.guarded,
    transfers: await transfers(context, viewer),
    memoriesDemoted: demoted.items.length,
  });
}

/** Runs of one agent that were given what another knew first. */
async function transfers(context: Context, viewer: Viewer): Promise<Transfer[]> {
  const now = context.clock.now();
  const { items } = await context.store.listMemories(viewer, { now }, { limit: maxMemories });
  const handedOn = items.filter(({ provenance }) => provenance.agent !== null).slice(0, maxHandedOn);
  const found = await Promise.all(
    handedOn.map(async ({ id, provenance }) => {
      const uses = await context.store.listUses(viewer, id, maxUses);
      return Promise.all(
        uses.map(async ({ runId }): Promise<Transfer[]> => {
          const run = await context.store.getRun(viewer, runId);
          const runAgent = run?.scope.agent ?? null;
          if (run === undefined || run.outcome === null || runAgent === null || provenance.agent === null)
            return [];
          if (runAgent === provenance.agent) return [];
          return [{ runId, memoryAgent: provenance.agent, runAgent, outcome: run.outcome }];
        }),
      );
    }),
  );
  return found.flat(2);
}

/** The figures of learning for one viewer. */
export async function learningStatistics(context: Context, viewer: Viewer): Promise<LearningStatistics> {
  const known = await learned(context, viewer);
  const counts = await context.store.count(viewer, context.clock.now());
  return {
    agent: viewer.agent,
    runs: counts.finishedRuns,
    successRate: counts.finishedRuns === 0 ? null : counts.successfulRuns / counts.finishedRuns,
    decisions: counts.memoriesByKind.decision ?? 0,
    failurePatterns: known.failures.length,
    recurringFailures: known.failures.filter(({ occurrences }) => occurrences > 1).length,
    solutions: known.solutions,
    checks: known.checks.length,
    quality: await qualityOf(context, viewer, known),
    predictions: known.predictions,
  };
}
