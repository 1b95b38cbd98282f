import type { RecordedRows, SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { ProjectOfUser } from '../../ports/store.ts';
import type { RecordedKey } from '../../records/recorded.ts';

/** Removals that are kept. A follower that misses more begins anew. */
const remembered = 10_000;

/** Notes a removal. Numbers of deleted messages are given out again, so the highest that is left is noted with it. */
const noteRemoval = (kind: RecordedKey['kind'], id: string): string => `
  INSERT INTO recorded_removals (kind, record_id, highest)
    SELECT '${kind}', ${id}, COALESCE(MAX(row), 0) FROM messages;
  DELETE FROM recorded_removals WHERE number <= (SELECT MAX(number) FROM recorded_removals) - ${remembered};`;

/** The run gets the next number, which is never given out again. */
const noteChange = (row: string): string => `
  DELETE FROM run_changes WHERE run_row = ${row};
  INSERT INTO run_changes (run_row) VALUES (${row});`;

/**
 * Messages are followed by the numbers of their rows, which are given out in the order they are committed: recording one
 * costs nothing more. A run ends once, and may change afterwards, so that each change gets a number.
 */
export const trackRecorded: readonly string[] = [
  `CREATE TABLE recorded_removals (
    number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, record_id TEXT NOT NULL, highest BIGINT NOT NULL
  )`,
  'CREATE TABLE run_changes (number INTEGER PRIMARY KEY AUTOINCREMENT, run_row BIGINT NOT NULL UNIQUE)',
  'INSERT INTO run_changes (run_row) SELECT run_row FROM executions ORDER BY finished_at, run_id',
  `CREATE TRIGGER message_removed AFTER DELETE ON messages BEGIN ${noteRemoval('message', 'old.id')} END`,
  `CREATE TRIGGER run_ended AFTER INSERT ON executions BEGIN ${noteChange('new.run_row')} END`,
  `CREATE TRIGGER run_counted AFTER UPDATE ON executions BEGIN ${noteChange('new.run_row')} END`,
  `CREATE TRIGGER run_joined AFTER INSERT ON run_agents
    WHEN EXISTS (SELECT 1 FROM executions WHERE run_row = new.run_row) BEGIN ${noteChange('new.run_row')} END`,
  `CREATE TRIGGER run_removed AFTER DELETE ON executions BEGIN
    DELETE FROM run_changes WHERE run_row = old.run_row; ${noteRemoval('run', 'old.run_id')}
  END`,
];

/** The last message read, the last change of a run, and the last removal. */
type RecordedMark = readonly [message: number, run: number, removal: number];

const lastRemoval = 'SELECT COALESCE(MAX(number), 0) AS answer FROM recorded_removals';
const lastMessage = 'SELECT COALESCE(MAX(row), 0) AS answer FROM messages';
const lastChange = 'SELECT COALESCE(MAX(number), 0) AS answer FROM run_changes';

/** All at one moment; most who ask have missed nothing. */
const latestOfAll = `SELECT (${lastRemoval}) AS removal, (${lastMessage}) AS message, (${lastChange}) AS run`;

async function numberOf(client: SqlClient, sql: string): Promise<number> {
  const [row] = await client.query({ sql, parameters: [] });
  return Number(row?.['answer'] ?? 0);
}

/** Asks in the order of `readChanges` in `memory-changes.ts`, and for the same reasons. */
export async function readRecorded(
  client: SqlClient,
  { user, project }: ProjectOfUser,
  encoded: string | null,
  limit: number,
): Promise<RecordedRows> {
  const [message, run, removal] =
    encoded === null ? [0, 0, await numberOf(client, lastRemoval)] : (JSON.parse(encoded) as RecordedMark);
  if (encoded !== null) {
    const [now] = await client.query({ sql: latestOfAll, parameters: [] });
    const isSame =
      Number(now?.['removal']) === removal &&
      Number(now?.['message']) <= message &&
      Number(now?.['run']) <= run;
    if (isSame) return { messages: [], runs: [], removed: [], mark: encoded, more: false, restart: false };
  }
  const removals = await client.query({
    sql: 'SELECT number, kind, record_id, highest FROM recorded_removals WHERE number > ? ORDER BY number',
    parameters: [removal],
  });
  const highest = await numberOf(client, lastMessage);
  const latest = await numberOf(client, lastChange);
  const missed = Number(removals.at(0)?.['number'] ?? removal + 1) > removal + 1;
  const from = removals.reduce((lowest, left) => Math.min(lowest, Number(left['highest'])), message);
  const messages = await client.query({
    // With the signs, no index is used: in the one of sessions all messages of the project would be sorted for each page.
    sql: `SELECT row FROM messages WHERE row > ? AND row <= ? AND +user_name = ? AND +project = ?
          ORDER BY row LIMIT ?`,
    parameters: [from, highest, user, project, limit],
  });
  const left = limit - messages.length;
  const runs =
    left === 0
      ? []
      : await client.query({
          // In this order: a project may have changed few of many runs.
          sql: `SELECT c.number, c.run_row FROM run_changes c CROSS JOIN runs r ON r.row = c.run_row
                WHERE c.number > ? AND c.number <= ? AND r.user_name = ? AND r.project = ?
                ORDER BY c.number LIMIT ?`,
          parameters: [run, latest, user, project, left],
        });
  const more = messages.length + runs.length === limit;
  const mark: RecordedMark = [
    left === 0 ? Number(messages.at(-1)?.['row']) : Math.max(from, highest),
    more ? Number(runs.at(-1)?.['number'] ?? run) : Math.max(run, latest),
    Number(removals.at(-1)?.['number'] ?? removal),
  ];
  return {
    messages: messages.map((row) => Number(row['row'])),
    runs: runs.map((row) => Number(row['run_row'])),
    removed: removals.map(keyOf),
    mark: JSON.stringify(mark),
    more,
    restart: missed,
  };
}

function keyOf(row: SqlRow): RecordedKey {
  return { kind: row['kind'] as RecordedKey['kind'], id: String(row['record_id']) };
}
