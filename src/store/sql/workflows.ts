import { createHash } from 'node:crypto';
import type { SqlStatement } from '../../ports/sql-client.ts';
import type { Scope } from '../../records/scope.ts';
import {
  type Checkpoint,
  isUnderWay as isStillUnderWay,
  isOpen as takesSubject,
  type Workflow,
  type WorkflowRequest,
} from '../../records/workflow.ts';
import { ownedBy, ownerColumnsOf, type RowValues } from './rows.ts';

export const isOpen = "status IN ('running', 'uncertain')";
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
  // A signal that arrives while the holder is at work must still wake the workflow.
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

/** Stores a signal once, whichever process holds the workflow, and wakes a waiting one. */
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
      // At once, whatever the clock of whoever sent it says.
      sql: "UPDATE workflows SET wake_at = 0 WHERE id = ? AND status IN ('running', 'waiting')",
      parameters: [workflowId],
    },
  ];
}

export function requestOfWorkflow(owner: Scope, id: string, request: WorkflowRequest): SqlStatement[] {
  const owned = ownedBy(owner);
  return [
    {
      // What is to be cancelled is not to be paused any more.
      sql: `UPDATE workflows SET requested = CASE WHEN requested = 'cancel' THEN requested ELSE ? END
            WHERE id = ? AND ${isUnderWay} AND ${owned.sql}`,
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
export function checksumOf(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}
