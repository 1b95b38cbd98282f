import { numbersFrom } from './agents-data.ts';

/**
 * An illustration: a made-up environment. How often each approach works is drawn at random and hidden; six tools fail
 * in a way of their own. Nothing here was fitted to what Engram can do, and nothing here is a measurement of real work.
 */

/** What can be done about a tool that failed. */
export type Remedy =
  | { readonly kind: 'retry' }
  | { readonly kind: 'first'; readonly tool: string }
  | { readonly kind: 'argument'; readonly name: string; readonly value: number };

/** How a tool fails, and what prevents it. */
export interface Fault {
  readonly tool: string;
  /** Share of the tasks with this tool in which it fails unless the remedy was applied. */
  readonly share: number;
  readonly remedy: Remedy;
  /** What somebody who does not know would try. The remedy is among them. */
  readonly guesses: readonly Remedy[];
  /** The message; its numbers differ every time. */
  readonly message: (number: (most: number) => number) => string;
}

export interface Category {
  readonly name: string;
  readonly tools: readonly string[];
  /** Hidden: how often each approach works when no tool gets in the way. */
  readonly rates: readonly number[];
}

/** One task, the same for whoever does it: its luck and its faults are drawn before anybody chooses. */
export interface Task {
  readonly number: number;
  readonly day: number;
  readonly agent: string;
  readonly category: Category;
  /** An approach works when its hidden rate is above this. */
  readonly luck: number;
  /** Tools that fail in this task unless something is done about it. */
  readonly faulty: ReadonlySet<string>;
  readonly seed: number;
}

export interface World {
  readonly seed: number;
  readonly days: number;
  readonly agents: readonly string[];
  readonly tasks: readonly Task[];
}

export const approaches: readonly string[] = ['careful-steps', 'all-at-once', 'ask-first', 'copy-last-time'];
/** Working days of a week. */
export const daysOfWeek = 5;

const retry: Remedy = { kind: 'retry' };
const first = (tool: string): Remedy => ({ kind: 'first', tool });
const argument = (name: string, value: number): Remedy => ({ kind: 'argument', name, value });

export const faults: readonly Fault[] = [
  {
    tool: 'npm_install',
    share: 0.6,
    remedy: first('npm_cache_clean'),
    guesses: [retry, first('npm_cache_clean'), first('auth_refresh'), argument('timeout', 120)],
    message: (number) =>
      `npm install timed out after ${number(60_000)} ms while fetching package ${number(900)}`,
  },
  {
    tool: 'api_call',
    share: 0.7,
    remedy: argument('delay', 2),
    guesses: [retry, argument('delay', 2), first('auth_refresh'), argument('timeout', 120)],
    message: (number) =>
      `429 Too Many Requests: request ${number(99_999)} exceeded the limit of ${number(90)} a second`,
  },
  {
    tool: 'migrate',
    share: 1,
    remedy: first('backup'),
    guesses: [retry, first('backup'), first('unlock'), argument('force', 1)],
    message: (number) => `Migration ${number(9_999)} refused: no backup is newer than ${number(90)} hours`,
  },
  {
    tool: 'deploy',
    share: 0.5,
    remedy: first('unlock'),
    guesses: [retry, first('unlock'), first('backup'), first('auth_refresh')],
    message: (number) =>
      `Cannot deploy: lock /var/lock/deploy-${number(99)} is held by process ${number(30_000)}`,
  },
  {
    tool: 'render',
    share: 0.8,
    remedy: argument('pageSize', 100),
    guesses: [retry, argument('pageSize', 100), argument('timeout', 120), first('npm_cache_clean')],
    message: (number) => `Out of memory: ${number(4_096)} MB needed to render ${number(9_000)} rows`,
  },
  {
    // Needs nothing but a second try: no check can prevent it.
    tool: 'fetch_page',
    share: 0.35,
    remedy: retry,
    guesses: [retry, first('auth_refresh'), first('npm_cache_clean'), argument('timeout', 120)],
    message: (number) => `503 Service Unavailable from host ${number(250)} after ${number(9_000)} ms`,
  },
];

/** Advice may name a tool that nobody has. */
export const missingTool = 'sign_off';

/** What a tool is called with when nobody knows better. */
export const usualArguments: Readonly<Record<string, number>> = { delay: 0, pageSize: 500, timeout: 30 };

const plans: Readonly<Record<string, readonly string[]>> = {
  'build the package': ['git_pull', 'npm_install', 'run_tests'],
  'release a version': ['npm_install', 'deploy', 'notify'],
  'change the schema': ['read_schema', 'migrate', 'run_tests'],
  'synchronise orders': ['fetch_page', 'api_call', 'store_rows'],
  'monthly report': ['api_call', 'render', 'notify'],
  'answer a customer': ['fetch_page', 'write_answer'],
};

/** The same world for the same seed. Hidden rates are drawn evenly between 45 and 90 %. */
export function makeWorld(seed: number, size: { weeks: number; agents: number; tasksADay: number }): World {
  const random = numbersFrom(seed);
  const categories = Object.entries(plans).map(
    ([name, tools]): Category => ({ name, tools, rates: approaches.map(() => 0.45 + 0.45 * random()) }),
  );
  const agents = Array.from({ length: size.agents }, (_, index) => `agent-${index + 1}`);
  const days = size.weeks * daysOfWeek;
  const tasks: Task[] = [];
  for (let day = 0; day < days; day += 1) {
    for (let turn = 0; turn < size.tasksADay; turn += 1) {
      for (const agent of agents) {
        const category = categories[Math.floor(random() * categories.length)];
        if (category === undefined) continue;
        const drawn = faults.filter(({ share }) => random() < share).map(({ tool }) => tool);
        const faulty = new Set(drawn.filter((tool) => category.tools.includes(tool)));
        tasks.push({
          number: tasks.length,
          day,
          agent,
          category,
          luck: random(),
          faulty,
          seed: seed * 1e6 + tasks.length,
        });
      }
    }
  }
  return { seed, days, agents, tasks };
}

/** The tools while one task is being done: they remember what was called. */
export interface Tools {
  /** Throws what a tool says when it fails. */
  use(tool: string, given: Readonly<Record<string, number>>): string;
}

export function toolsFor(task: Task): Tools {
  const random = numbersFrom(task.seed);
  const worked = new Set<string>();
  const failed = new Set<string>();
  const isPrevented = ({ tool, remedy }: Fault, given: Readonly<Record<string, number>>): boolean => {
    switch (remedy.kind) {
      case 'retry':
        return failed.has(tool);
      case 'first':
        return worked.has(remedy.tool);
      case 'argument':
        return remedy.name === 'pageSize'
          ? (given[remedy.name] ?? Number.POSITIVE_INFINITY) <= remedy.value
          : (given[remedy.name] ?? 0) >= remedy.value;
    }
  };
  return {
    use(tool, given) {
      if (tool === missingTool) throw new TypeError(`There is no tool ${tool}`);
      const fault = task.faulty.has(tool) ? faults.find((one) => one.tool === tool) : undefined;
      if (fault !== undefined && !isPrevented(fault, given)) {
        failed.add(tool);
        throw new TypeError(fault.message((most) => 1 + Math.floor(random() * most)));
      }
      worked.add(tool);
      return 'done';
    },
  };
}
