import type { FoundRecorded, RecordedReads } from '../../ports/recorded-changes.ts';
import type { Dialect, SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { WordReads } from '../../ports/word-reads.ts';
import type { Outcome } from '../../records/record.ts';
import {
  maxFailuresRead,
  messageText,
  type RecordedFailure,
  recordedBounds,
  runText,
} from '../../records/recorded.ts';
import type { Run } from '../../records/run.ts';
import type { Message } from '../../records/session.ts';
import { rowsWithWords } from './read-by-words.ts';
import { agentsIn, withAgents } from './read-runs.ts';
import {
  agentOf,
  inPieces,
  oneOf,
  ownerColumns,
  rowsNamed,
  type SqlCondition,
  selectNamed,
  visibleRuns,
  visibleTo,
} from './rows.ts';

/** Bodies that are read together with others; larger ones are read one by one, so that only one of them is in memory. */
const mostTogether = 65_536;
const smallBody = `CASE WHEN length(body) <= ${mostTogether} THEN body END AS body`;

/** Which message of its session it is, from 1. */
const numberInSession = `(SELECT COUNT(*) FROM messages o WHERE o.user_name = messages.user_name
  AND o.project = messages.project AND o.session_id = messages.session_id AND o.agent = messages.agent
  AND o.row <= messages.row) AS number`;

const messageColumns = `row, id, ${ownerColumns}, session_id, created_at, ${smallBody}`;
const runColumns = `row, id, ${ownerColumns}, created_at, outcome, summary, success_factors, final_approach, by_agent, ${smallBody}`;

/** Messages and ended runs as an index reads them: unchecked, in bounded texts. One that is damaged says nothing. */
export function readRecorded(
  client: SqlClient,
  dialect: Dialect,
): RecordedReads & Pick<WordReads, 'findRecordedByWords'> {
  async function bodyOf(table: string, row: SqlRow): Promise<object> {
    const [large] =
      row['body'] === null
        ? await client.query({
            sql: `SELECT body FROM ${table} WHERE row = ?`,
            parameters: [row['row'] ?? 0],
          })
        : [row];
    try {
      return (JSON.parse(String(large?.['body'])) ?? {}) as object;
    } catch {
      return {};
    }
  }

  async function messageOf(row: SqlRow): Promise<FoundRecorded> {
    const body = (await bodyOf('messages', row)) as Partial<Message>;
    const { role = 'user', content = '', toolCalls = [], toolName = null } = body;
    return {
      ...commonOf(row, 'message'),
      agents: [],
      text: messageText({ role, content, toolCalls, toolName }),
      sessionId: String(row['session_id']),
      position: Number(row['row']),
      role,
      number: row['number'] === undefined ? null : Number(row['number']),
      outcome: null,
      templateId: null,
      byAgent: true,
    };
  }

  async function runOf(row: SqlRow, failures: readonly RecordedFailure[]): Promise<FoundRecorded> {
    const { task, approach = null, mode } = (await bodyOf('runs', row)) as Partial<Run>;
    const outcome = row['outcome'] as Outcome | null;
    const told = {
      task: task ?? ({ description: '', category: null, type: null } as Run['task']),
      approach: (row['final_approach'] as string | null) ?? approach,
      outcome,
      summary: row['summary'] as string | null,
      successFactors: factorsIn(row),
    };
    return {
      ...commonOf(row, 'run'),
      agents: agentsIn(row),
      text: runText(told, failures),
      sessionId: null,
      position: null,
      role: null,
      number: null,
      outcome,
      templateId: mode?.kind === 'template' ? mode.templateId : null,
      byAgent: row['by_agent'] === 1,
    };
  }

  /** What failed in these runs first, and the call of the same tool that worked then. */
  async function failuresOf(rows: readonly SqlRow[]): Promise<ReadonlyMap<number, RecordedFailure[]>> {
    const failures = new Map<number, RecordedFailure[]>();
    if (rows.length === 0) return failures;
    const cut = (path: string, table: string): string =>
      `substr(${dialect.jsonText(`${table}.body`, path)}, 1, ${recordedBounds.error})`;
    // Bodies, which may be large, are read of the rows that were chosen only.
    const found = await client.query({
      sql: `SELECT s.run_row, s.tool, ${cut('error.message', 's')} AS message, (
              SELECT ${cut('arguments', 'n')} FROM steps n WHERE n.run_row = s.run_row AND n.id = (
                SELECT o.id FROM steps o WHERE o.run_row = s.run_row AND o.tool = s.tool AND o.success = 1
                  AND o.position > s.position ORDER BY o.position, o.id LIMIT 1
              )
            ) AS repaired_by
            FROM (SELECT run_row, id, ROW_NUMBER() OVER (PARTITION BY run_row ORDER BY position, id) AS place
              FROM steps WHERE success = 0 AND run_row IN (${rows.map(() => '?').join(', ')})) f
            JOIN steps s ON s.run_row = f.run_row AND s.id = f.id
            WHERE f.place <= ${maxFailuresRead} ORDER BY s.run_row, s.position, s.id`,
      parameters: rows.map((row) => row['row'] ?? 0),
    });
    for (const row of found) {
      const failure = {
        message: String(row['message'] ?? ''),
        tool: row['tool'] as string | null,
        repairedBy: row['repaired_by'] as string | null,
      };
      const run = Number(row['run_row']);
      failures.set(run, [...(failures.get(run) ?? []), failure]);
    }
    return failures;
  }

  async function messages(
    named: SqlCondition,
    visible: SqlCondition,
    columns = messageColumns,
  ): Promise<FoundRecorded[]> {
    const those = { sql: 'row = named_row', parameters: [] };
    const rows = await client.query(
      selectNamed(columns, rowsNamed('messages', named), 'messages', [those, visible]),
    );
    return oneByOne(rows, messageOf);
  }

  async function runs(named: SqlCondition, visible: SqlCondition): Promise<FoundRecorded[]> {
    const ended = { sql: 'row = named_row AND outcome IS NOT NULL', parameters: [] };
    const rows = await client.query(
      selectNamed(withAgents(runColumns), rowsNamed('runs', named), 'runs', [ended, visible]),
    );
    const failures = await failuresOf(rows);
    return oneByOne(rows, (row) => runOf(row, failures.get(Number(row['row'])) ?? []));
  }

  return {
    async recordedChanges(place, mark, limit) {
      const changed = await dialect.recordedChanges.read(client, place, mark, limit);
      const { messages: messageRows, runs: runRows, ...rest } = changed;
      // The number of a row may belong to another project by now.
      const here = { sql: 'user_name = ? AND project = ?', parameters: [place.user, place.project] };
      const entries = [
        ...inPieces(messageRows).map((piece) => messages(oneOf('row', piece), here)),
        ...inPieces(runRows).map((piece) => runs(oneOf('row', piece), here)),
      ];
      return { entries: (await Promise.all(entries)).flat(), ...rest };
    },
    async getRecorded(viewer, keys) {
      const idsOf = (kind: string): string[] => [
        ...new Set(keys.filter((key) => key.kind === kind).map(({ id }) => id)),
      ];
      const found = [
        ...inPieces(idsOf('message')).map((ids) =>
          messages(oneOf('id', ids), visibleTo(viewer), `${messageColumns}, ${numberInSession}`),
        ),
        ...inPieces(idsOf('run')).map((ids) => runs(oneOf('id', ids), visibleRuns(viewer, 'row'))),
      ];
      return (await Promise.all(found)).flat();
    },
    async findRecordedByWords(viewer, words, limit) {
      const visible = visibleTo(viewer);
      const ended = { sql: 'm.outcome IS NOT NULL', parameters: [] };
      const told = ['m.body', 'm.outcome', 'm.summary', 'm.success_factors', 'm.final_approach'];
      const [messageRows, runRows] = await Promise.all([
        rowsWithWords(
          client,
          { columns: 'm.row', table: 'messages', said: ['m.body'], where: [visibleTo(viewer, 'm.')] },
          words,
          limit,
        ),
        rowsWithWords(
          client,
          { columns: 'm.row', table: 'runs', said: told, where: [visibleRuns(viewer, 'row', 'm.'), ended] },
          words,
          limit,
        ),
      ]);
      const found = [
        ...inPieces(numbersOf(messageRows)).map((piece) => messages(oneOf('row', piece), visible)),
        ...inPieces(numbersOf(runRows)).map((piece) => runs(oneOf('row', piece), visibleRuns(viewer, 'row'))),
      ];
      return (await Promise.all(found)).flat();
    },
  };
}

const numbersOf = (rows: readonly SqlRow[]): number[] => rows.map((row) => Number(row['row']));

function factorsIn(row: SqlRow): string[] {
  try {
    return JSON.parse(String(row['success_factors'])) as string[];
  } catch {
    return [];
  }
}

function commonOf<Kind extends FoundRecorded['kind']>(row: SqlRow, kind: Kind) {
  return {
    kind,
    id: String(row['id']),
    scope: { user: String(row['user_name']), project: String(row['project']), agent: agentOf(row) },
    createdAt: Number(row['created_at']),
  };
}

/** Large bodies one after the other. */
async function oneByOne<Result>(
  rows: readonly SqlRow[],
  decode: (row: SqlRow) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const row of rows) results.push(await decode(row));
  return results;
}
