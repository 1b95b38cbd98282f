import { describe, expect, it } from 'vitest';
import type { Binding, Parameter, PlanStep } from '../../records/plan.ts';
import { waitsOf } from './lanes.ts';
import { replay } from './replay.ts';
import {
  anObservation,
  aParameter,
  aPlan,
  aPlanStep,
  aRunHandle,
  aWorld,
  generous,
} from './world.fixture.ts';

const constant = (value: string): Binding => ({ from: 'constant', value });
const result = (step: number): Binding => ({ from: 'result', step, path: '$.id' });
const read = (part: string | null, members: Record<string, Binding>): PlanStep =>
  aPlanStep('read', members, { subTask: part });
const write = (part: string | null, members: Record<string, Binding>): PlanStep =>
  aPlanStep('write', members, { subTask: part, effect: 'write' });
const waits = (plan: PlanStep[], parameters: Parameter[] = []): number[][] =>
  waitsOf(plan, parameters).map((others) => [...others].sort());

describe('TPL-9 parts of a task', () => {
  it('without parts, every call waits for the one before it', () => {
    const plan = [read(null, {}), read(null, { a: constant('x') }), read(null, {})];
    expect(waits(plan)).toEqual([[], [0], [1]]);
  });

  it('that have nothing in common look at the same time; changes stay in order', () => {
    const plan = [
      read('a', { id: constant('1') }),
      write('a', { id: result(0) }),
      read('b', { id: constant('2') }),
      read('b', { id: result(2) }),
      write('b', { id: result(3) }),
    ];
    expect(waits(plan)).toEqual([[], [0], [], [2], [1, 3]]);
  });

  it('that use a result of another wait for it, and for nothing else', () => {
    const plan = [
      read('a', { id: constant('1') }),
      read('a', { id: constant('2') }),
      read('b', { id: result(0) }),
    ];
    expect(waits(plan)).toEqual([[], [0], [0]]);
  });

  it('look only after a change that names the same, however it came to it', () => {
    const plan = [
      read('a', { id: constant('1') }),
      write('a', { user: result(0) }),
      read('b', { id: constant('1') }),
      read('c', { id: constant('2') }),
      read('d', {}),
    ];
    expect(waits(plan)).toEqual([[], [0], [1], [], [1]]);
  });

  it('wait for the collection that a picked value must be in', () => {
    const picked = aParameter('sku', {
      source: 'picked',
      presentIn: { step: 0, path: '$[*]' },
    });
    const plan = [read('a', { id: constant('1') }), read('b', { sku: { from: 'parameter', name: 'sku' } })];
    expect(waits(plan, [picked])).toEqual([[], [0]]);
    expect(waits(plan)).toEqual([[], []]);
  });
});

describe('TPL-9 a replay of independent parts', () => {
  const part = (id: string, index: number) => ({ id, index, text: id });
  const template = aPlan(
    [
      read('a', { id: constant('1') }),
      write('a', { id: constant('1') }),
      read('b', { id: constant('2') }),
      write('b', { id: constant('2') }),
    ],
    { subTasks: [part('a', 0), part('b', 1)] },
  );

  it('looks at once, changes in order, and records each call with its part', async () => {
    const log: string[] = [];
    const waiting: Array<() => void> = [];
    const world = aWorld({
      read: async ({ id }) => {
        log.push(`look ${String(id)}`);
        // Nobody goes on before both have begun: without parallel parts this would never end.
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length === 2) for (const go of waiting) go();
        });
        return {};
      },
      write: async ({ id }) => {
        log.push(`change ${String(id)}`);
        return {};
      },
    });
    const { run, recorded } = aRunHandle();
    const report = await replay(template, {}, world.tools, run, generous);
    expect(report.status).toBe('completed');
    expect(log).toEqual(['look 1', 'look 2', 'change 1', 'change 2']);
    expect(recorded.map(({ subTask }) => subTask).sort()).toEqual(['a', 'a', 'b', 'b']);
    expect(report.toolCalls.map(({ tool }) => tool)).toEqual(['read', 'write', 'read', 'write']);
  });

  it('begins nothing more once one part differs, and names what was not done', async () => {
    const strict = aPlan(
      template.plan.map((step, index) =>
        index === 2 ? { ...step, observed: [anObservation({ id: '2' }, {})] } : step,
      ),
      { subTasks: template.subTasks },
    );
    const world = aWorld({
      read: async ({ id }) => {
        if (id === '2') return 'gone';
        for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        return {};
      },
      write: () => ({}),
    });
    const report = await replay(strict, {}, world.tools, aRunHandle().run, generous);
    expect(report).toMatchObject({
      status: 'diverged',
      divergence: { call: 3, remaining: ['write', 'write'] },
    });
    expect(world.diary).toHaveLength(2);
  });
});
