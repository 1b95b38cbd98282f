import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Strategy } from '../../ports/strategy.ts';
import type { ExecuteProgress } from './contract.ts';
import { task, world } from './execute.fixture.ts';

const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'invalid_input', message: expect.stringMatching(message) });

describe('execute records what it does (ADP-1)', () => {
  it('runs a function as a run: outcome, factors, tools and calls', async () => {
    const { execute, seen } = world();
    const report = await execute(
      task,
      async (run) => {
        const { id } = await run.call('getOrder', { id: 42 }, async ({ id }) => ({ id }));
        const tools = run.tools({ refund: async (order: { id: number }) => `refunded ${order.id}` });
        await tools.refund({ id });
        return tools.refund({ id });
      },
      { successFactors: ['small_steps'] },
    );
    expect(report).toMatchObject({
      runId: 'run_1',
      outcome: 'success',
      result: 'refunded 42',
      strategy: 'standard',
      chosenBy: 'form',
      calls: 3,
      tools: { getOrder: 1, refund: 2 },
      parts: [{ name: 'work', status: 'done', attempts: 1, error: null }],
      recoveries: [],
    });
    expect(seen.runs).toEqual([{ ...task, approach: 'standard' }]);
    expect(seen.ends).toEqual([
      { outcome: 'success', approach: 'standard', successFactors: ['small_steps'] },
    ]);
    expect(seen.steps.map(({ tool }) => tool)).toEqual(['getOrder', 'refund', 'refund']);
  });

  it('records the calls of a part with its sub-task, and cannot be ended by the work', async () => {
    const { execute, seen } = world();
    await execute(task, {
      parts: {
        schema: (run) => run.call('migrate', {}, () => 1),
        api: (run) => expect(run).not.toHaveProperty('finish'),
      },
    });
    expect(seen.steps).toEqual([{ tool: 'migrate', subTask: 'schema' }]);
  });

  it('tells how it goes, ends with the report, and is not stopped by a listener that throws', async () => {
    const { execute } = world();
    const events: ExecuteProgress[] = [];
    const report = await execute(task, () => 'done', {
      onProgress(event) {
        events.push(event);
        throw new TypeError('not my day');
      },
    });
    expect(events.map(({ type }) => type)).toEqual(['started', 'part-started', 'part-ended', 'finished']);
    expect(events.at(-1)).toEqual({ type: 'finished', report });
  });

  it('goes on without advice when it cannot be had', async () => {
    const recommend = () => Promise.reject(new TypeError('no advice'));
    const { execute } = world({ services: { recommend } });
    expect(await execute(task, () => 1)).toMatchObject({ outcome: 'success', recommendation: null });
  });
});

