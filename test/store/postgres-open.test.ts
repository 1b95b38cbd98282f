import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres.ts';
import { migrations } from '../../src/store/sql/migrations.ts';
import { aUse } from '../../src/testing/builders.ts';
import { aMemory, aRun, aStep } from '../../src/testing/index.ts';
import { follow, knownFrom } from '../../src/testing/store-suite/follower.ts';
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

  it('names indexes that the server does not use', async () => {
    const schema = aNewSchema();
    const store = await openIn(schema);
    expect((await store.health()).problems).toStrictEqual([]);
    await ask(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = '${schema}.memories_by_change'::regclass`,
    );
    expect((await store.health('quick')).problems).toStrictEqual([]);
    expect((await store.health()).problems).toStrictEqual([expect.stringContaining('memories_by_change')]);
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
    expect(await store.findFailedSteps(scope, [long], 10)).toStrictEqual([step]);
    expect(await store.findFailedSteps(scope, [long.slice(1)], 10)).toStrictEqual([]);
  });

  it('as all words of a memory together is kept, told and revised', async () => {
    const store = await openIn(aNewSchema(), 0);
    const memory = aMemory({ text: long.repeat(90), tags: [long.slice(0, 200)] });
    await store.commit([{ type: 'record-memory', memory }]);
    const change = { at: 1, reason: 'confirmed', note: long } as const;
    const now = { ...memory, text: `${memory.text}!`, revision: 1 };
    await store.commit([{ type: 'revise-memory', owner: scope, memory: now, change }]);
    expect(await store.listRevisions(scope, memory.id)).toStrictEqual([{ ...change, before: memory }]);
    expect(await knownFrom(store, scope)).toMatchObject([{ text: now.text, tags: now.tags }]);
  });
});

describe('MEM-7: deleting deletes in PostgreSQL', () => {
  it('what a memory said, and all that was noted about it, is in no table', async () => {
    const schema = aNewSchema();
    const store = await openIn(schema, 0);
    const memory = aMemory({ text: 'xylophonist', tags: ['quixotry'] });
    const now = { ...memory, text: 'zwieback', tags: [], revision: 1 };
    const change = { at: 1, reason: 'superseded', note: 'kerfuffle' } as const;
    const vector = new Uint8Array(Buffer.from('vector'));
    await store.commit([
      { type: 'record-memory', memory },
      { type: 'revise-memory', owner: scope, memory: now, change },
      { type: 'note-uses', uses: [aUse({ memoryId: memory.id, runId: 'flibbertigibbet' })] },
      { type: 'keep-vectors', embedder: 'e', vectors: [{ id: memory.id, revision: 1, vector }] },
    ]);
    const words = [
      'xylophonist',
      'zwieback',
      'kerfuffle',
      'flibbertigibbet',
      Buffer.from(vector).toString('hex'),
    ];
    for (const word of words) expect(await tablesWith(schema, word), word).not.toStrictEqual([]);
    await store.commit([{ type: 'delete-memory', owner: scope, id: memory.id }]);
    for (const word of [...words, 'quixotry']) expect(await tablesWith(schema, word), word).toStrictEqual([]);
    expect(await tablesWith(schema, memory.id)).toStrictEqual(['memory_removals']);
  });
});

describe('REC-1: removals in PostgreSQL', () => {
  it('are noted also when somebody deletes past Engram, who searches for tables elsewhere', async () => {
    const schema = aNewSchema();
    const store = await openIn(schema);
    const [first, second] = [aMemory(), aMemory()];
    await store.commit([first, second].map((memory) => ({ type: 'record-memory', memory }) as const));
    const follower = follow(store, scope);
    await follower.catchUp();
    await ask('SET search_path TO public');
    await ask(`DELETE FROM ${schema}.memories WHERE id = '${first.id}'`);
    expect(await follower.catchUp()).toMatchObject([{ id: second.id }]);
  });

  it('are forgotten after ten thousand others', async () => {
    const schema = aNewSchema();
    const store = await openIn(schema);
    const remove = async () => {
      const memory = aMemory();
      await store.commit([
        { type: 'record-memory', memory },
        { type: 'delete-memory', owner: scope, id: memory.id },
      ]);
    };
    await remove();
    await ask(`SELECT setval(pg_get_serial_sequence('${schema}.memory_removals', 'number'), 10000)`);
    await remove();
    const numbers = await ask(`SELECT number::integer FROM ${schema}.memory_removals ORDER BY number`);
    expect(numbers).toStrictEqual([{ number: 10_001 }]);
  });
});

/** The tables of a schema that say this somewhere. */
async function tablesWith(schema: string, word: string): Promise<string[]> {
  const tables = await ask(`SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}'`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await ask(`SELECT 1 FROM ${schema}.${name} t WHERE strpos(t::text, '${word}') > 0`);
    if (rows.length > 0) found.push(String(name));
  }
  return found;
}
