import { join } from 'node:path';
import { expect } from 'vitest';
import { attemptsIn } from '../../src/learn/decisions/decision-memory.ts';
import { decisionPattern } from '../../src/learn/decisions/suggest.ts';
import type { Command } from '../../src/ports/store.ts';
import { type Memory, standings } from '../../src/records/memory.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aMemory } from '../../src/testing/index.ts';
import { asEntry } from '../../src/testing/store-suite/follower.ts';
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
export const decisionsOfTimeouts = { kind: 'decision', topic: 'timeout', now: 50 } as const;

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

/** Two processes write one history of decisions; after each command, what one keeps is what its records say. */
export async function followDecisions(seed: number, indexAfter: number, length: number): Promise<void> {
  const path = join(temporaryFolder(), 'memory.db');
  const open = () => openSqliteStore({ path, now: 0, indexAfter });
  const [reader, writer] = [await open(), await open()];
  const next = createHistory(seed);
  for (let number = 0; number < length; number += 1) {
    await (number % 3 === 0 ? reader : writer).commit([next()]);
    for (const viewer of [ali, alice, shop]) {
      for (const limit of [5, 1_000]) {
        const { items } = await reader.listMemories(viewer, decisionsOfTimeouts, { ...wholeList, limit });
        const entries = await reader.listEntries(viewer, decisionsOfTimeouts, limit);
        expect(decisionPattern('timeout', attemptsIn(entries), ageing, 0.3)).toStrictEqual(
          decisionPattern('timeout', attemptsIn(items.map(asEntry)), ageing, 0.3),
        );
      }
    }
  }
  await Promise.all([reader.close(), writer.close()]);
}
