import type { JsonObject } from '../../../../json/json.ts';

/** A way to do some work, and how often it works out. */
interface WorkWay {
  readonly approach: string;
  readonly success: number;
}

/** Something that goes wrong with a tool until another tool was called before it. */
interface Trouble {
  readonly tool: string;
  /** How often it goes wrong. */
  readonly chance: number;
  /** What has to be called first; null when nobody knows a remedy. */
  readonly remedy: string | null;
  /** What an agent tries that does not know better. */
  readonly guesses: readonly string[];
  readonly errorType: string;
  readonly message: (number: number) => string;
}

/** One call of some work: the tool, its arguments, its answer, and how long it takes. */
interface WorkCall {
  readonly tool: string;
  readonly seconds: number;
  readonly given: (number: number) => JsonObject;
  readonly answer: (number: number) => JsonObject;
}

/** Work that comes again and again, each time with another number. */
export interface WorkKind {
  readonly category: string;
  readonly type: string;
  /** The agents that do it, in turn. */
  readonly agents: readonly string[];
  /** What decisions about it are recorded under. */
  readonly situation: string;
  readonly task: (number: number) => string;
  readonly inputs: (number: number) => JsonObject;
  readonly ways: readonly WorkWay[];
  readonly calls: readonly WorkCall[];
  readonly trouble: Trouble;
}

const services = ['checkout-api', 'catalogue', 'payments', 'search'];
const serviceOf = (number: number): string => services[number % services.length] ?? 'checkout-api';
const versionOf = (number: number): string => `2.${Math.floor(number / 10)}.${number % 10}`;
const hexOf = (number: number): string => ((number * 2_654_435_761) >>> 0).toString(16).padStart(8, '0');

const fixBuild: WorkKind = {
  category: 'ci',
  type: 'bug',
  agents: ['ada', 'dana'],
  situation: 'build-of-a-pull-request-is-red',
  task: (number) => `Fix the failing build of pull request #${number}`,
  inputs: (number) => ({ pull_request: number }),
  ways: [
    { approach: 'rerun-the-job', success: 0.3 },
    { approach: 'bisect-the-commits', success: 0.62 },
    { approach: 'read-the-failing-test-first', success: 0.95 },
  ],
  calls: [
    {
      tool: 'get_build_log',
      seconds: 2,
      given: (number) => ({ pull_request: number }),
      answer: (number) => ({ pull_request: number, job: 'unit', failed: 1 + (number % 4) }),
    },
    {
      tool: 'npm_install',
      seconds: 18,
      given: (number) => ({ branch: `pr-${number}` }),
      answer: () => ({ installed: 812 }),
    },
    {
      tool: 'edit_file',
      seconds: 3,
      given: (number) => ({ path: `src/${serviceOf(number)}/handler.ts`, lines: 4 + (number % 9) }),
      answer: () => ({ saved: true }),
    },
  ],
  trouble: {
    tool: 'npm_install',
    chance: 0.55,
    remedy: 'clear_npm_cache',
    guesses: ['npm_install', 'clear_npm_cache'],
    errorType: 'TimeoutError',
    message: (number) =>
      `npm install timed out after ${30_000 + (number % 7) * 500}ms fetching tarball ${hexOf(number)}.tgz`,
  },
};

const deploy: WorkKind = {
  category: 'deploys',
  type: 'release',
  agents: ['ben'],
  situation: 'deploy-a-service-to-production',
  task: (number) => `Deploy ${serviceOf(number)} ${versionOf(number)} to production`,
  inputs: (number) => ({ service: serviceOf(number), version: versionOf(number) }),
  ways: [
    { approach: 'all-at-once', success: 0.45 },
    { approach: 'canary-then-rest', success: 0.97 },
  ],
  calls: [
    {
      tool: 'get_service',
      seconds: 1,
      given: (number) => ({ service: serviceOf(number) }),
      answer: (number) => ({ service: serviceOf(number), replicas: 6, healthy: 6 }),
    },
    {
      tool: 'roll_out',
      seconds: 34,
      given: (number) => ({ service: serviceOf(number), version: versionOf(number) }),
      answer: () => ({ rolled_out: true }),
    },
    {
      tool: 'watch_errors',
      seconds: 25,
      given: (number) => ({ service: serviceOf(number), minutes: 5 }),
      answer: (number) => ({ errors_per_minute: number % 2 }),
    },
  ],
  trouble: {
    tool: 'roll_out',
    chance: 0.6,
    remedy: 'drain_connections',
    guesses: ['roll_out', 'drain_connections'],
    errorType: 'HealthCheckError',
    message: (number) =>
      `Health check failed on pod ${serviceOf(number)}-${hexOf(number)}: connection pool exhausted (${90 + (number % 10)} of 100 in use)`,
  },
};

const migrate: WorkKind = {
  category: 'database',
  type: 'migration',
  agents: ['ada'],
  situation: 'migrate-a-busy-table',
  task: (number) => `Run migration ${number} on the orders database`,
  inputs: (number) => ({ migration: number }),
  ways: [
    { approach: 'in-one-transaction', success: 0.4 },
    { approach: 'expand-then-contract', success: 0.96 },
  ],
  calls: [
    {
      tool: 'describe_migration',
      seconds: 1,
      given: (number) => ({ migration: number }),
      answer: (number) => ({ migration: number, table: 'orders', rows: 1_200_000 + number * 37 }),
    },
    {
      tool: 'apply_migration',
      seconds: 41,
      given: (number) => ({ migration: number }),
      answer: (number) => ({ migration: number, applied: true }),
    },
    {
      tool: 'compare_row_counts',
      seconds: 8,
      given: () => ({ table: 'orders' }),
      answer: () => ({ difference: 0 }),
    },
  ],
  trouble: {
    tool: 'apply_migration',
    chance: 0.65,
    remedy: 'pause_workers',
    guesses: ['apply_migration', 'pause_workers'],
    errorType: 'LockTimeoutError',
    message: (number) =>
      `Lock timeout on relation "orders" after ${30_000 + (number % 5) * 1_000} ms, held by process ${4_000 + number * 13}`,
  },
};

/** Nobody has found out yet what helps: the open problem of the story. */
const visualTest: WorkKind = {
  category: 'visual-tests',
  type: 'bug',
  agents: ['dana'],
  situation: 'visual-test-of-the-checkout-page-fails',
  task: (number) => `Update the visual tests of the checkout page for pull request #${number}`,
  inputs: (number) => ({ pull_request: number }),
  ways: [
    { approach: 'accept-the-new-screenshot', success: 0.8 },
    { approach: 'raise-the-tolerance', success: 0.8 },
  ],
  calls: [
    {
      tool: 'render_page',
      seconds: 9,
      given: (number) => ({ page: 'checkout', pull_request: number }),
      answer: () => ({ rendered: true }),
    },
    {
      tool: 'compare_screenshots',
      seconds: 12,
      given: () => ({ page: 'checkout' }),
      answer: () => ({ equal: true }),
    },
  ],
  trouble: {
    tool: 'compare_screenshots',
    chance: 0.5,
    remedy: null,
    guesses: ['compare_screenshots'],
    errorType: 'AssertionError',
    message: (number) =>
      `Screenshot checkout-summary.png differs from the baseline by ${200 + ((number * 71) % 3_000)} pixels`,
  },
};

export const workKinds = { fixBuild, deploy, migrate, visualTest } as const;
