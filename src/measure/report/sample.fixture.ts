import { settingsSchema } from '../../config/settings.ts';
import type { Execution, RunTally } from '../../records/execution.ts';
import type { ApproachRecord, Trend } from '../../records/execution-pattern.ts';
import { type Check, lessonSchema, type Trial } from '../../records/lesson.ts';
import { coordinationFigures } from '../coordination-figures.ts';
import { durabilityFigures } from '../durability-figures.ts';
import { learningQuality, type QualityInputs } from './quality.ts';
import type { ReportInputs } from './report.ts';

/** The day that reports of tests are made on: 2026-03-31. */
export const today = 20_543;
export const now = today * 86_400_000 + 43_200_000;

/** Ten successful runs of a minute each, unless told otherwise. */
export function aTally(overrides: Partial<RunTally> = {}): RunTally {
  const runs = overrides.runs ?? 10;
  return {
    agent: 'alice',
    category: 'backend',
    approach: 'incremental',
    outcome: 'success',
    informed: false,
    templateId: null,
    style: null,
    day: today,
    runs,
    durationMs: runs * 60_000,
    toolCalls: runs * 5,
    modelCalls: runs * 3,
    failedSteps: 0,
    inputTokens: runs * 1_000,
    outputTokens: runs * 200,
    ...overrides,
  };
}

export function anApproach(overrides: Partial<ApproachRecord> = {}): ApproachRecord {
  const { attempts = 20, successes = 18 } = overrides;
  return {
    approach: 'incremental',
    attempts,
    successes,
    successRate: successes / attempts,
    lowerBound: 0.77,
    meanMs: 60_000,
    ...overrides,
  };
}

export function aTrend(overrides: Partial<Trend> = {}): Trend {
  return {
    category: 'backend',
    direction: 'stable',
    executions: 20,
    compared: 20,
    successRate: 0.8,
    meanMs: 60_000,
    earlier: 0.8,
    later: 0.8,
    approaches: [],
    ...overrides,
  };
}

export function anExecution(overrides: Partial<Execution> = {}): Execution {
  return {
    runId: 'run-1',
    agent: 'alice',
    taskId: null,
    description: 'Fix the login',
    category: 'backend',
    type: 'bugfix',
    complexity: 'medium',
    dependencies: 0,
    approach: 'incremental',
    successFactors: [],
    outcome: 'success',
    startedAt: now - 60_000,
    finishedAt: now,
    toolCalls: 5,
    modelCalls: 3,
    failedSteps: 0,
    inputTokens: 1_000,
    outputTokens: 200,
    memories: 0,
    templateId: null,
    style: null,
    ...overrides,
  };
}

const scope = { user: 'ada', project: 'shop', agent: null };

export function aCheck(slug: string, content: Partial<Check['content']> = {}): Check {
  const check = lessonSchema.parse({
    schemaVersion: 1,
    id: `check-${slug}`,
    scope,
    createdAt: now,
    updatedAt: now,
    slug,
    kind: 'check',
    content: {
      message: 'Look at the cache first.',
      verify: { kind: 'question', text: 'Is the cache there?' },
      ...content,
    },
  });
  if (check.kind !== 'check') throw new TypeError('A check was built.');
  return check;
}

/** A check fired, and that came of it. */
export function aTrial(use: 'warned' | 'blocked', result: Trial['content']['result']): Trial {
  const trial = lessonSchema.parse({
    schemaVersion: 1,
    id: 'trial-1',
    scope,
    createdAt: now,
    updatedAt: now,
    kind: 'trial',
    content: { lesson: { kind: 'check', id: 'check-1' }, use, result },
  });
  if (trial.kind !== 'trial') throw new TypeError('A trial was built.');
  return trial;
}

/** What quality and reports are made from when nothing was recorded. */
export const noQualityInputs: QualityInputs = {
  tallies: [],
  decisions: [],
  trials: [],
  guarded: [],
  transfers: [],
  memoriesDemoted: null,
};

export const noInputs: ReportInputs = {
  project: 'shop',
  agent: null,
  now,
  since: null,
  tallies: [],
  templateRuns: [],
  templates: [],
  executions: [],
  trends: [],
  approaches: [],
  sequences: [],
  failures: [],
  checks: [],
  quality: learningQuality(noQualityInputs),
  predictions: null,
  coordination: coordinationFigures([]),
  durability: durabilityFigures([], 5),
  health: { memories: 0, meanRetrievalMs: null, p95RetrievalMs: null, storageBytes: 4_096 },
  memoriesByAgent: new Map(),
  trendsByAgent: new Map(),
  settings: settingsSchema.parse({ db: 'memory:' }).report,
};