describe('the strategy (ADP-1)', () => {
  const parts = { parts: { a: () => 1, b: { after: ['a'], work: () => 2 } } };
  const independent = { parts: { a: () => 1, b: { after: [], work: () => 2 } } };

  it.each([
    ['a function', () => 1, 'standard'],
    ['parts in order', { parts: { a: () => 1, b: () => 2 } }, 'standard'],
    ['parts that wait for each other', parts, 'standard'],
    ['parts with checks', { parts: { a: { work: () => 1, check: () => true } } }, 'incremental'],
    ['parts that need not wait', independent, 'parallel'],
    ['items', { items: [1], batch: () => [1] }, 'api_heavy'],
  ])('fits the work when nothing is recommended: %s', async (_, work, expected) => {
    const { execute } = world();
    const report = await execute(task, work as typeof parts);
    expect([report.strategy, report.chosenBy]).toEqual([expected, 'form']);
  });

  it('is the recommended one when that is sure enough, also after runs that recovered', async () => {
    const { execute, seen } = world({
      recommendation: { approach: 'incremental_recovered', confidence: 0.3 },
    });
    const report = await execute(task, parts);
    expect([report.strategy, report.chosenBy]).toEqual(['incremental', 'recommendation']);
    expect(seen.runs[0]).toHaveProperty('approach', 'incremental');
  });

  it.each([
    ['not sure enough', { approach: 'incremental', confidence: 0.2 }],
    ['not known here', { approach: 'by-hand', confidence: 1 }],
    ['to run at once what may rely on its order', { approach: 'parallel', confidence: 1 }],
  ])('fits the work when the recommendation is %s', async (_, recommendation) => {
    const { execute, seen } = world({ recommendation });
    const report = await execute(task, { parts: { a: () => 1, b: () => 2 } });
    expect([report.strategy, report.chosenBy]).toEqual(['standard', 'form']);
    expect(seen.ends[0]).toHaveProperty('approach', 'standard');
  });

  it('is the one the caller names, whatever is recommended', async () => {
    const { execute } = world({ recommendation: { approach: 'standard', confidence: 1 } });
    const report = await execute(task, parts, { strategy: 'incremental' });
    expect([report.strategy, report.chosenBy]).toEqual(['incremental', 'caller']);
  });

  it('that nobody knows is refused before anything is recorded', async () => {
    const { execute, seen } = world();
    await expect(execute(task, () => 1, { strategy: 'magic' })).rejects.toEqual(
      refused(/no strategy "magic".*standard, incremental, parallel, api_heavy/),
    );
    expect(seen.runs).toEqual([]);
  });

  it('may be one of the caller, which a recommendation then finds', async () => {
    const lastOnly: Strategy = {
      description: 'Only the last part',
      async execute({ parts, run, factor }) {
        for (const part of parts.slice(-1)) await run(part);
        factor('luck');
      },
    };
    const { execute } = world({ recommendation: { approach: 'last_only', confidence: 1 } });
    const report = await execute(
      task,
      { parts: { a: () => 1, b: () => 2 } },
      { strategies: { last_only: lastOnly } },
    );
    expect(report).toMatchObject({
      strategy: 'last_only',
      outcome: 'partial',
      result: { b: 2 },
      successFactors: ['luck'],
    });
    expect(report.parts.map(({ status }) => status)).toEqual(['skipped', 'done']);
  });

  it('of the caller that waits for nothing loses nothing: its parts are waited for', async () => {
    const { execute, sleep } = world();
    const hasty: Strategy = {
      description: 'Does not wait',
      async execute({ parts, run }) {
        for (const part of parts) void run(part);
      },
    };
    const report = await execute(
      task,
      {
        parts: {
          good: async () => {
            await sleep(10);
            return 1;
          },
          bad: () => Promise.reject(new TypeError('bad')),
        },
      },
      { strategy: 'hasty', strategies: { hasty } },
    );
    expect(report).toMatchObject({ outcome: 'partial', result: { good: 1 } });
  });
});

describe('standard and incremental (ADP-1)', () => {
  it('do parts in order, each with the results of those before', async () => {
    const { execute } = world();
    const report = await execute(task, {
      parts: { one: () => 1, two: (_, { results }) => Number(results['one']) + 1 },
    });
    expect(report.result).toEqual({ one: 1, two: 2 });
    expectTypeOf(report).extract<{ outcome: 'success' }>().toHaveProperty('result').toEqualTypeOf<{
      readonly one: number;
      readonly two: number;
    }>();
  });

  it('do parts after those they wait for, wherever they were written', async () => {
    const { execute } = world();
    const order: string[] = [];
    await execute(
      task,
      {
        parts: {
          api: { after: ['schema'], work: () => order.push('api') },
          schema: () => order.push('schema'),
        },
      },
      { strategy: 'standard' },
    );
    expect(order).toEqual(['schema', 'api']);
  });

  const withCheck = (answers: readonly boolean[]) => {
    const left = [...answers];
    return {
      parts: {
        schema: () => 'tables',
        api: { work: () => 'routes', check: () => left.shift() ?? false },
        docs: () => 'pages',
      },
    };
  };

  it('incremental does a part a second time when its check does not hold', async () => {
    const { execute, seen } = world();
    const report = await execute(task, withCheck([false, true]));
    expect(report).toMatchObject({ outcome: 'success', approach: 'incremental_recovered' });
    expect(report.parts[1]).toMatchObject({ name: 'api', status: 'retried', attempts: 2 });
    expect(report.recoveries).toMatchObject([{ part: 'api', error: { type: 'CheckFailed' }, worked: true }]);
    expect(seen.questions).toMatchObject([{ errorType: 'CheckFailed', category: 'auth' }]);
    expect(report.successFactors).toEqual(['incremental_checks', 'error_recovery']);
  });

  it('incremental stops when it does not hold the second time, and keeps what is done', async () => {
    const { execute, seen } = world();
    const report = await execute(task, withCheck([false, false, true]));
    expect(report).toMatchObject({ outcome: 'partial', result: { schema: 'tables' } });
    expect(report.parts.map(({ status }) => status)).toEqual(['done', 'failed', 'skipped']);
    expect(seen.ends[0]).toMatchObject({
      outcome: 'partial',
      approach: 'incremental',
      summary: '1 of 3 parts done: The check of part "api" does not hold.',
    });
  });

  it('standard looks at checks too, but does nothing twice', async () => {
    const { execute } = world();
    const report = await execute(task, withCheck([false, true]), { strategy: 'standard' });
    expect(report.parts.map(({ status }) => status)).toEqual(['done', 'failed', 'skipped']);
  });
});

