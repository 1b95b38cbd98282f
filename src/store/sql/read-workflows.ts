import { EngramError, phrase } from '../../errors.ts';
import type { SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import type { Scope } from '../../records/scope.ts';
import { type Checkpoint, checkpointSchema, type Workflow, workflowSchema } from '../../records/workflow.ts';
import { agentOf, changeableBy, checked, equals, oneOf, readPage, select, visibleTo } from './rows.ts';
import { checksumOf, isOpen } from './workflows.ts';

export const checkpointsHead = `SELECT c.workflow_id, c.checkpoint_key, c.state, c.at, c.checksum, c.body,
  w.user_name, w.project, w.agent, w.epoch
  FROM checkpoints c JOIN workflows w ON w.id = c.workflow_id`;

export function decodeWorkflow(row: SqlRow): Workflow {
  const text = (column: string): string => String(row[column]);
  const [id, name, version, input] = ['id', 'name', 'version', 'input'].map(text) as [
    string,
    string,
    string,
    string,
  ];
  const [status, output, error] = ['status', 'output', 'error'].map(text) as [string, string, string];
  const sums = [
    [row['asked_checksum'], checksumOf(id, name, version, input)],
    [row['standing_checksum'], checksumOf(id, status, output, error)],
  ];
  if (sums.some(([kept, computed]) => kept !== '' && kept !== computed)) throw damaged(row);
  const record = {
    id,
    scope: scopeOf(row),
    createdAt: row['created_at'],
    schemaVersion: row['schema_version'],
    name,
    version,
    subject: row['subject'],
    requestKey: row['request_key'],
    parentId: row['parent_id'],
    runId: row['run_id'],
    status,
    holder: row['holder'],
    epoch: row['epoch'],
    beat: row['beat'],
    leaseUntil: row['lease_until'],
    updatedAt: row['updated_at'],
    wakeAt: row['wake_at'],
    recoveries: row['recoveries'],
    requested: row['requested'],
    input: parsed(row, 'input'),
    output: parsed(row, 'output'),
    error: parsed(row, 'error'),
  };
  return checked(workflowSchema, record, row);
}

export function decodeCheckpoint(row: SqlRow): Checkpoint {
  const [key, state, body] = [row['checkpoint_key'], row['state'], row['body']].map(String) as [
    string,
    string,
    string,
  ];
  if (checksumOf(key, state, body) !== row['checksum']) throw damaged(row);
  const record = {
    ...(parsed(row, 'body') as object),
    scope: scopeOf(row),
    workflowId: row['workflow_id'],
    key,
    state,
    at: row['at'],
  };
  return checked(checkpointSchema, record, { ...row, id: row['workflow_id'] ?? null });
}

const scopeOf = (row: SqlRow): Scope => ({
  user: String(row['user_name']),
  project: String(row['project']),
  agent: agentOf(row),
});

function parsed(row: SqlRow, column: string): unknown {
  try {
    return JSON.parse(String(row[column]));
  } catch (cause) {
    throw damaged(row, cause);
  }
}

function damaged(row: SqlRow, cause?: unknown): EngramError {
  const id = row['workflow_id'] ?? row['id'] ?? null;
  return new EngramError('store_corrupt', `What was kept of the work "${id}" is damaged.`, {
    details: { id },
    hint: phrase`Examine the database with ${{ operation: 'doctor' }}.`,
    cause,
  });
}

/** So many damaged ones can be due before they are in the way of the others. */
const mayBeDamaged = 50;

/** A damaged workflow must not keep workers from the others; whoever asks for it is told. */
function readable(row: SqlRow): Workflow[] {
  try {
    return [decodeWorkflow(row)];
  } catch (error) {
    if (EngramError.is(error) && error.code === 'store_corrupt') return [];
    throw error;
  }
}

export function readWorkflows(
  client: SqlClient,
): Pick<Store, 'findWorkflows' | 'listWorkflows' | 'dueWorkflows' | 'listCheckpoints'> {
  return {
    async listWorkflows(viewer, { status, name, parentId }, page) {
      const wanted = [...equals('status', status), ...equals('name', name), ...equals('parent_id', parentId)];
      const where = [visibleTo(viewer), ...wanted];
      return readPage(client, 'SELECT * FROM workflows', where, page, decodeWorkflow);
    },
    async dueWorkflows(viewer, definitions, now, limit) {
      if (definitions.length === 0) return [];
      const known = {
        sql: `(${definitions.map(() => '(name = ? AND version = ?)').join(' OR ')})`,
        parameters: definitions.flatMap(({ name, version }) => [name, version]),
      };
      const due = {
        sql: `status IN ('queued', 'waiting') AND (wake_at <= ? OR requested IS NOT NULL)`,
        parameters: [now],
      };
      const rows = await client.query(
        select(
          'SELECT * FROM workflows',
          [changeableBy(viewer), known, due],
          'ORDER BY wake_at IS NULL, wake_at, created_at, id LIMIT ?',
          [limit + mayBeDamaged],
        ),
      );
      return rows.flatMap(readable).slice(0, limit);
    },
    async findWorkflows(viewer, names) {
      if (names.length === 0) return [];
      const columns = ['id', 'run_id', 'request_key'].map((column) => oneOf(column, names));
      const bySubject = oneOf('subject', names);
      const named = {
        sql: `(${columns.map(({ sql }) => sql).join(' OR ')} OR (${isOpen} AND ${bySubject.sql}))`,
        parameters: [...columns, bySubject].flatMap(({ parameters }) => parameters),
      };
      const rows = await client.query(
        select('SELECT * FROM workflows', [visibleTo(viewer), named], 'ORDER BY created_at, id'),
      );
      return rows.map(decodeWorkflow);
    },
    async listCheckpoints(viewer, workflowId) {
      const ofWorkflow = { sql: 'c.workflow_id = ?', parameters: [workflowId] };
      const rows = await client.query(
        select(checkpointsHead, [visibleTo(viewer, 'w.'), ofWorkflow], 'ORDER BY c.checkpoint_key'),
      );
      return rows.map(decodeCheckpoint);
    },
  };
}
