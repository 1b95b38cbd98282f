import type { Dialect } from '../../ports/sql-client.ts';
import { holds } from '../../records/hold.ts';
import { removals, retentionPolicies } from '../../records/retention.ts';
import { addOwnedFilter, createOwnedTable } from './owned.ts';
import { ownerDefinition as owner } from './rows.ts';

/** The statements of the migration that brings links, holds, policies and their report. Released, so it is never edited. */
export function createRetentionTables(dialect: Dialect): string[] {
  return [
    `CREATE TABLE memory_links (
      id TEXT PRIMARY KEY, ${owner}, created_at BIGINT NOT NULL,
      from_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE, relation TEXT NOT NULL,
      to_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
      schema_version INTEGER NOT NULL, body TEXT NOT NULL
    )`,
    `CREATE UNIQUE INDEX memory_links_from ON memory_links (from_id, relation, to_id, user_name, project, agent)`,
    'CREATE INDEX memory_links_to ON memory_links (to_id)',
    ...createOwnedTable(holds),
    ...addOwnedFilter(holds, 'ofAgent', dialect),
    ...addOwnedFilter(holds, 'ofKind', dialect),
    ...addOwnedFilter(holds, 'tag', dialect),
    ...addOwnedFilter(holds, 'memory', dialect),
    ...createOwnedTable(retentionPolicies),
    ...createOwnedTable(removals),
    ...addOwnedFilter(removals, 'policy', dialect),
  ];
}
