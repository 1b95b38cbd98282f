import * as z from 'zod';
import { factorRuleSchema } from '../records/factor-rule.ts';
import { lazyStrictObject } from '../records/lazy-schema.ts';
import { wholeNumber } from '../records/number.ts';
import { fraction } from '../records/record.ts';
import { nameText } from '../text/text.ts';
import { backendSettings } from './backend-settings.ts';
import { embedderSettings } from './embedder-settings.ts';
import { githubSettings } from './github-settings.ts';
import { modelSettings } from './model-settings.ts';
import { serverSettings } from './server-settings.ts';
import { serviceUrl } from './service-settings.ts';
import { group, lazyGroup, setting } from './setting-group.ts';
import { sessionTemplateSettings, templateSettings, toolSettings } from './template-settings.ts';

/** `name=value,name=value`, percent-encoded: the form of OpenTelemetry's variables. */
const pairsText = z
  .string()
  .regex(
    /^(?:\s*[^=,\s][^=,]*=[^,]*(?:,|$))*$/,
    'must be pairs as in "name=value,name=value", percent-encoded',
  );

/** How much something counts beside others. */
const weight = z.number().min(0).max(100);

const captureSettings = lazyGroup(() => ({
  /** Arguments and results above this are kept as a preview only. */
  maxValueBytes: wholeNumber(1_000, 100_000_000).default(1_000_000),
}));

const recallSettings = lazyGroup(() => ({
  limit: wholeNumber(1, 1_000).default(10),
  /** How much each part of a score counts: docs/recall.md. */
  weights: group({
    relevance: weight.default(0.85),
    recency: weight.default(0.05),
    confidence: weight.default(0.05),
    success: weight.default(0.05),
  }),
  /** Days after which a memory counts half as recent. */
  recencyHalfLifeDays: z.number().positive().max(36_500).default(30),
  /** What makes a memory relevant, beside its words, which count 1. */
  relevance: group({
    /** Meaning; 0 goes by words alone. */
    vector: weight.default(0.5),
    /** That it was said by somebody the query names. */
    speaker: weight.default(0.15),
    /** That it was recorded at a time the query names. */
    date: weight.default(0.15),
    /** How much less counts what only asks something. */
    question: weight.default(0.05),
  }),
  /** How close the meaning must be in a strict search. */
  similarityThreshold: fraction.default(0.8),
  /** What makes a task of the past similar, and from which score on it counts. */
  similarTasks: group({
    weights: group({
      category: weight.default(0.4),
      type: weight.default(0.3),
      complexity: weight.default(0.2),
      description: weight.default(0.1),
    }),
    threshold: fraction.default(0.3),
  }),
  /** How memories for a prompt are chosen, unless the caller says otherwise. */
  context: group({
    memories: wholeNumber(1, 100).default(5),
    tokens: wholeNumber(1, 1_000_000).default(1_500),
    /** Against the best match. */
    minRelevance: fraction.default(0.6),
    preferSuccessful: z.boolean().default(true),
  }),
  /** Megabytes that the indexes of projects take in memory before those not asked about are dropped. */
  memoryMb: wholeNumber(1, 1_000_000).default(1_000),
}));

/** How memories live: docs/memories.md. */
const memorySettings = lazyGroup(() => ({
  /** Days after which a short-term memory is forgotten, unless it was promoted. */
  shortTermDays: z.number().positive().max(3_650).default(7),
  /** Uses, or confirmations counted twice, that make a short-term memory a lasting one. */
  promoteAfterUses: wholeNumber(1, 1_000).default(3),
  /** Days after which what spoke for or against a memory counts half. */
  confidenceHalfLifeDays: z.number().positive().max(36_500).default(90),
  /** Days without use after which a memory of little value is archived. */
  archiveAfterDays: z.number().positive().max(36_500).default(180),
  /** Experiences that must teach the same lesson before it becomes a rule. */
  ruleSupport: wholeNumber(2, 1_000).default(3),
}));

/** What is learned from runs: docs/learning.md. */
const learningSettings = lazyGroup(() => ({
  /** Days after which an outcome counts half in suggestions and predictions. */
  halfLifeDays: z.number().positive().max(36_500).default(30),
  /** How much is kept or looked at, the newest. */
  retention: group({
    /** Finished runs that recommendations and tool sequences are drawn from. */
    executions: wholeNumber(10, 100_000).default(1_000),
    // Solutions beyond it are deleted.
    solutions: setting(wholeNumber(1, 100_000).default(500), { harmless: false }),
    failurePatterns: wholeNumber(1, 100_000).default(1_000),
  }),
  /** Matches that make a recommendation certain. */
  matchesForCertainty: wholeNumber(1, 1_000).default(10),
  /** How sure a recommendation must be for `execute` to follow it. */
  minimumConfidence: fraction.default(0.3),
  /** What the confidence of a recommendation is multiplied by: above 1 it needs fewer matches. At most 1 comes of it. */
  confidenceBoost: z.number().positive().max(100).default(1),
  /** How much success a branch of a decision tree must promise at least, with 90 % certainty, for `suggest` to follow it. */
  decisionThreshold: fraction.default(0.3),
  /** How much the type and the message of an error count when solutions are looked for. */
  solutionWeights: group({ type: weight.default(1), message: weight.default(0.5) }),
  trends: group({
    /** Executions of a category that are looked at, the latest. */
    executions: wholeNumber(2, 1_000).default(20),
    /** Fewer say nothing. */
    least: wholeNumber(2, 1_000).default(10),
    /** How much the second half must differ from the first. */
    change: fraction.default(0.1),
  }),
  /** What runs succeed by when nobody says so, beside the rules that everybody has: docs/learning.md. */
  factorRules: z.array(factorRuleSchema).max(100).default([]),
  sequences: group({
    /** Successful runs a sequence of tools must occur in. */
    support: wholeNumber(2, 1_000).default(3),
    longest: wholeNumber(2, 10).default(5),
  }),
}));

