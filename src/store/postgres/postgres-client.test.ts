import { describe, expect, it } from 'vitest';
import type { SqlRow, SqlValue, Statement } from '../../ports/sql-client.ts';
import { createPostgresClient } from './postgres-client.ts';
import type { PostgresServer } from './postgres-connection.ts';

const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
const coded = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

/** What the server answers to a statement: the number of rows it changed, a row, or an error. */
type Answer = number | Record<string, SqlValue> | Error;

/**
 * A server that answers as it is told. Each journey over the network is written down as the texts it carried,
 * and each connection given back as `kept` or `broken`.
 */
function aServer(answer: (text: string, times: number) => Answer | undefined) {
  const journeys: string[][] = [];
  const released: string[] = [];
  const times = new Map<string, number>();

  function resultOf(text: string): PromiseSettledResult<{ rows: SqlRow[]; changes: number }> {
    const met = (times.get(text) ?? 0) + 1;
    times.set(text, met);
    const given = answer(text, met) ?? (text.includes('xact_id') ? { number: '4711' } : 1);
    if (given instanceof Error) return { status: 'rejected', reason: given };
    const value = typeof given === 'number' ? { rows: [], changes: given } : { rows: [given], changes: 1 };
    return { status: 'fulfilled', value };
  }

  const server: PostgresServer = {
    connect: async () => ({
      async run(statements) {
        journeys.push(statements.map(({ text }) => text));
        return statements.map(({ text }) => resultOf(text));
      },
      release: (broken) => void released.push(broken ? 'broken' : 'kept'),
    }),
    close: async () => {},
  };
  const client = createPostgresClient(server, { shown: 'postgres://…', canWrite: true, patienceMs: 60 });
  return { client, journeys, released };
}

const write = (name: string, mustAffect = false): Statement => ({ sql: name, parameters: [], mustAffect });
const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const beginInOneState = 'BEGIN ISOLATION LEVEL REPEATABLE READ';
const askNumber = 'SELECT pg_current_xact_id_if_assigned()::text AS number';
const askStatus = 'SELECT pg_xact_status($1::xid8) AS status';

describe('STO-2: a batch on PostgreSQL', () => {
  it('is one transaction in two journeys, however many statements it has', async () => {
    const { client, journeys, released } = aServer((text) => (text === 'second' ? 3 : undefined));
    expect(await client.batch([write('first'), write('second')])).toStrictEqual({
      committed: true,
      changes: [1, 3],
    });
    expect(journeys).toStrictEqual([[begin, 'first', 'second', askNumber], ['COMMIT']]);
    expect(released).toStrictEqual(['kept']);
  });

  it('without statements asks nothing', async () => {
    const { client, journeys } = aServer(() => undefined);
    expect(await client.batch([])).toStrictEqual({ committed: true, changes: [] });
    expect(journeys).toStrictEqual([]);
  });

  it('is rolled back by a statement that had to change something, and asked again of one unchanging state', async () => {
    const { client, journeys } = aServer((text) => (text === 'second' ? 0 : undefined));
    const batch = [write('first', true), write('second', true), write('third', true)];
    expect(await client.batch(batch)).toStrictEqual({ committed: false, unaffected: 1 });
    const sent = ['first', 'second', 'third', askNumber];
    expect(journeys).toStrictEqual([
      [begin, ...sent],
      ['ROLLBACK'],
      [beginInOneState, ...sent],
      ['ROLLBACK'],
    ]);
  });

  it('that was refused only because others changed what it looked at is not refused', async () => {
    const { client } = aServer((text, times) => (text === 'change' && times === 1 ? 0 : undefined));
    expect(await client.batch([write('change', true)])).toStrictEqual({ committed: true, changes: [1] });
  });

  it('answers the first failure: what comes after it in a broken transaction says nothing', async () => {
    const { client, released } = aServer((text) => {
      if (text === 'second') return coded('53100');
      return text === 'third' || text === askNumber ? coded('25P02') : undefined;
    });
    await expect(client.batch([write('first'), write('second'), write('third')])).rejects.toMatchObject({
      code: 'store_full',
    });
    expect(released).toStrictEqual(['kept']);
  });

  it('a violated key counts only in one unchanging state', async () => {
    const { client } = aServer((text, times) =>
      text === 'insert' && times === 1 ? coded('23503') : undefined,
    );
    expect(await client.batch([write('insert')])).toMatchObject({ committed: true });
    const broken = aServer((text) => (text === 'insert' ? coded('23503') : undefined));
    await expect(broken.client.batch([write('insert')])).rejects.toMatchObject({ code: 'internal' });
    expect(broken.journeys.map(([first]) => first)).toStrictEqual([
      begin,
      'ROLLBACK',
      beginInOneState,
      'ROLLBACK',
    ]);
  });

  it.each(['40001', '40P01'])('undone by %s is tried again', async (code) => {
    const { client } = aServer((text, times) => (text === 'write' && times < 3 ? coded(code) : undefined));
    expect(await client.batch([write('write')])).toMatchObject({ committed: true });
  });

  it('that others never let pass is given up as busy', async () => {
    const { client } = aServer((text) => (text === 'write' ? coded('40001') : undefined));
    await expect(client.batch([write('write')])).rejects.toMatchObject({ code: 'store_busy' });
  });

  it('where nothing may be written is refused before anything is asked', async () => {
    const { journeys } = aServer(() => undefined);
    const server = { connect: () => Promise.reject(lost), close: async () => {} };
    const client = createPostgresClient(server, { shown: 'postgres://…', canWrite: false });
    await expect(client.batch([write('write')])).rejects.toMatchObject({ code: 'store_read_only' });
    expect(journeys).toStrictEqual([]);
  });
});

