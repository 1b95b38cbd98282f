import { describe, expect, it } from 'vitest';
import { EngramError } from '../errors.ts';
import type { Command, Store } from '../ports/store.ts';
import { createNullStore } from '../store/null-store.ts';
import { aStep } from '../testing/index.ts';
import { createRecorder } from './recorder.ts';

const step = (id: string): Command => ({ type: 'append-step', step: aStep({ id }) });
const idOf = (command: Command): string => (command.type === 'append-step' ? command.step.id : command.type);

/** A store whose commits are answered by the test, one after the other. */
function controlledStore() {
  const commits: Array<{ ids: string[]; succeed(): void; fail(error: unknown): void }> = [];
  const store: Store = {
    ...createNullStore(),
    commit: (commands) =>
      new Promise((succeed, fail) => {
        commits.push({ ids: commands.map(idOf), succeed: () => succeed({ ignored: [] }), fail });
      }),
  };
  return { store, commits, next: () => commits.at(-1) };
}

/** A store that takes what `accept` lets it take, and tells what it took. */
function choosyStore(accept: (ids: string[]) => Error | undefined) {
  const taken: string[] = [];
  const store: Store = {
    ...createNullStore(),
    async commit(commands) {
      const error = accept(commands.map(idOf));
      if (error !== undefined) throw error;
      taken.push(...commands.map(idOf));
      return { ignored: [] };
    },
  };
  return { store, taken };
}

const busy = new EngramError('store_busy', 'The store is busy.');
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('CAP-1 the recorder', () => {
  it('writes at once, and resolves when the record is kept', async () => {
    const { store, commits } = controlledStore();
    const recorder = createRecorder(store, () => {});
    let kept = false;
    const written = recorder.write(step('a')).then(() => {
      kept = true;
    });
    await settled();
    expect([commits.map(({ ids }) => ids), kept]).toEqual([[['a']], false]);
    commits[0]?.succeed();
    await written;
    expect(kept).toBe(true);
  });

  it('commits together what arrives while it writes, in the order it arrived', async () => {
    const { store, commits } = controlledStore();
    const recorder = createRecorder(store, () => {});
    const all = Promise.all(['a', 'b', 'c', 'd'].map((id) => recorder.write(step(id))));
    commits[0]?.succeed();
    await settled();
    expect(commits.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c', 'd']]);
    commits[1]?.succeed();
    await all;
    expect(await recorder.flush()).toEqual({ records: 0, reason: null });
  });

  it('lets records wait, in order, while the store is away', async () => {
    let away = true;
    const { store, taken } = choosyStore(() => (away ? busy : undefined));
    const recorder = createRecorder(store, () => {});
    await recorder.write(step('a'));
    await recorder.write(step('b'));
    away = false;
    await recorder.write(step('c'));
    expect(taken).toEqual(['a', 'b', 'c']);
    expect((await recorder.flush()).records).toBe(0);
  });

  it('tries once more at the end, then counts what is lost and says why', async () => {
    const { store } = choosyStore(() => busy);
    const losses: Array<[number, string]> = [];
    const recorder = createRecorder(store, (count, reason) => losses.push([count, reason]));
    await recorder.write(step('a'));
    await recorder.write(step('b'));
    expect(losses).toEqual([]);
    expect(await recorder.flush()).toEqual({ records: 2, reason: 'The store is busy.' });
    expect(losses).toEqual([[2, 'The store is busy.']]);
    expect((await recorder.flush()).records).toBe(2);
    expect(losses).toHaveLength(1);
  });

  it('loses only the record that is refused, not those committed with it', async () => {
    const refused = new EngramError('conflict', 'The id is taken.');
    const { store, taken } = choosyStore((ids) => (ids.includes('bad') ? refused : undefined));
    const losses: Array<[number, string]> = [];
    const recorder = createRecorder(store, (count, reason) => losses.push([count, reason]));
    await Promise.all(['a', 'b', 'bad', 'c'].map((id) => recorder.write(step(id))));
    expect(taken).toEqual(['a', 'b', 'c']);
    expect(losses).toEqual([[1, 'The id is taken.']]);
    expect(await recorder.flush()).toEqual({ records: 1, reason: 'The id is taken.' });
  });

  it('never rejects, whatever the store throws', async () => {
    const { store } = choosyStore(() => new RangeError('a defect in the driver'));
    const recorder = createRecorder(store, () => {});
    await expect(recorder.write(step('a'))).resolves.toBeUndefined();
    expect((await recorder.flush()).records).toBe(1);
  });

  it('gives up the oldest when too many wait', async () => {
    let away = true;
    const { store, taken } = choosyStore(() => (away ? busy : undefined));
    const recorder = createRecorder(store, () => {});
    for (let number = 0; number < 1_003; number += 1) await recorder.write(step(`s${number}`));
    away = false;
    expect((await recorder.flush()).records).toBe(3);
    expect([taken.length, taken[0], taken.at(-1)]).toEqual([1_000, 's3', 's1002']);
  });

  it('loses nothing that arrives during the last try', async () => {
    const { store, commits, next } = controlledStore();
    const recorder = createRecorder(store, () => {});
    const first = recorder.write(step('a'));
    next()?.fail(busy);
    await first;
    const flushed = recorder.flush();
    await settled();
    const late = [recorder.write(step('b')), recorder.write(step('c'))];
    for (let round = 0; round < 5; round += 1) {
      for (const commit of commits) commit.succeed();
      await settled();
    }
    await Promise.all(late);
    expect((await flushed).records).toBe(0);
    expect(commits.slice(1).map(({ ids }) => ids)).toEqual([['a'], ['b', 'c']]);
  });
});
