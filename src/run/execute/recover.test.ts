import { describe, expect, it } from 'vitest';
import type { Strategy } from '../../ports/strategy.ts';
import { aSolution, failing, task, world } from './execute.fixture.ts';

const broken = () => Object.assign(new TypeError('connect ETIMEDOUT 10.0.0.7'), { code: 'ETIMEDOUT' });

describe('recovery from known errors (ADP-2)', () => {
  it('applies the best known solution, tries again and records the recovery', async () => {
    const { execute, seen } = world({ solutions: [{ approach: 'Retry' }] });
    const report = await execute(task, failing(1, broken(), 'in'));
    expect(report).toMatchObject({ outcome: 'success', result: 'in', approach: 'standard_recovered' });
    expect(report.recoveries).toMatchObject([
      { part: 'work', error: { type: 'ETIMEDOUT' }, solution: { id: 'solution_1' }, worked: true },
    ]);
    expect(seen.questions).toEqual([
      { errorType: 'ETIMEDOUT', message: 'connect ETIMEDOUT 10.0.0.7', category: 'auth' },
    ]);
    expect(seen.trials).toEqual([['solution_1', 'run_1', true]]);
    expect(seen.runs[0]).toHaveProperty('approach', 'standard');
    expect(seen.ends).toEqual([
      { outcome: 'success', approach: 'standard_recovered', successFactors: ['error_recovery'] },
    ]);
    expect(seen.notes).toEqual(['"Retry" helped against: connect ETIMEDOUT 10.0.0.7']);
  });

  it('throws the original error, the same object, when that fails too', async () => {
    const { execute, seen } = world({ solutions: [{ approach: 'retry' }] });
    const errors = [broken(), new RangeError('worse')];
    const [original] = errors;
    const executing = execute(task, () => Promise.reject(errors.shift()));
    await expect(executing).rejects.toBe(original);
    expect(seen.trials).toEqual([['solution_1', 'run_1', false]]);
    expect(seen.ends).toEqual([
      {
        ...{ outcome: 'failure', approach: 'standard', successFactors: [] },
        ...{ summary: 'connect ETIMEDOUT 10.0.0.7', error: original },
      },
    ]);
  });

  it('throws on what is no error at all, too', async () => {
    const { execute } = world();
    await expect(execute(task, () => Promise.reject('a word'))).rejects.toBe('a word');
  });

  it('does not try again when nothing is known', async () => {
    const { execute, seen } = world();
    const original = broken();
    await expect(execute(task, failing(1, original, 1))).rejects.toBe(original);
    expect(seen.trials).toEqual([]);
  });

  it('tries only the failed part again, not those that are done', async () => {
    const { execute } = world({ solutions: [{ approach: 'retry' }] });
    let schemas = 0;
    const report = await execute(task, {
      parts: { schema: () => ++schemas, api: failing(1, broken(), 'up') },
    });
    expect(report.result).toEqual({ schema: 1, api: 'up' });
    expect(report.parts.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['done', 1],
      ['retried', 2],
    ]);
  });

  it('keeps what is done in the report of the last event when it throws', async () => {
    const { execute } = world();
    let kept: unknown;
    const executing = execute(
      task,
      { parts: { schema: () => 'tables', api: () => Promise.reject(broken()), docs: () => 1 } },
      {
        onProgress(event) {
          if (event.type === 'finished') kept = event.report;
        },
      },
    );
    await expect(executing).rejects.toThrow('ETIMEDOUT');
    expect(kept).toMatchObject({
      outcome: 'failure',
      result: { schema: 'tables' },
      parts: [{ status: 'done' }, { status: 'failed' }, { status: 'skipped' }],
    });
  });

  it('throws the original although nothing about it can be looked up or recorded', async () => {
    const offline = () => Promise.reject(new RangeError('offline'));
    const { execute } = world({ services: { solutionsFor: offline } });
    const original = broken();
    await expect(execute(task, () => Promise.reject(original))).rejects.toBe(original);
  });

  it('counts nothing for a solution that was only seen in runs: they say it themselves', async () => {
    const { execute, seen } = world({ solutions: [{ id: null, approach: 'retry', source: 'inferred' }] });
    expect(await execute(task, failing(1, broken(), 'in'))).toMatchObject({ approach: 'standard_recovered' });
    expect(seen.trials).toEqual([]);
  });

  it('recovers although the trial cannot be recorded', async () => {
    const noteTrial = () => Promise.reject(new RangeError('offline'));
    const { execute } = world({ solutions: [{ approach: 'retry' }], services: { noteTrial } });
    expect(await execute(task, failing(1, broken(), 'in'))).toMatchObject({ result: 'in' });
  });
});

