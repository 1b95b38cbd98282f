import type { SqlClient, SqlRow, SqlValue } from '../../ports/sql-client.ts';
import type { Command, Store } from '../../ports/store.ts';
import { messageSchema, sessionSchema } from '../../records/session.ts';
import { decodeLesson } from './read-lessons.ts';
import { decodeRevision, decodeUse, revisionsHead, usesHead } from './read-life.ts';
import { decodeMemory } from './read-memories.ts';
import { decodeRun } from './read-runs.ts';
import { decodeStep, stepsHead } from './read-steps.ts';
import { decodeTask } from './read-tasks.ts';
import { decodeTemplate, templateVersionsHead } from './read-templates.ts';
import { decode } from './rows.ts';
import { decodeToken, livingTokens } from './tokens.ts';
import { checkpointsHead, decodeCheckpoint, decodeWorkflow } from './workflows.ts';

/** One table of records: how to walk through it, and the command that writes a row of it again. */
interface Source {
  readonly head: string;
  /** Columns that say where a row stands, in the order they are walked. */
  readonly key: readonly string[];
  /** The same columns in the answer. */
  readonly columns: readonly string[];
  command(row: SqlRow): Command;
}

const ifAbsent = true;

/** In the order they must be written: a step needs its run. Messages keep the order they were appended in. */
const sources: readonly Source[] = [
  {
    head: 'SELECT * FROM tasks',
    key: ['user_name', 'project', 'id', 'agent'],
    columns: ['user_name', 'project', 'id', 'agent'],
    command: (row) => ({ type: 'create-task', task: decodeTask(row), ifAbsent }),
  },
  {
    head: 'SELECT * FROM runs',
    key: ['row'],
    columns: ['row'],
    command: (row) => ({ type: 'start-run', run: decodeRun(row), ifAbsent }),
  },
  {
    head: stepsHead,
    key: ['s.run_row', 's.id'],
    columns: ['run_row', 'id'],
    command: (row) => ({ type: 'append-step', step: decodeStep(row) }),
  },
  {
    head: `SELECT m.*, s.created_at AS session_created_at, s.schema_version AS session_schema_version
           FROM messages m JOIN sessions s ON s.user_name = m.user_name AND s.project = m.project
             AND s.agent = m.agent AND s.id = m.session_id`,
    key: ['m.row'],
    columns: ['row'],
    command: (row) => ({
      type: 'append-message',
      session: decode(sessionSchema, {
        ...row,
        id: row['session_id'] ?? null,
        created_at: row['session_created_at'] ?? null,
        schema_version: row['session_schema_version'] ?? null,
      }),
      message: decode(messageSchema, row, { sessionId: row['session_id'] }),
    }),
  },
  {
    head: 'SELECT * FROM memories',
    key: ['row'],
    columns: ['row'],
    command: (row) => ({ type: 'record-memory', memory: decodeMemory(row), ifAbsent }),
  },
  {
    head: revisionsHead,
    key: ['r.memory_id', 'r.revision'],
    columns: ['id', 'revision'],
    command: (row) => ({ type: 'keep-revision', revision: decodeRevision(row) }),
  },
  {
    head: usesHead,
    key: ['u.memory_id', 'u.run_id'],
    columns: ['memory_id', 'run_id'],
    command: (row) => ({ type: 'note-uses', uses: [decodeUse(row)] }),
  },
  {
    head: 'SELECT * FROM lessons',
    key: ['id'],
    columns: ['id'],
    command: (row) => ({ type: 'save-lesson', lesson: decodeLesson(row), ifAbsent }),
  },
  {
    head: 'SELECT * FROM templates',
    key: ['id'],
    columns: ['id'],
    command: (row) => ({ type: 'save-template', template: decodeTemplate(row), ifAbsent }),
  },
  {
    head: templateVersionsHead,
    key: ['v.template_id', 'v.version'],
    columns: ['id', 'version'],
    command: (row) => ({ type: 'keep-template-version', template: decodeTemplate(row) }),
  },
  {
    head: livingTokens,
    key: ['id'],
    columns: ['id'],
    command: (row) => ({ type: 'create-token', token: decodeToken(row), ifAbsent }),
  },
  {
    head: 'SELECT * FROM workflows',
    key: ['id'],
    columns: ['id'],
    command: (row) => ({ type: 'begin-workflow', workflow: decodeWorkflow(row), ifAbsent }),
  },
  {
    head: checkpointsHead,
    key: ['c.workflow_id', 'c.checkpoint_key'],
    columns: ['workflow_id', 'checkpoint_key'],
    command: (row) => ({
      type: 'keep-checkpoint',
      checkpoint: decodeCheckpoint(row),
      epoch: Number(row['epoch']),
    }),
  },
];

/** Walks through all tables, one after the other. The cursor is the number of the table and the key of a row in it. */
export function exporting(client: SqlClient): Pick<Store, 'export'> {
  return {
    async export(after, limit) {
      const [table, ...place] = after === null ? [0] : (JSON.parse(after) as [number, ...SqlValue[]]);
      const source = sources[table];
      if (source === undefined) return { commands: [], next: null };
      const { head, key, columns, command } = source;
      const beyond =
        place.length === 0 ? '' : `WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')})`;
      const rows = await client.query({
        sql: `${head} ${beyond} ORDER BY ${key.join(', ')} LIMIT ?`,
        parameters: [...place, limit],
      });
      const last = rows.at(-1);
      const more = rows.length === limit && last !== undefined;
      const next = more ? [table, ...columns.map((column) => last[column])] : [table + 1];
      return {
        commands: rows.map(command),
        next: more || table + 1 < sources.length ? JSON.stringify(next) : null,
      };
    },
  };
}
