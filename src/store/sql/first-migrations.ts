import type { Dialect } from '../../ports/sql-client.ts';
import { ownerDefinition as owner } from './rows.ts';
import { countLateStep, keepExecutions, keepTemplatesOfExecutions } from './write-executions.ts';

/** One forward step of the database format. Released steps are never edited; a change is a new step. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  statements(dialect: Dialect): readonly string[];
}

/**
 * Formats 1 and 2 had a full-text index as well. Format 3 does without, and new databases never get it.
 *
 * Column types are those of SQLite; `migrate` puts in what another database calls them. Small columns come
 * first and `body`, the rest of the record as JSON, last: SQLite reads a row only as far as the last column a
 * query asks for, so counting steps does not load their results.
 */ export const firstMigrations: readonly Migration[] = [
  {
    version: 1,
    name: 'tasks, runs, steps, sessions, memories, templates',
    statements: (dialect) => [
      `CREATE TABLE tasks (
        ${owner}, id TEXT NOT NULL, created_at BIGINT NOT NULL, status TEXT NOT NULL, stage TEXT NOT NULL,
        schema_version INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (user_name, project, id, agent)
      )`,
      `CREATE TABLE runs (
        row ${dialect.countingKey}, id TEXT NOT NULL UNIQUE, ${owner}, created_at BIGINT NOT NULL, task_id TEXT, outcome TEXT, finished_at BIGINT,
        summary TEXT, success_factors TEXT NOT NULL, schema_version INTEGER NOT NULL, body TEXT NOT NULL
      )`,
      'CREATE INDEX runs_by_time ON runs (user_name, project, created_at, id)',
      `CREATE TABLE steps (
        run_row BIGINT NOT NULL, id TEXT NOT NULL, ${owner},
        created_at BIGINT NOT NULL, position INTEGER NOT NULL, kind TEXT NOT NULL, started_at BIGINT NOT NULL,
        duration_ms DOUBLE PRECISION NOT NULL, success INTEGER NOT NULL, input_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL, error_signature TEXT, schema_version INTEGER NOT NULL, body TEXT NOT NULL,
        UNIQUE (run_row, id)
      )`,
      `CREATE INDEX steps_by_failure ON steps (user_name, project, ${dialect.indexKey('error_signature')}, created_at)
        WHERE error_signature IS NOT NULL`,
      `CREATE TABLE sessions (
        ${owner}, id TEXT NOT NULL, created_at BIGINT NOT NULL, schema_version INTEGER NOT NULL,
        PRIMARY KEY (user_name, project, id, agent)
      )`,
      `CREATE TABLE messages (
        row ${dialect.countingKey}, id TEXT NOT NULL UNIQUE, ${owner}, session_id TEXT NOT NULL,
        created_at BIGINT NOT NULL, schema_version INTEGER NOT NULL, body TEXT NOT NULL
      )`,
      'CREATE INDEX messages_of_session ON messages (user_name, project, session_id, agent, row)',
      `CREATE TABLE memories (
        row ${dialect.countingKey}, id TEXT NOT NULL UNIQUE, ${owner}, created_at BIGINT NOT NULL,
        kind TEXT NOT NULL, topic TEXT, expires_at BIGINT, last_accessed_at BIGINT, access_count INTEGER NOT NULL,
        schema_version INTEGER NOT NULL, indexed INTEGER NOT NULL, body TEXT NOT NULL
      )`,
      // A memory is recorded without any of the following and enters them in bulk, later (list-index.ts).
      'CREATE TABLE memory_index (indexed_through BIGINT NOT NULL)',
      'INSERT INTO memory_index (indexed_through) VALUES (0)',
      // With all that filters ask for, so that counting and skipping read no rows.
      `CREATE INDEX memories_by_time ON memories (user_name, project, created_at, id, agent, expires_at, kind)
        WHERE indexed = 1`,
      `CREATE INDEX memories_by_topic ON memories (user_name, project, ${dialect.indexKey('topic')}, created_at, id, agent, expires_at, kind)
        WHERE topic IS NOT NULL AND indexed = 1`,
      `CREATE TABLE memory_tags (
        memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE, tag TEXT NOT NULL,
        PRIMARY KEY (tag, memory_id)
      )`,
      `CREATE TABLE memory_sources (
        memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
        source_kind TEXT NOT NULL, source_id TEXT NOT NULL, PRIMARY KEY (source_kind, source_id, memory_id)
      )`,
      'CREATE INDEX tags_of_memory ON memory_tags (memory_id)',
      'CREATE INDEX sources_of_memory ON memory_sources (memory_id)',
      ...dialect.ownTables,
      `CREATE TABLE templates (
        id TEXT PRIMARY KEY, ${owner}, slug TEXT NOT NULL, created_at BIGINT NOT NULL,
        schema_version INTEGER NOT NULL, body TEXT NOT NULL, UNIQUE (user_name, project, slug, agent)
      )`,
    ],
  },
  {
    version: 2,
    name: 'external ids, tokens, jobs',
    statements: () => [
      'ALTER TABLE memories ADD COLUMN external_id TEXT',
      `CREATE UNIQUE INDEX memories_by_external_id ON memories (user_name, project, agent, external_id)
        WHERE external_id IS NOT NULL`,
      `CREATE TABLE tokens (
        id TEXT PRIMARY KEY, ${owner}, created_at BIGINT NOT NULL, hash TEXT NOT NULL UNIQUE,
        schema_version INTEGER NOT NULL, body TEXT NOT NULL
      )`,
      'CREATE TABLE jobs (name TEXT PRIMARY KEY, holder TEXT, lease_until BIGINT NOT NULL, body TEXT NOT NULL)',
    ],
  },
  {
    version: 3,
    name: 'the life of memories; search in memory instead of a full-text index',
    statements: (dialect) => [
      'DROP TABLE IF EXISTS memory_text',
      'DROP TABLE IF EXISTS memory_terms',
      "ALTER TABLE memories ADD COLUMN standing TEXT NOT NULL DEFAULT 'active'",
      'ALTER TABLE memories ADD COLUMN revision INTEGER NOT NULL DEFAULT 0',
      'DROP INDEX memories_by_time',
      `CREATE INDEX memories_by_time ON memories (user_name, project, standing, created_at, id, agent, expires_at, kind)
        WHERE indexed = 1`,
      'CREATE INDEX memories_expiring ON memories (expires_at) WHERE expires_at IS NOT NULL',
      `CREATE TABLE memory_revisions (
        memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE, revision INTEGER NOT NULL,
        changed_at BIGINT NOT NULL, reason TEXT NOT NULL, note TEXT NOT NULL, expires_at BIGINT,
        last_accessed_at BIGINT, access_count INTEGER NOT NULL, standing TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (memory_id, revision)
      )`,
      `CREATE TABLE memory_uses (
        memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE, run_id TEXT NOT NULL,
        used_at BIGINT NOT NULL, settled INTEGER NOT NULL, PRIMARY KEY (memory_id, run_id)
      )`,
      'CREATE INDEX memory_uses_due ON memory_uses (run_id) WHERE settled = 0',
      `CREATE TABLE memory_vectors (
        memory_id TEXT PRIMARY KEY REFERENCES memories (id) ON DELETE CASCADE, revision INTEGER NOT NULL,
        embedder TEXT NOT NULL, vector BLOB NOT NULL
      )`,
      ...dialect.changes.create,
    ],
  },
  {
    version: 4,
    name: 'lessons; runs that have ended, counted; the tools of steps',
    statements: (dialect) => [
      // A column that is added comes last, behind `body`; so the table is made anew.
      `CREATE TABLE steps_with_tools (
        run_row BIGINT NOT NULL, id TEXT NOT NULL, ${owner},
        created_at BIGINT NOT NULL, position INTEGER NOT NULL, kind TEXT NOT NULL, tool TEXT,
        started_at BIGINT NOT NULL, duration_ms DOUBLE PRECISION NOT NULL, success INTEGER NOT NULL,
        input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL, error_signature TEXT,
        schema_version INTEGER NOT NULL, body TEXT NOT NULL
      )`,
      `INSERT INTO steps_with_tools
        SELECT run_row, id, user_name, project, agent, created_at, position, kind,
          CASE WHEN kind = 'tool' THEN ${dialect.jsonText('body', 'tool')} END,
          started_at, duration_ms, success, input_tokens, output_tokens, error_signature, schema_version, body
        FROM steps`,
      'DROP TABLE steps',
      'ALTER TABLE steps_with_tools RENAME TO steps',
      'CREATE UNIQUE INDEX steps_of_run ON steps (run_row, id)',
      // With all that counting failures asks for, so that it reads no rows.
      `CREATE INDEX steps_by_failure ON steps (user_name, project, ${dialect.indexKey('error_signature')}, created_at, agent, tool)
        WHERE error_signature IS NOT NULL AND success = 0`,
      // How it was done in the end, where that differs from what the body says.
      'ALTER TABLE runs ADD COLUMN final_approach TEXT',
      'CREATE INDEX memory_uses_of_run ON memory_uses (run_id)',
      // With `standing` in it, or a database prefers to walk through all memories that stand.
      'DROP INDEX memories_by_topic',
      `CREATE INDEX memories_by_topic ON memories (user_name, project, ${dialect.indexKey('topic')}, standing, created_at, id, agent, expires_at, kind)
        WHERE topic IS NOT NULL AND indexed = 1`,
      `CREATE TABLE executions (
        run_row INTEGER PRIMARY KEY, run_id TEXT NOT NULL, ${owner}, category TEXT, approach TEXT,
        outcome TEXT NOT NULL, started_at BIGINT NOT NULL, finished_at BIGINT NOT NULL,
        tool_calls INTEGER NOT NULL, model_calls INTEGER NOT NULL, failed_steps INTEGER NOT NULL,
        input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL
      )`,
      'CREATE INDEX executions_by_end ON executions (user_name, project, finished_at, run_id)',
      keepExecutions(dialect),
      ...dialect.onLateStep(countLateStep),
      `CREATE TABLE lessons (
        id TEXT PRIMARY KEY, ${owner}, kind TEXT NOT NULL, slug TEXT, created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL, revision INTEGER NOT NULL, schema_version INTEGER NOT NULL, body TEXT NOT NULL
      )`,
      'CREATE UNIQUE INDEX lessons_by_slug ON lessons (user_name, project, kind, slug, agent)',
      'CREATE INDEX lessons_by_time ON lessons (user_name, project, kind, created_at, id)',
      `CREATE TABLE lesson_keys (
        lesson_id TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
        user_name TEXT NOT NULL, project TEXT NOT NULL, key_text TEXT NOT NULL
      )`,
      `CREATE UNIQUE INDEX keys_of_lesson ON lesson_keys (lesson_id, ${dialect.indexKey('key_text')})`,
      `CREATE INDEX lessons_by_key ON lesson_keys (user_name, project, ${dialect.indexKey('key_text')}, lesson_id)`,
      `CREATE TABLE lesson_sources (
        lesson_id TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
        source_kind TEXT NOT NULL, source_id TEXT NOT NULL, PRIMARY KEY (source_kind, source_id, lesson_id)
      )`,
      'CREATE INDEX sources_of_lesson ON lesson_sources (lesson_id)',
    ],
  },
  {
    version: 5,
    name: 'versions of templates; the runs of a template',
    statements: (dialect) => [
      'ALTER TABLE templates ADD COLUMN version INTEGER NOT NULL DEFAULT 1',
      'ALTER TABLE templates ADD COLUMN revision INTEGER NOT NULL DEFAULT 0',
      `UPDATE templates SET version = COALESCE(CAST(${dialect.jsonText('body', 'version')} AS INTEGER), 1)`,
      `CREATE TABLE template_versions (
        template_id TEXT NOT NULL REFERENCES templates (id) ON DELETE CASCADE, version INTEGER NOT NULL,
        revision INTEGER NOT NULL, slug TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (template_id, version)
      )`,
      'ALTER TABLE executions ADD COLUMN template_id TEXT',
      'ALTER TABLE executions ADD COLUMN style TEXT',
      keepTemplatesOfExecutions(dialect),
      `CREATE INDEX executions_of_template ON executions (user_name, project, template_id, finished_at, run_id)
        WHERE template_id IS NOT NULL`,
      // Statistics read the last runs of one agent; among those of all agents it may have few.
      'CREATE INDEX executions_of_agent ON executions (user_name, project, agent, finished_at, run_id)',
    ],
  },
];