describe('remedies put a solution into effect (ADP-2)', () => {
  it('backs off further each time, up to three times', async () => {
    const { execute, elapsed, seen } = world({ solutions: [{ approach: 'retry-with-exponential-backoff' }] });
    const report = await execute(task, failing(3, broken(), 'in'));
    expect(report.parts).toMatchObject([{ status: 'retried', attempts: 4 }]);
    expect(elapsed()).toBe(750 + 1_500 + 3_000);
    expect(seen.trials).toEqual([['solution_1', 'run_1', true]]);
  });

  it('waits as long as the error asks for', async () => {
    const { execute, elapsed } = world({ solutions: [{ approach: 'wait' }] });
    const busy = Object.assign(new TypeError('busy'), { status: 429, retryAfter: 7 });
    await execute(task, failing(1, busy, 'in'));
    expect(elapsed()).toBe(7_000);
  });

  it('gives a part more time where it has a limit', async () => {
    const { execute, sleep } = world({ solutions: [{ approach: 'increase-timeout' }] });
    const signals: AbortSignal[] = [];
    const work = async (_: unknown, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      await sleep(150);
      return 'in';
    };
    expect(await execute(task, work, { timeoutMs: 100 })).toMatchObject({ result: 'in' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('passes over what does not apply: the next best is tried', async () => {
    const { execute, seen } = world({
      solutions: [{ approach: 'increase-timeout' }, { approach: 'call the landlord' }, { approach: 'retry' }],
    });
    await execute(task, failing(1, broken(), 'in'));
    expect(seen.trials).toEqual([['solution_3', 'run_1', true]]);
  });

  it('lets the caller apply what only the caller can, and tells the work', async () => {
    const solution = aSolution({ approach: 'Clear the npm cache', steps: ['npm cache clean --force'] });
    const { execute, seen } = world({ solutions: [solution] });
    let clean = false;
    const original = broken();
    const told: unknown[] = [];
    const report = await execute(
      task,
      (_, { attempt, solution }) => {
        told.push([attempt, solution?.approach ?? null]);
        if (!clean) throw original;
        return 'installed';
      },
      {
        async recover({ steps }, error, { run, part }) {
          expect([error, part]).toEqual([original, 'work']);
          await run.call('shell', { command: steps[0] }, () => {
            clean = true;
          });
        },
      },
    );
    expect(report).toMatchObject({ result: 'installed', calls: 1, approach: 'standard_recovered' });
    expect(told).toEqual([
      [1, null],
      [2, 'Clear the npm cache'],
    ]);
    expect(seen.steps).toEqual([{ tool: 'shell', subTask: null }]);
  });

  it('takes a remedy of the caller by its name, before a built-in one', async () => {
    const { execute } = world({ solutions: [{ approach: 'Retry' }] });
    const applied: number[] = [];
    const retry = {
      description: 'Mine',
      tries: 2,
      apply: (help: { applied: number }) => applied.push(help.applied),
    };
    await execute(task, failing(2, broken(), 'in'), { remedies: { retry } });
    expect(applied).toEqual([0, 1]);
  });

  it('notes a remedy that breaks, and holds that against nobody', async () => {
    const { execute, seen } = world({ solutions: [{ approach: 'pray' }] });
    const original = broken();
    const recover = () => Promise.reject(new RangeError('nobody home'));
    await expect(execute(task, failing(1, original, 1), { recover })).rejects.toBe(original);
    expect(seen.notes).toEqual(['"pray" could not be applied: nobody home']);
    expect(seen.trials).toEqual([]);
  });

  it('tries again without a solution only as often as the caller says', async () => {
    const { execute } = world();
    const report = await execute(task, failing(2, broken(), 'in'), { retries: 2 });
    expect(report.recoveries).toMatchObject([{ solution: null, worked: true }]);
    expect(report.approach).toBe('standard_recovered');
    const original = broken();
    await expect(execute(task, failing(3, original, 'in'), { retries: 2 })).rejects.toBe(original);
  });

  it('is interrupted while it waits', async () => {
    const controller = new AbortController();
    const { execute, seen } = world({
      solutions: [{ approach: 'wait' }],
      services: { sleep: () => new Promise(() => {}) },
    });
    const executing = execute(task, failing(1, broken(), 'in'), { signal: controller.signal });
    setImmediate(() => controller.abort('enough'));
    await expect(executing).rejects.toBe('enough');
    expect(seen.ends).toMatchObject([{ outcome: 'failure' }]);
  });

  it('is interrupted as well when the strategy gives up meanwhile', async () => {
    const { execute } = world({ services: { sleep: () => new Promise(() => {}) } });
    const original = new RangeError('given up');
    const hasty: Strategy = {
      description: 'Begins, and gives up',
      async execute({ parts, run }) {
        for (const part of parts) void run(part);
        // Until its parts wait.
        await new Promise((resolve) => setImmediate(resolve));
        throw original;
      },
    };
    const work = () => Promise.reject(broken());
    const options = { retries: 1, strategy: 'hasty', strategies: { hasty } };
    await expect(execute(task, work, options)).rejects.toBe(original);
  });
});
