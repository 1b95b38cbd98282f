import { grants } from '../../records/grant.ts';
import { loans } from '../../records/loan.ts';
import { registeredAgents } from '../../records/registered-agent.ts';
import { taskPlans } from '../../records/task-plan.ts';
import { userEntries } from '../../records/user-entry.ts';
import { createAuditTables } from './audit.ts';
import { createRetrievalTimes } from './counters.ts';
import { firstMigrations, type Migration } from './first-migrations.ts';
import { createIndexTables, recreateIndexTables } from './kept-index.ts';
import { addOwnedFilter, createOwnedTable } from './owned.ts';
import { createRetentionTables } from './retention-tables.ts';
import { ownerDefinition as owner } from './rows.ts';
import { createUnsortedFailures } from './unsorted-failures.ts';

export type { Migration } from './first-migrations.ts';

/** All steps, oldest first. */
export const migrations: readonly Migration[] = [
  ...firstMigrations,
  {
    version: 6,
    name: 'durable work and its checkpoints',
    statements: () => [
      `CREATE TABLE workflows (
        id TEXT PRIMARY KEY, ${owner}, created_at BIGINT NOT NULL, name TEXT NOT NULL, subject TEXT NOT NULL,
        request_key TEXT, run_id TEXT NOT NULL, status TEXT NOT NULL, holder TEXT, epoch INTEGER NOT NULL,
        beat INTEGER NOT NULL, lease_until BIGINT NOT NULL, updated_at BIGINT NOT NULL,
        schema_version INTEGER NOT NULL, input TEXT NOT NULL, output TEXT NOT NULL
      )`,
      // One at a time, whichever agent of the project does it.
      `CREATE UNIQUE INDEX workflows_open ON workflows (user_name, project, subject)
        WHERE status IN ('running', 'uncertain')`,
      `CREATE UNIQUE INDEX workflows_by_request ON workflows (user_name, project, agent, request_key)
        WHERE request_key IS NOT NULL`,
      'CREATE INDEX workflows_by_run ON workflows (run_id)',
      `CREATE TABLE checkpoints (
        workflow_id TEXT NOT NULL REFERENCES workflows (id) ON DELETE CASCADE, checkpoint_key TEXT NOT NULL,
        state TEXT NOT NULL, at BIGINT NOT NULL, checksum TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (workflow_id, checkpoint_key)
      )`,
    ],
  },
  {
    version: 7,
    name: 'registered agents',
    statements: () => createOwnedTable(registeredAgents),
  },
  {
    version: 8,
    name: 'the holders of jobs, counted; work that waits, and what is requested of it',
    statements: () => [
      'ALTER TABLE jobs ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0',
      'ALTER TABLE jobs ADD COLUMN beat INTEGER NOT NULL DEFAULT 0',
      "ALTER TABLE workflows ADD COLUMN version TEXT NOT NULL DEFAULT '1'",
      'ALTER TABLE workflows ADD COLUMN parent_id TEXT',
      'ALTER TABLE workflows ADD COLUMN wake_at BIGINT',
      'ALTER TABLE workflows ADD COLUMN recoveries INTEGER NOT NULL DEFAULT 0',
      'ALTER TABLE workflows ADD COLUMN requested TEXT',
      "ALTER TABLE workflows ADD COLUMN error TEXT NOT NULL DEFAULT 'null'",
      // Checksums of the request and of the state. Empty for workflows of earlier formats.
      "ALTER TABLE workflows ADD COLUMN asked_checksum TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE workflows ADD COLUMN standing_checksum TEXT NOT NULL DEFAULT ''",
      'CREATE INDEX workflows_by_time ON workflows (user_name, project, created_at, id)',
      `CREATE INDEX workflows_due ON workflows (user_name, project, name, wake_at)
        WHERE status IN ('queued', 'waiting')`,
    ],
  },
  {
    version: 9,
    name: 'plans of tasks',
    statements: () => createOwnedTable(taskPlans),
  },
  {
    version: 10,
    name: 'runs with several agents',
    statements: (dialect) => [
      // All agents of such a run, the one that holds it among them. Runs of one agent have no rows here.
      `CREATE TABLE run_agents (
        run_row BIGINT NOT NULL, ${owner}, position INTEGER NOT NULL, PRIMARY KEY (run_row, agent)
      )`,
      'CREATE INDEX runs_of_agent ON run_agents (user_name, project, agent, run_row)',
      // With the run in it: who sees a failure is known by its run, and counting failures reads no rows.
      'DROP INDEX steps_by_failure',
      `CREATE INDEX steps_by_failure ON steps (user_name, project, ${dialect.indexKey('error_signature')}, created_at, agent, tool, run_row)
        WHERE error_signature IS NOT NULL AND success = 0`,
    ],
  },
  {
    version: 11,
    name: 'what owners agreed to share, and which runs were given some of it',
    statements: (dialect) => [
      ...createOwnedTable(grants),
      ...addOwnedFilter(grants, 'revokedBy', dialect),
      ...createOwnedTable(loans),
      ...addOwnedFilter(loans, 'runId', dialect),
    ],
  },
  {
    version: 12,
    name: 'entries of user models',
    statements: (dialect) => [
      ...createOwnedTable(userEntries),
      ...addOwnedFilter(userEntries, 'userId', dialect),
    ],
  },
  {
    version: 13,
    name: 'the audit',
    statements: () => createAuditTables,
  },
  { version: 14, name: 'links between memories, legal holds, retention', statements: createRetentionTables },
  { version: 15, name: 'search indexes that outlive a process', statements: () => createIndexTables },
  {
    version: 16,
    name: 'messages and ended runs are found by their words',
    statements: (dialect) => [...recreateIndexTables, ...dialect.recordedChanges.create],
  },
  {
    version: 17,
    name: 'who has failures in no pattern; the last failures of an agent',
    statements: () => createUnsortedFailures,
  },
  {
    version: 18,
    name: 'retrieval times that processes add to without reading them',
    statements: () => createRetrievalTimes,
  },
  {
    version: 19,
    name: 'what agents did, apart from replays and the logs of workflows',
    statements: () => [
      'ALTER TABLE runs ADD COLUMN by_agent INTEGER NOT NULL DEFAULT 1',
      'ALTER TABLE executions ADD COLUMN by_agent INTEGER NOT NULL DEFAULT 1',
      `UPDATE runs SET body = REPLACE(body, '"mode":{"kind":"normal"}', '"mode":{"kind":"workflow"}')
        WHERE id IN (SELECT run_id FROM workflows)`,
      `UPDATE runs SET by_agent = 0 WHERE COALESCE(final_approach, '') <> 'replay_then_adaptive'
        AND (body LIKE '%"mode":{"kind":"workflow"}%' OR body LIKE '%"mode":{"kind":"template","style":"replay"%')`,
      'UPDATE executions SET by_agent = 0 WHERE run_row IN (SELECT row FROM runs WHERE by_agent = 0)',
      'UPDATE steps SET error_signature = NULL WHERE run_row IN (SELECT row FROM runs WHERE by_agent = 0)',
    ],
  },
];
