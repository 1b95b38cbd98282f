import { describe, expect, it } from 'vitest';
import { EngramError } from '../errors.ts';
import type { Command, Committed, Store } from '../ports/store.ts';
import { createNullStore } from '../store/null-store.ts';
import { aMemory } from '../testing/index.ts';
import { withObservers } from './observed-store.ts';

const remember = (id: string): Command => ({
  type: 'record-memory',
  memory: aMemory({ id }),
  ifAbsent: true,
});
const idOf = (command: Command): string =>
  command.type === 'record-memory' ? command.memory.id : command.type;

const storeThat = (commit: () => Promise<Committed>): Store => ({ ...createNullStore(), commit });

describe('API-2: a store with observers', () => {
  it('tells everyone of every command, in order, each with what was committed', async () => {
    const heard: string[] = [];
    const observers = ['first', 'second'].map((name) => (command: Command) => {
      heard.push(`${name} ${idOf(command)}`);
    });
    const store = withObservers(createNullStore(), observers);
    await store.commit([remember('a'), remember('b')]);
    expect(heard).toEqual(['first a', 'second a', 'first b', 'second b']);
  });

  it('tells nothing of what was ignored, and answers which that was', async () => {
    const heard: string[] = [];
    const store = withObservers(
      storeThat(async () => ({ ignored: [0, 2] })),
      [(command) => heard.push(idOf(command))],
    );
    expect(await store.commit(['a', 'b', 'c', 'd'].map(remember))).toEqual({ ignored: [0, 2] });
    expect(heard).toEqual(['b', 'd']);
  });

  it('tells nothing of a commit that was refused, and passes the refusal on', async () => {
    const heard: string[] = [];
    const refused = new EngramError('conflict', 'The id is taken.');
    const store = withObservers(
      storeThat(() => Promise.reject(refused)),
      [(command) => heard.push(idOf(command))],
    );
    await expect(store.commit([remember('a')])).rejects.toBe(refused);
    expect(heard).toEqual([]);
  });

  it('tells nothing before the records are kept', async () => {
    const heard: string[] = [];
    let keep = (): void => {};
    const store = withObservers(
      storeThat(
        () =>
          new Promise((resolve) => {
            keep = () => resolve({ ignored: [] });
          }),
      ),
      [(command) => heard.push(idOf(command))],
    );
    const committed = store.commit([remember('a')]);
    expect(heard).toEqual([]);
    keep();
    await committed;
    expect(heard).toEqual(['a']);
  });

  it('is the store itself when nobody listens', () => {
    const store = createNullStore();
    expect(withObservers(store, [])).toBe(store);
  });
});