describe('STO-2: a lost connection', () => {
  it('before COMMIT: the batch is sent again over another one', async () => {
    const { client, journeys, released } = aServer((text, times) =>
      times === 1 && text !== 'COMMIT' ? lost : undefined,
    );
    expect(await client.batch([write('write')])).toMatchObject({ committed: true });
    expect(journeys).toStrictEqual([[begin, 'write', askNumber], [begin, 'write', askNumber], ['COMMIT']]);
    expect(released).toStrictEqual(['broken', 'kept']);
  });

  it('during COMMIT, which took effect: the batch is not sent again, so it cannot conflict with itself', async () => {
    const { client, journeys } = aServer((text, times) => {
      if (text === 'COMMIT' && times === 1) return lost;
      return text === askStatus ? { status: 'committed' } : undefined;
    });
    expect(await client.batch([write('write', true)])).toStrictEqual({ committed: true, changes: [1] });
    expect(journeys).toStrictEqual([[begin, 'write', askNumber], ['COMMIT'], [askStatus]]);
  });

  it('during COMMIT, which took no effect: the batch is sent again', async () => {
    const { client, journeys } = aServer((text, times) => {
      if (text === 'COMMIT' && times === 1) return lost;
      return text === askStatus ? { status: 'aborted' } : undefined;
    });
    expect(await client.batch([write('write')])).toMatchObject({ committed: true });
    expect(journeys.flat().filter((text) => text === 'write')).toHaveLength(2);
  });

  it('during COMMIT that the server is still at: it is waited for', async () => {
    const { client, journeys } = aServer((text, times) => {
      if (text === 'COMMIT' && times === 1) return lost;
      return text === askStatus ? { status: times < 3 ? 'in progress' : 'committed' } : undefined;
    });
    expect(await client.batch([write('write')])).toMatchObject({ committed: true });
    expect(journeys.flat().filter((text) => text === 'write')).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    ['has forgotten it', { status: null }],
    ['does not come back', lost],
  ])(
    'during COMMIT, and the server %s: says that nobody knows, instead of guessing',
    async (_why, answer) => {
      const { client } = aServer((text) => {
        if (text === 'COMMIT') return lost;
        return text === askStatus ? answer : undefined;
      });
      await expect(client.batch([write('write')])).rejects.toMatchObject({
        code: 'store_unavailable',
        message: expect.stringContaining('not known whether'),
      });
    },
  );

  it('during COMMIT of a batch that wrote nothing: it may be sent again', async () => {
    const { client, journeys } = aServer((text, times) => {
      if (text === 'COMMIT' && times === 1) return lost;
      return text === askNumber ? { number: null } : undefined;
    });
    expect(await client.batch([write('look')])).toMatchObject({ committed: true });
    expect(journeys.flat()).not.toContain(askStatus);
  });

  it('while reading: the question is asked again', async () => {
    const { client, released } = aServer((_text, times) => (times < 3 ? lost : { found: 1 }));
    expect(await client.query(write('SELECT'))).toStrictEqual([{ found: 1 }]);
    expect(released).toStrictEqual(['broken', 'broken', 'kept']);
  });

  it('that does not come back is answered as unavailable', async () => {
    const { client } = aServer(() => lost);
    await expect(client.query(write('SELECT'))).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(client.batch([write('write')])).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});
