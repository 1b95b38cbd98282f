import { createHash } from 'node:crypto';
import { EngramError, phrase } from '../../errors.ts';
import type { SqlClient, SqlRow, SqlStatement } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import { cutPage } from '../../records/page.ts';
import type { Scope } from '../../records/scope.ts';
import {
  type Checkpoint,
  checkpointSchema,
  isUnderWay as isStillUnderWay,
  isOpen as takesSubject,
  type Workflow,
  type WorkflowRequest,
  workflowSchema,
} from '../../records/workflow.ts';
import {
  agentOf,
  changeableBy,
  checked,
  equals,
  oneOf,
  ownedBy,
  ownerColumnsOf,
  pageOf,
  type RowValues,
  select,
  visibleTo,
} from './rows.ts';

const isOpen = "status IN ('running', 'uncertain')";
const isUnderWay = "status IN ('queued', 'running', 'waiting')";

export function workflowColumns(workflow: Workflow): RowValues {
  const { id, scope, createdAt, schemaVersion, name, version, subject, requestKey, parentId } = workflow;
  const input = JSON.stringify(workflow.input);
  return {
    id,
    ...ownerColumnsOf(scope),
    created_at: createdAt,
    name,
    version,
    subject,
    request_key: requestKey,
    parent_id: parentId,
    schema_version: schemaVersion,
    input,
    asked_checksum: checksumOf(id, name, version, input),
    ...standingOf(workflow),
    requested: workflow.requested,
  };
}

/** What changes while work goes on. */
function standingOf(workflow: Workflow): RowValues {
  const { id, runId, status, holder, epoch, beat, leaseUntil, updatedAt, wakeAt, recoveries } = workflow;
  const [output, error] = [JSON.stringify(workflow.output), JSON.stringify(workflow.error)];
  return {
    run_id: runId,
    status,
    holder,
    epoch,
    beat,
    lease_until: leaseUntil,
    updated_at: updatedAt,
    wake_at: wakeAt,
    recoveries,
    output,
    error,
    standing_checksum: checksumOf(id, status, output, error),
  };
}

/** Finds the workflow or refuses; on PostgreSQL nobody else can take it over until the commit. */
function mustBeThere(owner: Scope, id: string): SqlStatement {
  const owned = ownedBy(owner);
  return {
    sql: `UPDATE workflows SET epoch = epoch WHERE id = ? AND ${owned.sql}`,
    parameters: [id, ...owned.parameters],
    mustAffect: true,
  };
}

export function holdWorkflow(workflow: Workflow, epoch: number): SqlStatement[] {
  const { wake_at: wakeAt = null, ...standing } = standingOf(workflow);
  const columns: RowValues = { ...standing, ...(isStillUnderWay(workflow) ? {} : { requested: null }) };
  const names = Object.keys(columns).map((name) => `${name} = ?`);
  // A signal that came while its holder was at it must not be slept through.
  const wakes =
    workflow.status === 'waiting'
      ? { sql: ['wake_at = CASE WHEN wake_at < ? THEN wake_at ELSE ? END'], parameters: [wakeAt, wakeAt] }
      : workflow.status === 'running' && workflow.epoch === epoch
        ? { sql: [], parameters: [] }
        : { sql: ['wake_at = ?'], parameters: [wakeAt] };
  return [
    mustBeThere(workflow.scope, workflow.id),
    {
      sql: `UPDATE workflows SET ${[...names, ...wakes.sql].join(', ')}
            WHERE id = ? AND epoch = ? AND NOT EXISTS (
              SELECT 1 FROM workflows other
              WHERE ${takesSubject(workflow) ? '1 = 1' : '1 = 0'}
                AND other.user_name = workflows.user_name AND other.project = workflows.project
                AND other.subject = workflows.subject AND other.id <> workflows.id AND other.${isOpen})`,
      parameters: [...Object.values(columns), ...wakes.parameters, workflow.id, epoch],
      mustAffect: true,
    },
  ];
}

export function keepCheckpoint(checkpoint: Checkpoint, epoch: number): SqlStatement[] {
  const { scope, workflowId, key, state, at, input, result } = checkpoint;
  const body = JSON.stringify({ input, result });
  return [
    mustBeThere(scope, workflowId),
    {
      sql: `INSERT INTO checkpoints (workflow_id, checkpoint_key, state, at, checksum, body)
            SELECT ?, ?, ?, ?, ?, ? FROM workflows WHERE id = ? AND epoch = ?
            ON CONFLICT (workflow_id, checkpoint_key) DO UPDATE
            SET state = excluded.state, at = excluded.at, checksum = excluded.checksum, body = excluded.body`,
      parameters: [workflowId, key, state, at, checksumOf(key, state, body), body, workflowId, epoch],
      mustAffect: true,
    },
  ];
}

/** Kept once, whoever holds the work; what waits is woken. */
export function signalWorkflow(checkpoint: Checkpoint): SqlStatement[] {
  const { scope, workflowId, key, state, at, input, result } = checkpoint;
  const body = JSON.stringify({ input, result });
  return [
    mustBeThere(scope, workflowId),
    {
      sql: `INSERT INTO checkpoints (workflow_id, checkpoint_key, state, at, checksum, body)
            VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (workflow_id, checkpoint_key) DO NOTHING`,
      parameters: [workflowId, key, state, at, checksumOf(key, state, body), body],
    },
    {
      sql: "UPDATE workflows SET wake_at = ? WHERE id = ? AND status IN ('running', 'waiting')",
      parameters: [at, workflowId],
    },
  ];
}

export function requestOfWorkflow(owner: Scope, id: string, request: WorkflowRequest): SqlStatement[] {
  const owned = ownedBy(owner);
  return [
    {
      sql: `UPDATE workflows SET requested = ? WHERE id = ? AND ${isUnderWay} AND ${owned.sql}`,
      parameters: [request, id, ...owned.parameters],
      mustAffect: true,
    },
  ];
}

export function endWorkflow(owner: Scope, id: string, epoch: number): SqlStatement[] {
  return [
    mustBeThere(owner, id),
    { sql: 'DELETE FROM workflows WHERE id = ? AND epoch = ?', parameters: [id, epoch], mustAffect: true },
  ];
}

/** A database finds out about a damaged page, not about a flipped bit in a text. */
function checksumOf(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}

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

export function readWorkflows(
  client: SqlClient,
): Pick<Store, 'findWorkflows' | 'listWorkflows' | 'dueWorkflows' | 'listCheckpoints'> {
  return {
    async listWorkflows(viewer, { status, name, parentId }, page) {
      const { conditions, tail, parameters } = pageOf(page);
      const wanted = [...equals('status', status), ...equals('name', name), ...equals('parent_id', parentId)];
      const rows = await client.query(
        select('SELECT * FROM workflows', [visibleTo(viewer), ...wanted, ...conditions], tail, parameters),
      );
      return cutPage(rows.map(decodeWorkflow), page.limit);
    },
    async dueWorkflows(viewer, names, now, limit) {
      if (names.length === 0) return [];
      const due = {
        sql: `status IN ('queued', 'waiting') AND (wake_at <= ? OR requested IS NOT NULL)`,
        parameters: [now],
      };
      const rows = await client.query(
        select(
          'SELECT * FROM workflows',
          [changeableBy(viewer), oneOf('name', names), due],
          'ORDER BY wake_at IS NULL, wake_at, created_at, id LIMIT ?',
          [limit],
        ),
      );
      return rows.map(decodeWorkflow);
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
