import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { requireCi } from '../left-to-ci.ts';
import { openPgliteStore } from '../store/postgres-pglite.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { openForTest } from '../stories/open-for-test.ts';

const words =
  'order refund payment card bank customer invoice timeout retry database server login token cache deploy test error'.split(
    ' ',
  );
const [turns = []] = fc.sample(
  fc.array(fc.array(fc.constantFrom(...words), { minLength: 2, maxLength: 9 }), {
    minLength: 120,
    maxLength: 120,
  }),
  { numRuns: 1, seed: 7 },
);
const questions = fc.sample(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }), {
  numRuns: 12,
  seed: 8,
});

const items = turns.map((turn, index) => ({
  externalId: `t${index}`,
  text: `${['Ann', 'Bob', 'Eve'][index % 3]}: ${turn.join(' ')}${index % 7 === 0 ? '?' : '.'}`,
  agent: index % 5 === 0 ? 'bob' : 'alice',
  session: `s${Math.floor(index / 20)}`,
  position: index % 20,
  createdAt: Date.UTC(2025, 0, 1) + index * 3_600_000,
}));

/** What is found, in which order, with which scores, before and after some of it was deleted. */
async function answers(store: Store): Promise<unknown> {
  const engram = await openForTest({ store });
  await engram.memories.import(items);
  const alice = engram.agent('alice');
  const ask = async () => {
    const all: unknown[] = [];
    for (const question of questions) {
      const found = await alice.memories.search({
        query: `What did Ann say in January? ${question.join(' ')}`,
      });
      all.push(found.map(({ memory, score, match }) => [memory?.provenance.externalId, score, match]));
    }
    return all;
  };
  const before = await ask();
  const doomed = await alice.memories.search({ query: 'refund', limit: 10 });
  for (const { memory } of doomed) if (memory !== undefined) await alice.memories.delete(memory.id);
  const after = await ask();
  await engram.close();
  return { before, after };
}

describe('REC-1 the ranking of memories, with its scores', () => {
  let reference: unknown;
  beforeAll(async () => {
    reference = await answers(createReferenceStore());
    expect(reference).toMatchObject({ before: { length: 12 } });
  });

  it('is the same on SQLite', async () => {
    const path = join(temporaryFolder(), 'memory.db');
    expect(await answers(await openSqliteStore({ path, now: 0 }))).toEqual(reference);
  });

  it('is the same on PGlite', async (context) => {
    requireCi(context);
    expect(await answers(await openPgliteStore())).toEqual(reference);
  }, 120_000);
});
