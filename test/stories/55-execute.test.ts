import { describe, expect, it, vi } from 'vitest';
import { openForTest } from './open-for-test.ts';

class BusyError extends Error {
  override readonly name = 'BusyError';
}

describe('ADP-1 execute does a task the way that worked', () => {
  it('and records the run: approach, calls, factors', async () => {
    const alice = (await openForTest()).agent('alice');
    const report = await alice.execute(
      { description: 'Add login', category: 'auth', type: 'feature' },
      {
        parts: {
          schema: (run) => run.call('migrate', {}, () => 'users'),
          api: { work: (run) => run.call('generate', {}, () => ['/login']), check: () => true },
        },
      },
    );
    expect(report).toMatchObject({
      outcome: 'success',
      strategy: 'incremental',
      result: { api: ['/login'] },
    });
    expect(await alice.runs.show(report.runId)).toMatchObject({
      approach: 'incremental',
      outcome: 'success',
      successFactors: ['incremental_checks'],
      totals: { toolCalls: 2 },
    });
  });

  it('following the recommendation when it is sure enough', async () => {
    const alice = (await openForTest()).agent('alice');
    const task = { description: 'Add login', category: 'auth', type: 'feature' };
    for (let times = 0; times < 4; times += 1) {
      const run = await alice.startRun({ ...task, approach: 'incremental' });
      await run.finish({ outcome: 'success' });
    }
    const { chosenBy, strategy } = await alice.execute(task, () => 'done');
    expect([chosenBy, strategy]).toEqual(['recommendation', 'incremental']);
  });
});

describe('ADP-2 execute gets over errors it knows a solution for', () => {
  const task = { description: 'Ask the service', category: 'integration' };

  it('and the recovery is recorded, for the run and for the solution', async () => {
    const alice = (await openForTest()).agent('alice');
    const { solution } = await alice.learning.learn({
      error: 'service busy, 12 in the queue',
      errorType: 'BusyError',
      solution: 'drain the queue',
    });
    let isDrained = false;
    const report = await alice.execute(
      task,
      (run) =>
        run.call('ask', {}, () => {
          if (!isDrained) throw new BusyError('service busy, 97 in the queue');
          return 'answer';
        }),
      {
        recover: () => {
          isDrained = true;
        },
      },
    );
    expect(report).toMatchObject({ result: 'answer', approach: 'standard_recovered' });
    expect(await alice.runs.show(report.runId)).toMatchObject({
      approach: 'standard_recovered',
      successFactors: ['error_recovery'],
    });
    await vi.waitFor(async () => {
      const [known] = await alice.learning.solutions({ error: 'service busy, 1 in the queue' });
      expect(known).toMatchObject({ id: solution?.id, attempts: 1, successRate: 1 });
    });
  });

  it('or throws the very error, when that does not help, and the run has failed', async () => {
    const alice = (await openForTest()).agent('alice');
    await alice.learning.learn({
      error: 'service busy',
      errorType: 'BusyError',
      solution: 'drain the queue',
    });
    const error = new BusyError('service busy');
    await expect(
      alice.execute(task, (run) => run.call('ask', {}, () => Promise.reject(error)), { recover: () => {} }),
    ).rejects.toBe(error);
    const [run] = (await alice.runs.list()).items;
    expect(run).toMatchObject({ outcome: 'failure', approach: 'standard' });
  });
});
