import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failing, task, world } from './execute.fixture.ts';

describe('parallel (ADP-1)', () => {
  it('runs independent parts at once, and a part when those it waits for are done', async () => {
    const { execute, sleep, elapsed } = world();
    const taking = (milliseconds: number) => async () => {
      await sleep(milliseconds);
      return elapsed();
    };
    const report = await execute(task, {
      parts: {
        schema: taking(30),
        texts: taking(50),
        api: { after: ['schema'], work: taking(10) },
        site: { after: ['api', 'texts'], work: taking(5) },
      },
    });
    expect(report.result).toEqual({ schema: 30, texts: 50, api: 40, site: 55 });
    expect(report).toMatchObject({ strategy: 'parallel', successFactors: ['parallel_parts'] });
  });

  it('keeps a plain list in order unless the caller names it', async () => {
    const { execute, sleep, elapsed } = world({ recommendation: { approach: 'api_heavy', confidence: 1 } });
    const parts = { a: () => sleep(10), b: () => sleep(10), c: () => sleep(10) };
    await execute(task, { parts });
    expect(elapsed()).toBe(30);
    await execute(task, { parts }, { strategy: 'parallel' });
    expect(elapsed()).toBe(40);
  });

  it('cancels the rest at the first failure: what goes on is told, what waits is not begun', async () => {
    const { execute, sleep, seen } = world();
    const original = new TypeError('no table');
    const begun: string[] = [];
    let report: unknown;
    const executing = execute(
      task,
      {
        atOnce: 2,
        parts: {
          bad: { after: [], work: () => sleep(10).then(() => Promise.reject(original)) },
          slow: (_, { signal }) => sleep(1_000, signal),
          third: () => begun.push('third'),
          after: { after: ['bad'], work: () => begun.push('after') },
        },
      },
      {
        onProgress(event) {
          if (event.type === 'finished') report = event.report;
        },
      },
    );
    await expect(executing).rejects.toBe(original);
    expect(begun).toEqual([]);
    expect(report).toMatchObject({
      outcome: 'failure',
      parts: [
        { name: 'bad', status: 'failed' },
        { name: 'slow', status: 'cancelled' },
        { name: 'third', status: 'skipped' },
        { name: 'after', status: 'skipped' },
      ],
    });
    expect(seen.ends).toMatchObject([{ outcome: 'failure', summary: '0 of 4 parts done: no table' }]);
  });

  it('waits for parts that go on although they were told to stop: their result is kept', async () => {
    const { execute, sleep } = world();
    let report: { result?: unknown } = {};
    const executing = execute(
      task,
      {
        parts: {
          bad: { after: [], work: () => Promise.reject(new TypeError('bad')) },
          deaf: () => sleep(50).then(() => 'done'),
        },
      },
      {
        onProgress(event) {
          if (event.type === 'finished') report = event.report;
        },
      },
    );
    await expect(executing).rejects.toThrow('bad');
    expect(report.result).toEqual({ deaf: 'done' });
  });

  it('recovers in one part while others go on (ADP-2)', async () => {
    const { execute } = world({ solutions: [{ approach: 'retry' }] });
    const report = await execute(task, {
      parts: { a: { after: [], work: failing(1, new TypeError('once'), 1) }, b: () => 2 },
    });
    expect(report).toMatchObject({
      result: { a: 1, b: 2 },
      approach: 'parallel_recovered',
      successFactors: ['parallel_parts', 'error_recovery'],
    });
  });

  it('stops when a check does not hold, and keeps what is right', async () => {
    const { execute } = world();
    const report = await execute(task, {
      parts: {
        good: { after: [], work: () => 1 },
        wrong: { work: () => 2, check: () => false },
        next: { after: ['wrong'], work: () => 3 },
      },
    });
    expect(report).toMatchObject({ outcome: 'partial', result: { good: 1 } });
    expect(report.parts.map(({ status }) => status)).toEqual(['done', 'failed', 'skipped']);
  });
});

describe('parts that cannot be put in order are refused before anything is recorded', () => {
  it.each([
    ['a circle', { a: ['c'], b: ['a'], c: ['b'] }, /wait for each other: a → c → b → a/],
    ['a part after itself', { a: ['a'] }, /a → a/],
    ['a part after one that is not there', { a: [], b: ['x'] }, /"b" is to come after "x".*There are: a, b/],
  ])('%s', async (_, after, message) => {
    const { execute, seen } = world();
    const parts = Object.fromEntries(
      Object.entries(after).map(([name, names]) => [name, { after: names, work: () => 1 }]),
    );
    await expect(execute(task, { parts })).rejects.toThrow(message);
    expect(seen.runs).toEqual([]);
  });
});

describe('whatever the parts', () => {
  /** Parts of which each may wait for some before it, with how long each takes. */
  const graphs = fc
    .array(
      fc.record({ takes: fc.integer({ min: 0, max: 20 }), waits: fc.array(fc.nat(30), { maxLength: 4 }) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    .map((nodes) =>
      nodes.map(({ takes, waits }, index) => ({
        name: `part-${index}`,
        takes,
        after: index === 0 ? [] : waits.map((wait) => `part-${wait % index}`),
      })),
    );

  it('parallel begins no part before those it waits for, and no more at once than allowed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([1, 2, 3], { minLength: 1 }),
        graphs,
        async ([atOnce = 1], nodes) => {
          const { execute, sleep } = world();
          const ended = new Set<string>();
          let going = 0;
          const parts = Object.fromEntries(
            [...nodes].reverse().map(({ name, takes, after }) => [
              name,
              {
                after,
                async work() {
                  going += 1;
                  expect(after.filter((before) => !ended.has(before))).toEqual([]);
                  expect(going).toBeLessThanOrEqual(atOnce);
                  await sleep(takes);
                  going -= 1;
                  ended.add(name);
                },
              },
            ]),
          );
          const report = await execute(task, { parts, atOnce }, { strategy: 'parallel' });
          expect([report.outcome, ended.size]).toEqual(['success', nodes.length]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