describe('cancelling and time limits', () => {
  it('throws the reason at once, also when the work does not listen; the run is ended', async () => {
    const { execute, seen } = world();
    const controller = new AbortController();
    const reason = new TypeError('enough');
    let last: ExecuteProgress | undefined;
    const never = new Promise<never>(() => {});
    const executing = execute(
      task,
      { parts: { quick: () => 1, endless: () => never, late: () => 3 } },
      {
        signal: controller.signal,
        onProgress(event) {
          last = event;
          if (event.type === 'part-started' && event.part === 'endless') {
            queueMicrotask(() => controller.abort(reason));
          }
        },
      },
    );
    await expect(executing).rejects.toBe(reason);
    expect(seen.ends).toMatchObject([{ outcome: 'partial', summary: '1 of 3 parts done: enough' }]);
    expect(last).toMatchObject({ type: 'finished', report: { result: { quick: 1 } } });
  });

  it('does not begin with a signal that is aborted already', async () => {
    const { execute, seen } = world();
    const signal = AbortSignal.abort('no');
    await expect(execute(task, () => 1, { signal })).rejects.toBe('no');
    expect(seen.runs).toEqual([]);
  });

  it('ends an attempt that takes too long, and tells it by its signal', async () => {
    const { execute, sleep, elapsed } = world();
    let heard: AbortSignal | undefined;
    const executing = execute(
      task,
      async (_, { signal }) => {
        heard = signal;
        await sleep(10_000);
      },
      { timeoutMs: 300 },
    );
    await expect(executing).rejects.toMatchObject({ code: 'timeout' });
    expect([heard?.aborted, elapsed()]).toEqual([true, 300]);
  });
});

describe('what cannot be executed is refused', () => {
  it.each([
    ['nothing', undefined, /work.*function, \{ parts \} or \{ items, batch \}/],
    ['a part that is no function', { parts: { a: 1 } }, /"parts.a" must be/],
    [
      'a misspelt field',
      { parts: { a: { work: () => 1, checks: () => true } } },
      /"parts.a" does not have "checks"/,
    ],
    ['names that lose their order', { parts: { b: () => 1, 1: () => 2 } }, /"parts.1" is a number/],
    ['items without a function', { items: [1] }, /"batch"/],
    ['a batch of none', { items: [1], batch: () => [1], batchSize: 0 }, /"batchSize"/],
  ])('%s', async (_, work, message) => {
    const { execute, seen } = world();
    await expect(execute(task, work as unknown as () => number)).rejects.toEqual(refused(message));
    expect(seen.runs).toEqual([]);
  });

  it('options that are not there', async () => {
    const { execute } = world();
    await expect(execute(task, () => 1, { stratgy: 'standard' } as object)).rejects.toEqual(
      refused(/"stratgy"/),
    );
  });
});
