import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres.ts';
import { migrations } from '../../src/store/sql/migrations.ts';
import { aMemory, aRun, aStep } from '../../src/testing/index.ts';
import { ask, connectToPglite } from './postgres-pglite.ts';

// In PGlite, so that it is tested everywhere. What takes a server is in postgres.test.ts.

const scope = { user: 'ada', project: 'shop', agent: 'ali' };

let schemas = 0;
function aNewSchema(): string {
  schemas += 1;
  return `opened_${schemas}`;
}

const openIn = (schema: string, indexAfter = 64): Promise<Store> =>
  openPostgresStore({
    url: `postgres://ann:hunter2@pglite/engram?schema=${schema}`,
    now: 77,
    indexAfter,
    connect: () => connectToPglite(schema),
  });

const ledgerOf = (schema: string) =>
  ask(`SELECT version::integer, name, applied_at::integer FROM ${schema}.engram_migrations ORDER BY version`);

describe('STO-4: opening a PostgreSQL database', () => {
  it('makes the schema and the tables, with a row in the ledger for each step', async () => {
    const schema = aNewSchema();
    const store = await openIn(schema);
    expect(await ledgerOf(schema)).toStrictEqual(
      migrations.map(({ version, name }) => ({ version, name, applied_at: 77 })),
    );
    expect((await store.health()).formatVersion).toBe(migrations.length);
  });

  it('orders every text by its bytes, whatever the language of the database, and counts beyond 32 bits', async () => {
    const schema = aNewSchema();
    await openIn(schema);
    const columns = await ask(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = '${schema}'
         AND (data_type = 'integer' OR data_type = 'text' AND collation_name IS DISTINCT FROM 'C')`,
    );
    expect(columns).toStrictEqual([]);
  });

  it('again changes nothing and finds what was written', async () => {
    const schema = aNewSchema();
    const memory = aMemory();
    await (await openIn(schema)).commit([{ type: 'record-memory', memory }]);
    const ledger = await ledgerOf(schema);
    expect(await (await openIn(schema)).getMemory(scope, memory.id)).toStrictEqual(memory);
    expect(await ledgerOf(schema)).toStrictEqual(ledger);
  });

  it('of a newer format is refused', async () => {
    const schema = aNewSchema();
    await openIn(schema);
    await ask(`INSERT INTO ${schema}.engram_migrations VALUES (99, 'of the future', 0)`);
    await expect(openIn(schema)).rejects.toMatchObject({
      code: 'store_newer',
      details: { version: 99, newest: migrations.length },
    });
  });

  it('that belongs to another program is refused with advice and left as it was', async () => {
    const schema = aNewSchema();
    await ask(`CREATE SCHEMA ${schema}`);
    await ask(`CREATE TABLE ${schema}.tasks (title text)`);
    await expect(openIn(schema)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringMatching(/"tasks".*schema=engram/),
    });
    expect(
      await ask(`SELECT relname FROM pg_class WHERE relnamespace = '${schema}'::regnamespace`),
    ).toHaveLength(1);
  });
});

describe('STO-2: the health of a PostgreSQL store', () => {
  it('says where it is, without the password, how large, and whether vectors could be searched', async () => {
    const schema = aNewSchema();
    const health = await (await openIn(schema)).health();
    expect(health).toMatchObject({ backend: 'postgres', problems: [], details: { schema } });
    expect(health.sizeBytes).toBeGreaterThan(10_000);
    expect(health.details['vector']).toMatch(/^available, \d/);
    expect(JSON.stringify(health)).not.toContain('hunter2');
    await ask('CREATE EXTENSION vector');
    expect((await (await openIn(schema)).health('quick')).details['vector']).toMatch(/^installed, \d/);
    await ask('DROP EXTENSION vector');
  });

  it('names memories that are marked as indexed and cannot be found', async () => {
    const schema = aNewSchema();
    const store = await openIn(schema, 0);
    await store.commit([{ type: 'record-memory', memory: aMemory({ text: 'alpha' }) }]);
    await store.findByTerms(scope, ['alpha'], { now: 0 }, 10);
    expect((await store.health()).problems).toStrictEqual([]);
    await ask(`DELETE FROM ${schema}.memory_terms`);
    expect((await store.health('quick')).problems).toStrictEqual([]);
    expect((await store.health()).problems).toStrictEqual([expect.stringContaining('1 memories')]);
  });
});

/** Letters that no compression makes shorter. */
function randomText(length: number, letters: string): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return letters[state % letters.length];
  }).join('');
}

describe('STO-2: what is longer than a key of PostgreSQL', () => {
  const long = randomText(9_000, 'abcdefghijklmnopqrstuvwxyz0123456789äöü日本語');

  it('as a topic is kept, indexed and found', async () => {
    const store = await openIn(aNewSchema(), 0);
    const memory = aMemory({ kind: 'decision', content: { context: long } });
    await store.commit([{ type: 'record-memory', memory }]);
    const about = async (topic: string) =>
      (await store.listMemories(scope, { now: 0, topic }, { limit: 10 })).items.map(({ id }) => id);
    expect(await about(long)).toStrictEqual([memory.id]);
    expect(await about(long.slice(0, -1))).toStrictEqual([]);
  });

  it('as the signature of an error is kept and found', async () => {
    const store = await openIn(aNewSchema());
    const run = aRun();
    const error = { type: 'Error', message: long, signature: long };
    const step = aStep({ runId: run.id, success: false, error });
    await store.commit([
      { type: 'start-run', run },
      { type: 'append-step', step },
    ]);
    expect(await store.findFailedSteps(scope, long, 10)).toStrictEqual([step]);
    expect(await store.findFailedSteps(scope, long.slice(1), 10)).toStrictEqual([]);
  });

  it('as a word is found by the whole of it only, and keeps no other memory from being indexed', async () => {
    const store = await openIn(aNewSchema(), 0);
    const word = randomText(3_000, 'abcdefghijklmnopqrstuvwxyz');
    const memories = [aMemory({ id: 'long', text: word }), aMemory({ id: 'short', text: 'alpha' })];
    await store.commit(memories.map((memory) => ({ type: 'record-memory', memory }) as const));
    const found = async (...terms: string[]) =>
      (await store.findByTerms(scope, terms, { now: 0 }, 10)).map(({ memory }) => memory.id);
    expect(await found('alpha')).toStrictEqual(['short']);
    expect(await found(word)).toStrictEqual(['long']);
    expect(await found(word.slice(0, 100))).toStrictEqual([]);
    expect((await store.tidy(10)).left).toBe(0);
  });

  it('as all words of a memory together is indexed', async () => {
    const store = await openIn(aNewSchema(), 0);
    const words = (first: string) =>
      Array.from({ length: 2_000 }, (_, index) => `${first}${index}${'x'.repeat(500)}`).join(' ');
    const memory = aMemory({
      kind: 'decision',
      text: `alpha ${words('a')}`,
      content: { context: words('b') },
    });
    await store.commit([{ type: 'record-memory', memory }]);
    const candidates = await store.findByTerms(scope, ['alpha'], { now: 0 }, 10);
    expect(candidates.map((candidate) => candidate.memory.id)).toStrictEqual([memory.id]);
  });
});

it('REC-1: of more memories than the limit those with the rarer word are kept', async () => {
  const store = await openIn(aNewSchema(), 0);
  const common = Array.from({ length: 40 }, (_, index) => aMemory({ id: `common${index}`, text: 'alpha' }));
  const rare = aMemory({ id: 'rare', text: 'zebra' });
  const memories = [...common.slice(0, 20), rare, ...common.slice(20)];
  await store.commit(memories.map((memory) => ({ type: 'record-memory', memory }) as const));
  const candidates = await store.findByTerms(scope, ['alpha', 'zebra', 'nowhere'], { now: 0 }, 3);
  expect(candidates.map(({ memory }) => memory.id)).toContain('rare');
});
