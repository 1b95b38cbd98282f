import { describe, expect, it } from 'vitest';
import { task, world } from './execute.fixture.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const busy = (more: object = {}) =>
  Object.assign(new TypeError('Too Many Requests'), { status: 429, ...more });
const down = () => Object.assign(new TypeError('bad gateway'), { status: 502 });

describe('api_heavy (ADP-1)', () => {
  it('does items in batches and answers a result for each, in order', async () => {
    const { execute } = world();
    const sizes: number[] = [];
    const report = await execute(task, {
      items: numbers(25),
      async batch(items) {
        sizes.push(items.length);
        return items.map((item) => item * 2);
      },
    });
    expect(report.result).toEqual(numbers(25).map((item) => item * 2));
    expect(sizes).toEqual([10, 10, 5]);
    expect(report).toMatchObject({ strategy: 'api_heavy', successFactors: ['batched_calls'] });
  });

  it('has no more batches in flight than allowed', async () => {
    const { execute, sleep } = world();
    let going = 0;
    let most = 0;
    await execute(task, {
      items: numbers(12),
      batchSize: 1,
      atOnce: 3,
      async batch(items) {
        going += 1;
        most = Math.max(most, going);
        await sleep(10);
        going -= 1;
        return items;
      },
    });
    expect(most).toBe(3);
  });

  it('keeps within the rate, after a burst', async () => {
    const { execute, elapsed } = world();
    const times: number[] = [];
    await execute(task, {
      items: numbers(6),
      batchSize: 1,
      atOnce: 6,
      ratePerSecond: 4,
      burst: 2,
      batch(items) {
        times.push(elapsed());
        return items;
      },
    });
    expect(times).toEqual([0, 0, 250, 500, 750, 1_000]);
  });

  it('keeps the rate of the work under every strategy', async () => {
    const { execute, elapsed } = world();
    const work = {
      items: numbers(3),
      batchSize: 1,
      ratePerSecond: 10,
      batch: (items: readonly number[]) => items,
    };
    await execute(task, work, { strategy: 'parallel' });
    expect(elapsed()).toBe(200);
  });

  it('waits as long as it is told to, and is not stopped by it', async () => {
    const { execute, elapsed, seen } = world();
    const waited: number[] = [];
    let calls = 0;
    const report = await execute(
      task,
      {
        items: numbers(2),
        batch(items) {
          calls += 1;
          if (calls === 1) throw busy({ headers: { 'Retry-After': '3' } });
          return items;
        },
      },
      { onProgress: (event) => event.type === 'waiting' && waited.push(event.milliseconds) },
    );
    expect(report).toMatchObject({ outcome: 'success', approach: 'api_heavy', recoveries: [] });
    expect(report.parts).toMatchObject([{ status: 'retried', attempts: 2 }]);
    expect([elapsed(), waited]).toEqual([3_000, [3_000]]);
    expect(report.successFactors).toEqual(['batched_calls', 'rate_limit_backoff']);
    expect(seen.questions).toEqual([]);
  });

  it('backs off further each time when it is not told how long, and gives up in the end', async () => {
    const { execute, elapsed } = world();
    const times: number[] = [];
    const original = busy();
    const executing = execute(task, {
      items: [1],
      batch() {
        times.push(elapsed());
        throw original;
      },
    });
    await expect(executing).rejects.toBe(original);
    const pauses = times.map((time, index) => time - (times[index - 1] ?? 0));
    expect(pauses).toEqual([0, 750, 1_500, 3_000, 6_000, 12_000, 24_000]);
  });

  it('does not wait for hours', async () => {
    const { execute, elapsed } = world();
    const original = busy({ retryAfter: 3_600 });
    await expect(execute(task, { items: [1], batch: () => Promise.reject(original) })).rejects.toBe(original);
    expect(elapsed()).toBe(0);
  });

  it('takes endpoints in turn, each within its rate', async () => {
    const { execute, elapsed } = world();
    const calls: unknown[] = [];
    await execute(task, {
      items: numbers(5),
      batchSize: 1,
      ratePerSecond: 1,
      endpoints: ['eu', 'us'],
      batch(items, _, { endpoint }) {
        calls.push([endpoint, elapsed()]);
        return items;
      },
    });
    expect(calls).toEqual([
      ['eu', 0],
      ['us', 0],
      ['eu', 1_000],
      ['us', 1_000],
      ['eu', 2_000],
    ]);
  });

  it('takes them in turn without a rate, too', async () => {
    const { execute } = world();
    const calls: string[] = [];
    await execute(task, {
      items: numbers(4),
      batchSize: 1,
      endpoints: ['eu', 'us', 'asia'],
      batch(items, _, { endpoint }) {
        calls.push(endpoint);
        return items;
      },
    });
    expect(calls).toEqual(['eu', 'us', 'asia', 'eu']);
  });

  it('tries each endpoint once when all are in trouble, and does not wait for them', async () => {
    const { execute, elapsed } = world();
    const calls: string[] = [];
    const original = down();
    const executing = execute(task, {
      items: [1],
      endpoints: ['eu', 'us'],
      batch(_items, _, { endpoint }) {
        calls.push(endpoint);
        throw original;
      },
    });
    await expect(executing).rejects.toBe(original);
    expect([calls, elapsed()]).toEqual([['eu', 'us'], 0]);
  });

  it('lets an endpoint in trouble rest and goes on at another', async () => {
    const { execute, elapsed } = world();
    const calls: string[] = [];
    const report = await execute(task, {
      items: numbers(4),
      batchSize: 1,
      atOnce: 1,
      endpoints: ['eu', 'us'],
      batch(items, _, { endpoint }) {
        calls.push(endpoint);
        if (endpoint === 'eu') throw down();
        return items;
      },
    });
    expect(report.outcome).toBe('success');
    expect([calls, elapsed()]).toEqual([['eu', 'us', 'us', 'us', 'us'], 0]);
    expect(report.successFactors).toContain('endpoint_rotation');
    expect(JSON.stringify(report)).not.toContain('"eu"');
  });

  it('does not try elsewhere what is wrong everywhere', async () => {
    const { execute } = world();
    let calls = 0;
    const original = new RangeError('no such item');
    const executing = execute(task, {
      items: [1],
      endpoints: ['eu', 'us'],
      batch() {
        calls += 1;
        throw original;
      },
    });
    await expect(executing).rejects.toBe(original);
    expect(calls).toBe(1);
  });

  it('keeps what was done when some batches fail', async () => {
    const { execute, seen } = world();
    const report = await execute(task, {
      items: numbers(6),
      batchSize: 2,
      batch(items) {
        if (items.includes(2)) throw new RangeError('item 2 is broken');
        return items.map(String);
      },
    });
    expect(report).toMatchObject({ outcome: 'partial', result: ['0', '1', undefined, undefined, '4', '5'] });
    expect(report.parts.map(({ status }) => status)).toEqual(['done', 'failed', 'done']);
    expect(seen.ends).toMatchObject([{ outcome: 'partial', summary: '2 of 3 parts done: item 2 is broken' }]);
  });

  it('refuses a batch that answers too few results', async () => {
    const { execute } = world();
    await expect(execute(task, { items: [1, 2], batch: () => [1] })).rejects.toThrow(
      'answered 1 results for the 2 items of batch 1',
    );
  });

  it('has nothing to do without items', async () => {
    const { execute } = world();
    expect(await execute(task, { items: [], batch: () => [] })).toMatchObject({
      outcome: 'success',
      result: [],
    });
  });

  it('turns to another endpoint by a known solution where a strategy does not by itself (ADP-2)', async () => {
    const { execute, seen } = world({ solutions: [{ approach: 'rotate-endpoint' }] });
    const work = {
      items: [1],
      endpoints: ['eu', 'us'],
      batch(items: readonly number[], _: unknown, { endpoint }: { endpoint: string }) {
        if (endpoint === 'eu') throw down();
        return items;
      },
    };
    const report = await execute(task, work, { strategy: 'standard' });
    expect(report).toMatchObject({ outcome: 'success', approach: 'standard_recovered' });
    expect(seen.trials).toEqual([['solution_1', 'run_1', true]]);
  });

  it('waits in parts, too, when it is asked for', async () => {
    const { execute, elapsed } = world();
    let calls = 0;
    const work = () => {
      calls += 1;
      if (calls === 1) throw busy({ retryAfterMs: 40 });
      return 'in';
    };
    expect(await execute(task, work, { strategy: 'api_heavy' })).toMatchObject({ result: 'in' });
    expect(elapsed()).toBe(40);
  });
});
