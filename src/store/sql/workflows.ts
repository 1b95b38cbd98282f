import { createHash } from 'node:crypto';
import { EngramError, phrase } from '../../errors.ts';
import type { SqlClient, SqlRow, SqlStatement } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import type { Scope } from '../../records/scope.ts';
import { type Checkpoint, checkpointSchema, type Workflow, workflowSchema } from '../../records/workflow.ts';
import {
  agentOf,
  checked,
  oneOf,
  ownedBy,
  ownerColumnsOf,
  type RowValues,
  select,
  visibleTo,
} from './rows.ts';

const isOpen = "status IN ('running', 'uncertain')";

export function workflowColumns(workflow: Workflow): RowValues {
  const { id, scope, createdAt, schemaVersion, name, subject, requestKey, runId, input } = workflow;
  return {
    id,
    ...ownerColumnsOf(scope),
    created_at: createdAt,
    name,
    subject,
    request_key: requestKey,
    run_id: runId,
    schema_version: schemaVersion,
    input: JSON.stringify(input),
    ...standingOf(workflow),
  };
}

/** What changes while work goes on. */
function standingOf({ status, holder, epoch, beat, leaseUntil, updatedAt, output }: Workflow): RowValues {
  return {
    status,
    holder,
    epoch,
    beat,
    lease_until: leaseUntil,
    updated_at: updatedAt,
    output: JSON.stringify(output),
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
  const columns: RowValues = { run_id: workflow.runId, ...standingOf(workflow) };
  const names = Object.keys(columns);
  return [
    mustBeThere(workflow.scope, workflow.id),
    {
      sql: `UPDATE workflows SET ${names.map((name) => `${name} = ?`).join(', ')}
            WHERE id = ? AND epoch = ? AND NOT EXISTS (
              SELECT 1 FROM workflows other
              WHERE ${workflow.status === 'running' || workflow.status === 'uncertain' ? '1 = 1' : '1 = 0'}
                AND other.user_name = workflows.user_name AND other.project = workflows.project
                AND other.subject = workflows.subject AND other.id <> workflows.id AND other.${isOpen})`,
      parameters: [...Object.values(columns), workflow.id, epoch],
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

export function endWorkflow(owner: Scope, id: string, epoch: number): SqlStatement[] {
  return [
    mustBeThere(owner, id),
    { sql: 'DELETE FROM workflows WHERE id = ? AND epoch = ?', parameters: [id, epoch], mustAffect: true },
  ];
}

/** A database finds out about a damaged page, not about a flipped bit in a text. */
function checksumOf(key: string, state: string, body: string): string {
  return createHash('sha256')
    .update(JSON.stringify([key, state, body]))
    .digest('hex')
    .slice(0, 16);
}

export const checkpointsHead = `SELECT c.workflow_id, c.checkpoint_key, c.state, c.at, c.checksum, c.body,
  w.user_name, w.project, w.agent, w.epoch
  FROM checkpoints c JOIN workflows w ON w.id = c.workflow_id`;

export function decodeWorkflow(row: SqlRow): Workflow {
  const record = {
    id: row['id'],
    scope: scopeOf(row),
    createdAt: row['created_at'],
    schemaVersion: row['schema_version'],
    name: row['name'],
    subject: row['subject'],
    requestKey: row['request_key'],
    runId: row['run_id'],
    status: row['status'],
    holder: row['holder'],
    epoch: row['epoch'],
    beat: row['beat'],
    leaseUntil: row['lease_until'],
    updatedAt: row['updated_at'],
    input: parsed(row, 'input'),
    output: parsed(row, 'output'),
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

export function readWorkflows(client: SqlClient): Pick<Store, 'findWorkflows' | 'listCheckpoints'> {
  return {
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
