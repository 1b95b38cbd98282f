import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { attemptsIn } from '../../src/learn/decisions/decision-memory.ts';
import { decisionPattern } from '../../src/learn/decisions/suggest.ts';
import { type Memory, standings } from '../../src/model/memory.ts';
import type { Command, Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aMemory } from '../../src/testing/index.ts';
import { numbersFrom } from '../../src/testing/store-suite/random-history.ts';
import {
  ali,
  alice,
  changed,
  record,
  remove,
  revise,
  shop,
  wholeList,
} from '../../src/testing/store-suite/store-case.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ageing = { now: 1_000_000_000, halfLifeDays: 30 };
const wanted = { kind: 'decision', topic: 'timeout', now: 50 } as const;

/** A store that has many memories in its indexes, or none. */
async function open(path: string, indexAfter: number): Promise<Store> {
  const store = await openSqliteStore({ path, now: 0, indexAfter });
  onTestFinished(() => store.close());
  return store;
}

/** Decisions that come, change, expire and go; often the last one, whose number is then given out again. */
function createHistory(seed: number): () => Command {
  const below = numbersFrom(seed);
  const there: Memory[] = [];
  let made = 0;
  const pick = (): number => (below(2) === 0 ? there.length - 1 : below(there.length));
  const decision = (id: string): Memory =>
    aMemory({
      id,
      scope: [ali, alice, shop][below(3)] ?? shop,
      kind: 'decision',
      createdAt: 1 + below(40),
      expiresAt: below(4) === 0 ? below(100) : null,
      content: {
        context: below(5) === 0 ? 'elsewhere' : 'timeout',
        action: `action-${below(3)}`,
        outcome: below(2) === 0 ? 'success' : 'failure',
      },
    });
  return () => {
    const choice = below(4);
    const place = pick();
    const memory = there[place];
    if (choice < 2 || memory === undefined) {
      made += 1;
      const next = decision(`m${below(4) === 0 ? below(made) : made + 1_000}`);
      if (there.some(({ id }) => id === next.id)) return record(decision(`again-${made}`));
      there.push(next);
      return record(next);
    }
    if (choice === 2) {
      there.splice(place, 1);
      return remove(memory);
    }
    const { content } = decision(memory.id);
    const next = changed(memory, { content, standing: standings[below(3)] ?? 'active' } as Partial<Memory>);
    there[place] = next;
    return revise(next);
  };
}

describe('LRN-1: what a process keeps of decisions', () => {
  it.each([
    [1, 0],
    [2, 0],
    [3, 64],
    [4, 5],
  ])('is what the records say, whichever process writes them (history %i)', async (seed, indexAfter) => {
    const path = join(temporaryFolder(), 'memory.db');
    const [reader, writer] = [await open(path, indexAfter), await open(path, indexAfter)];
    const next = createHistory(seed);
    for (let number = 0; number < 150; number += 1) {
      await (number % 3 === 0 ? reader : writer).commit([next()]);
      for (const viewer of [ali, alice, shop]) {
        for (const limit of [5, 1_000]) {
          const { items } = await reader.listMemories(viewer, wanted, { ...wholeList, limit });
          const entries = await reader.listEntries(viewer, wanted, limit);
          expect(decisionPattern('timeout', attemptsIn(entries), ageing)).toStrictEqual(
            decisionPattern('timeout', attemptsIn(items), ageing),
          );
        }
      }
    }
  });

  it('cannot be changed by those who read it', async () => {
    const store = await open(join(temporaryFolder(), 'memory.db'), 64);
    await store.commit([
      record(aMemory({ kind: 'decision', content: { context: 'timeout', action: 'wait' } })),
    ]);
    const [entry] = await store.listEntries(ali, wanted, 1);
    expect(() => Object.assign(entry?.content ?? {}, { action: 'stop' })).toThrow(TypeError);
  });
});
