import { tmpdir } from 'node:os';
import { openEngram } from '../src/index.ts';
import { compileChecks, evaluate } from '../src/learn/prevention/evaluate.ts';
import {
  type CallAhead,
  type CheckContent,
  type Condition,
  checkContentSchema,
} from '../src/records/check.ts';
import type { Check } from '../src/records/lesson.ts';
import { schemaVersion } from '../src/records/record.ts';
import type { Row } from './measure.ts';

const count = 1_000;
const rounds = 2_000;
const goalMicroseconds = 1_000;

function checksOf(content: (index: number) => Pick<CheckContent, 'verify'> & { when: object }): Check[] {
  return Array.from({ length: count }, (_, index) => ({
    schemaVersion,
    id: `les_${index}`,
    scope: { user: 'ada', project: 'shop', agent: null },
    createdAt: 0,
    updatedAt: 0,
    revision: 0,
    kind: 'check' as const,
    slug: `check-${index}`,
    keys: [],
    derivedFrom: [],
    content: checkContentSchema.parse({
      message: `It failed ${index} times with: timeout.`,
      ...content(index),
    }),
  }));
}

/** By turns about an argument of its own, one that all share, and a call before it. */
function condition(index: number, holds: boolean): Condition {
  const one = holds ? 1 : 1_000_000;
  if (index % 3 === 0) return { of: 'argument', path: `$.own${index}.value`, is: 'at-least', value: one };
  if (index % 3 === 1) return { of: 'argument', path: '$.items[*].id', is: 'at-least', value: one };
  return { of: 'recent', tool: holds ? 'ls' : `tool_${index}`, within: 20, is: 'succeeded' };
}

const predicate = (index: number, holds: boolean): CheckContent['verify'] => ({
  kind: 'predicate',
  all: [condition(index, holds)],
});

function callWith(items: number): CallAhead {
  const own = Array.from({ length: count }, (_, index) => [`own${index}`, { value: 7 }] as const);
  return {
    tool: 'npm_install',
    arguments: {
      ...Object.fromEntries(own),
      items: Array.from({ length: items }, (_, index) => ({ id: index + 1 })),
      text: 'x'.repeat(items * 100),
    },
    stage: 'development',
    category: 'build',
    description: 'Install the dependencies of the shop and build it',
    recent: Array.from({ length: 100 }, () => ({ tool: 'ls', success: true })),
  };
}

const cases: ReadonlyArray<readonly [string, Check[], CallAhead]> = [
  [
    'spread over 1,000 tools',
    checksOf((index) => ({
      when: { tool: index === 0 ? 'npm_install' : `tool_${index}` },
      verify: predicate(index, false),
    })),
    callWith(10),
  ],
  [
    'all about one tool, none fires',
    checksOf((index) => ({ when: { tool: 'npm_install' }, verify: predicate(index, true) })),
    callWith(10),
  ],
  [
    'all about one tool, all fire',
    checksOf((index) => ({ when: { tool: 'npm_install' }, verify: predicate(index, false) })),
    callWith(10),
  ],
  [
    'all with "*" and words of the task',
    checksOf((index) => ({
      when: { tool: `n*${'*'.repeat(index % 9)}in*l`, context: 'build shop' },
      verify: predicate(index, true),
    })),
    callWith(10),
  ],
  [
    'over 100,000 items and 10 MB of text',
    checksOf((index) => ({
      when: {
        tool: 'npm_install',
        conditions: [{ of: 'argument', path: '$.text', is: 'contains', value: `y${index}` }],
      },
      verify: predicate(index, true),
    })),
    callWith(100_000),
  ],
];

/** What 1,000 checks cost before a call, against the call itself through the handle of a run. */
export async function benchChecks(): Promise<Row[]> {
  const bare = await bareCall();
  return cases.map(([what, checks, call]) => {
    const compiled = compileChecks(checks);
    const [half, most] = percentiles(samplesOf(() => evaluate(compiled, call)));
    return {
      what: `1,000 checks ${what}`,
      measured: `p50 ${micro(half)}, p99 ${micro(most)}`,
      against: `p50 ${micro(bare)} (a call in a run)`,
      ratio: `${(half / bare).toFixed(2)}×`,
      goal: 'p99 < 1 ms',
      held: most < goalMicroseconds,
    };
  });
}

async function bareCall(): Promise<number> {
  const engram = await openEngram({
    db: 'memory:',
    surroundings: { environment: {}, folder: tmpdir(), home: tmpdir() },
  });
  const run = await engram.agent('alice').startRun({ description: 'Bench' });
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    await run.call('npm_install', { timeout: 30, fields: ['status'] }, () => ({ ok: true }));
    samples.push(spentSince(before));
  }
  await engram.close();
  return percentiles(samples)[0];
}

function samplesOf(work: () => unknown): number[] {
  for (let round = 0; round < rounds / 4; round += 1) work();
  return Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    work();
    return spentSince(before);
  });
}

/** Microseconds of CPU: what others do on this machine is not counted. */
function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function percentiles(samples: readonly number[]): [half: number, most: number] {
  const sorted = samples.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return [at(0.5), at(0.99)];
}

function micro(value: number): string {
  return `${value.toFixed(1)} µs`;
}
