import { describe, expect, it, vi } from 'vitest';
import { EngramError, type EngramEvent, type Store } from '../../src/index.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { openForTest } from './open-for-test.ts';

/** A store whose writing can be switched off and on. */
function moodyStore(code: 'store_full' | 'store_busy' | 'internal' = 'store_full') {
  const inner = createReferenceStore();
  const mood = { broken: false };
  const store: Store = {
    ...inner,
    async commit(commands) {
      if (mood.broken) throw new EngramError(code, 'No space left on the device.');
      return inner.commit(commands);
    },
  };
  return { store, mood };
}

const task = { description: 'Refund order 42' };

describe('recording never breaks the agent', () => {
  it('lets every call through while the store fails, and reports what was lost', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { store, mood } = moodyStore();
    const events: EngramEvent[] = [];
    const alice = (await openForTest({ store, onEvent: (event) => events.push(event) })).agent('alice');
    mood.broken = true;
    const run = await alice.startRun(task);
    expect(await run.call('getOrder', { id: 42 }, () => 'open')).toBe('open');
    await expect(run.call('refund', {}, () => Promise.reject(new RangeError('no')))).rejects.toThrow(
      RangeError,
    );
    const report = await run.finish({ outcome: 'failure' });
    expect(report.lost).toEqual({ records: 4, reason: 'No space left on the device.' });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'records-lost', count: 4, reason: 'No space left on the device.' }),
    );
    expect(process.emitWarning).toHaveBeenCalledOnce();
  });

  it('writes what waited, in order, as soon as the store is back', async () => {
    const { store, mood } = moodyStore('store_busy');
    const alice = (await openForTest({ store })).agent('alice');
    const run = await alice.startRun(task);
    mood.broken = true;
    await run.call('first', {}, () => 1);
    await run.call('second', {}, () => 2);
    mood.broken = false;
    await run.call('third', {}, () => 3);
    const report = await run.finish({ outcome: 'success' });
    expect(report.lost.records).toBe(0);
    const { steps } = await alice.runs.show(run.id);
    expect(steps.map((step) => step.kind === 'tool' && step.tool)).toEqual(['first', 'second', 'third']);
  });

  it('keeps the whole run when the store was away at its start', async () => {
    const { store, mood } = moodyStore();
    const alice = (await openForTest({ store })).agent('alice');
    mood.broken = true;
    const run = await alice.startRun(task);
    await run.call('first', {}, () => 1);
    mood.broken = false;
    const report = await run.finish({ outcome: 'success' });
    expect(report.lost.records).toBe(0);
    expect(await alice.runs.show(run.id)).toMatchObject({ outcome: 'success', totals: { steps: 1 } });
  });

  it('gives up a record that the store refuses for what it says, and keeps the others', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const inner = createReferenceStore();
    const store: Store = {
      ...inner,
      async commit(commands) {
        const cursed = commands.some(
          (command) => command.type === 'append-step' && command.step.kind === 'note',
        );
        if (cursed) throw new EngramError('internal', 'SQLite refused a statement: odd');
        return inner.commit(commands);
      },
    };
    const alice = (await openForTest({ store })).agent('alice');
    const run = await alice.startRun(task);
    await run.note('cursed');
    await run.call('next', {}, () => 1);
    const report = await run.finish({ outcome: 'success' });
    expect(report.lost).toEqual({ records: 1, reason: 'SQLite refused a statement: odd' });
    expect(await alice.runs.show(run.id)).toMatchObject({
      outcome: 'success',
      totals: { steps: 1, toolCalls: 1 },
    });
  });

  it('does not let memory grow without end while the store is away', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { store, mood } = moodyStore();
    const alice = (await openForTest({ store })).agent('alice');
    mood.broken = true;
    const run = await alice.startRun(task);
    for (let index = 0; index < 1_200; index += 1) await run.note(`note ${index}`);
    const report = await run.finish({ outcome: 'success' });
    expect(report.lost.records).toBe(1_202);
  });

  it('survives values that cannot be recorded as they are', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun(task);
    const cyclic: Record<string, unknown> = { name: 'loop' };
    cyclic['self'] = cyclic;
    const hostile = {
      get trap(): never {
        throw new Error('do not look');
      },
    };
    const values = [
      cyclic,
      hostile,
      10n,
      Symbol('s'),
      () => 1,
      new Map([['a', 1]]),
      new Date(Number.NaN),
      'a\u0000b\ud800',
      undefined,
      Buffer.from('xyz'),
      Number.NaN,
    ];
    for (const value of values)
      await expect(run.call('echo', { value }, ({ value: given }) => given)).resolves.toBe(value);
    const report = await run.finish({ outcome: 'success' });
    expect(report.lost.records).toBe(0);
    expect((await alice.runs.show(run.id)).totals.toolCalls).toBe(values.length);
  });

  it('is not disturbed by a listener that throws', async () => {
    const alice = (
      await openForTest({
        onEvent: () => {
          throw new Error('listener');
        },
      })
    ).agent('alice');
    const run = await alice.startRun(task);
    await expect(run.call('ok', {}, () => 'fine')).resolves.toBe('fine');
  });
});
