import { describe, expect, it } from 'vitest';
import type { SqlRow, SqlStatement, SqlValue } from '../../ports/sql-client.ts';
import { createPostgresClient } from './postgres-client.ts';
import type { PostgresServer } from './postgres-connection.ts';

const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
const coded = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

/** What the server answers to a statement: the number of rows it changed, a row, or an error. */
type Answer = number | Record<string, SqlValue> | Error;

/**
 * A server that answers as it is told. Each journey over the network is written down as the texts it carried,
 * and each connection given back as `kept` or `broken`. `marked` is the number in the last mark, and `writers`
 * fills with whose marks they were.
 */
function aServer(
  answer: (text: string, times: number, marked: number) => Answer | undefined,
  writers: SqlValue[] = [],
) {
  let marked = 0;
  const journeys: string[][] = [];
  const released: string[] = [];
  const times = new Map<string, number>();

  function resultOf(
    text: string,
    values: readonly SqlValue[],
  ): PromiseSettledResult<{ rows: SqlRow[]; changes: number }> {
    const met = (times.get(text) ?? 0) + 1;
    times.set(text, met);
    if (text === mark) {
      writers.push(values[0] ?? null);
      marked = Number(values[1]);
    }
    const given = answer(text, met, marked) ?? 1;
    if (given instanceof Error) return { status: 'rejected', reason: given };
    const value = typeof given === 'number' ? { rows: [], changes: given } : { rows: [given], changes: 1 };
    return { status: 'fulfilled', value };
  }

  const server: PostgresServer = {
    connect: async () => ({
      async run(statements) {
        journeys.push(statements.map(({ text }) => nameOf(text)));
        return statements.map(({ text, values }) => resultOf(nameOf(text), values));
      },
      release: (broken) => void released.push(broken ? 'broken' : 'kept'),
    }),
    close: async () => {},
  };
  const client = createPostgresClient(server, {
    shown: 'postgres://…',
    canWrite: true,
    marksCommits: true,
    maxWaitMs: 60,
  });
  return { client, journeys, released };
}

const write = (name: string, mustAffect = false): SqlStatement => ({ sql: name, parameters: [], mustAffect });
const mark = '(marks the commit)';
const askMark = '(asks for the mark)';
const removeOld = '(removes old marks)';

/** The statements about marks by what they are for, all others by their text. */
function nameOf(text: string): string {
  if (!text.includes('commit_marks')) return text;
  if (text.includes('RETURNING')) return askMark;
  return text.startsWith('DELETE') ? removeOld : mark;
}

const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const beginInOneState = 'BEGIN ISOLATION LEVEL REPEATABLE READ';

describe('STO-2: a batch on PostgreSQL', () => {
  it('is one transaction in two journeys, however many statements it has', async () => {
    const { client, journeys, released } = aServer((text) => (text === 'second' ? 3 : undefined));
    expect(await client.batch([write('first'), write('second')])).toStrictEqual({
      committed: true,
      changes: [1, 3],
    });
    expect(journeys).toStrictEqual([[begin, 'first', 'second', removeOld, mark], ['COMMIT']]);
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
    const sent = ['first', 'second', 'third'];
    expect(journeys).toStrictEqual([
      [begin, ...sent, removeOld, mark],
      ['ROLLBACK'],
      [beginInOneState, ...sent, mark],
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
      return text === 'third' || text === mark ? coded('25P02') : undefined;
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
    const client = createPostgresClient(server, {
      shown: 'postgres://…',
      canWrite: false,
      marksCommits: true,
    });
    await expect(client.batch([write('write')])).rejects.toMatchObject({ code: 'store_read_only' });
    expect(journeys).toStrictEqual([]);
  });
});

describe('STO-2: a lost connection', () => {
  it('before COMMIT: the batch is sent again over another one', async () => {
    const { client, journeys, released } = aServer((text, times) =>
      text === 'write' && times === 1 ? lost : undefined,
    );
    expect(await client.batch([write('write')])).toMatchObject({ committed: true });
    const sent = [begin, 'write', removeOld, mark];
    expect(journeys).toStrictEqual([sent, sent, ['COMMIT']]);
    expect(released).toStrictEqual(['broken', 'kept']);
  });

  it('during COMMIT, which took effect: the batch is not sent again, so it cannot conflict with itself', async () => {
    const { client, journeys, released } = aServer((text, times, marked) => {
      if (text === 'COMMIT' && times === 1) return lost;
      return text === askMark ? { batch: marked } : undefined;
    });
    expect(await client.batch([write('write', true)])).toStrictEqual({ committed: true, changes: [1] });
    expect(journeys).toStrictEqual([[begin, 'write', removeOld, mark], ['COMMIT'], [askMark]]);
    expect(released).toStrictEqual(['broken', 'kept']);
  });

  it('during COMMIT, which took no effect: the batch is sent again', async () => {
    const { client, journeys } = aServer((text, times, marked) => {
      if (text === 'COMMIT' && times === 2) return lost;
      return text === askMark ? { batch: marked - 1 } : undefined;
    });
    await client.batch([write('before')]);
    expect(await client.batch([write('write')])).toMatchObject({ committed: true });
    expect(journeys.flat().filter((text) => text === 'write')).toHaveLength(2);
  });

  it('during COMMIT, and it cannot be found out: says that nobody knows, instead of guessing', async () => {
    const { client } = aServer((text) => (text === 'COMMIT' || text === askMark ? lost : undefined));
    await expect(client.batch([write('write')])).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('not known whether'),
    });
  });

  it('never lets a batch use the mark of another that runs, or may still run', async () => {
    const names: SqlValue[] = [];
    const { client } = aServer((text, times) => (text === 'write' && times === 1 ? lost : undefined), names);
    await client.batch([write('write')]);
    const [lostWriter, nextWriter] = names;
    expect(nextWriter).not.toBe(lostWriter);
    await Promise.all([client.batch([write('one')]), client.batch([write('other')])]);
    const [, , one, other] = names;
    expect(new Set([lostWriter, one, other]).size).toBe(3);
    expect([one, other]).toContain(nextWriter);
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