/** Checks before tool calls: docs/prevention.md. */
const preventionSettings = lazyGroup(() => ({
  /** `enforce`: warn and block · `warn`: blocks only warn · `off`: nothing is looked at. */
  mode: z.enum(['enforce', 'warn', 'off']).default('enforce'),
  /** Times a check must have been judged before it may switch itself off. */
  judgedBeforeOff: wholeNumber(1, 1_000).default(5),
}));

/** What a report finds worth saying: docs/learning.md. */
const reportSettings = lazyGroup(() => ({
  lowSuccess: fraction.default(0.7),
  slowSeconds: z.number().positive().max(1_000_000).default(300),
  /** Seconds between two refreshes of the report that a server keeps. */
  refreshSeconds: wholeNumber(1, 86_400).default(300),
}));

/** Spans for an OpenTelemetry collector: docs/telemetry.md. */
const telemetrySettings = lazyGroup(() => ({
  /** The collector's address for OTLP over HTTP, such as `http://localhost:4318`. Without it nothing is sent. */
  endpoint: serviceUrl('telemetry.headers', 'ENGRAM_OTLP_ENDPOINT'),
  /** Holds credentials: never shown. */
  headers: setting(pairsText.default(''), {
    secretFor: 'telemetry.endpoint',
    variables: ['ENGRAM_OTLP_HEADERS'],
  }),
  serviceName: setting(nameText.nullable().default(null), { variables: ['OTEL_SERVICE_NAME'] }),
  /** More about the sender. */
  resource: setting(pairsText.default(''), { variables: ['OTEL_RESOURCE_ATTRIBUTES'] }),
  /** Whether spans carry arguments, results and texts. */
  content: z.boolean().default(false),
}));

/** Durable workflows: docs/workflows.md. */
const workflowSettings = lazyGroup(() => ({
  /**
   * What finds work and takes over from dead workers: `embedded` or `dbos` (several machines over PostgreSQL). `auto` is
   * `dbos` where the store is on PostgreSQL and its package is installed.
   */
  engine: z.enum(['auto', 'embedded', 'dbos']).default('auto'),
  /** `full`: a step that was completed survives a power failure. `normal`: it survives the end of the process. */
  durability: z.enum(['full', 'normal']).default('full'),
  /** Workflows that one process goes on with at a time. */
  concurrency: wholeNumber(1, 1_000).default(10),
  /** How often a worker looks for work, in milliseconds. */
  pollMs: wholeNumber(10, 60_000).default(200),
  /** A worker of another machine that gave no sign of life for so long is taken for dead. */
  leaseMs: wholeNumber(2_000, 3_600_000).default(10_000),
  /** A workflow whose workers died so often without getting further has failed. */
  maxRecoveries: wholeNumber(1, 1_000).default(10),
}));

/** Everything that can be configured, with its default. `engram config show` tells where each value came from. */
export const settingsSchema = lazyStrictObject(() => ({
  /** Where records live: `file:PATH`, `postgres://…`, `memory:` or `null:`. */
  db: setting(z.string().min(1), { variables: ['ENGRAM_DB'], secretVariable: 'PGPASSWORD' }),
  user: setting(nameText.default('local'), { variables: ['ENGRAM_USER'] }),
  project: setting(nameText.default('default'), { variables: ['ENGRAM_PROJECT'], harmless: true }),
  /** The agent to act as; without it, the project's owner. */
  agent: setting(nameText.nullable().default(null), { variables: ['ENGRAM_AGENT'], harmless: true }),
  durability: setting(z.enum(['normal', 'full']).default('normal'), { variables: ['ENGRAM_DURABILITY'] }),
  capture: captureSettings,
  recall: setting(recallSettings, { harmless: true }),
  embedder: embedderSettings,
  model: modelSettings,
  templates: templateSettings,
  tools: toolSettings,
  sessionTemplates: setting(sessionTemplateSettings, { harmless: true }),
  memory: memorySettings,
  learning: setting(learningSettings, { harmless: true }),
  prevention: preventionSettings,
  report: setting(reportSettings, { harmless: true }),
  telemetry: telemetrySettings,
  workflows: workflowSettings,
  github: githubSettings,
  backend: backendSettings,
  server: serverSettings,
}));
/** The settings of an open engine, complete. */
export type Settings = z.infer<typeof settingsSchema>;
