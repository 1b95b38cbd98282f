import type { SqlClient, SqlRow, SqlStatement } from '../../ports/sql-client.ts';

type Inspection = Awaited<ReturnType<SqlClient['inspect']>>;

const inOurSchema = 'c.relnamespace = current_schema()::regnamespace';

const facts = `SELECT current_setting('server_version') AS server, current_schema() AS schema,
    (SELECT COALESCE(SUM(pg_total_relation_size(c.oid)), 0) FROM pg_class c WHERE ${inOurSchema} AND c.relkind = 'r') AS size,
    (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') AS vector_available,
    (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector_installed`;

/** Indexes that the server does not use, because making them was broken off. */
const brokenIndexes = `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE ${inOurSchema} AND NOT i.indisvalid ORDER BY c.relname`;

/** Size, place and problems as the server sees them. The server looks after its own files; what is Engram's is looked at here. */
export async function inspectPostgres(
  query: (statement: SqlStatement) => Promise<readonly SqlRow[]>,
  location: string,
  depth: 'quick' | 'thorough',
): Promise<Inspection> {
  const [found] = await query({ sql: facts, parameters: [] });
  return {
    location,
    sizeBytes: Number(found?.['size'] ?? 0),
    problems: depth === 'thorough' ? await problemsIn(query) : [],
    details: {
      server: found?.['server'] ?? null,
      schema: found?.['schema'] ?? null,
      vector: vectorState(found),
    },
  };
}

async function problemsIn(query: (statement: SqlStatement) => Promise<readonly SqlRow[]>): Promise<string[]> {
  const broken = await query({ sql: brokenIndexes, parameters: [] });
  return broken.map(({ name }) => `the index "${name}" is not valid; run REINDEX INDEX ${name}`);
}

/** The extension that similarity search will use; everything else works without it. */
function vectorState(found: SqlRow | undefined): string {
  if (found?.['vector_installed']) return `installed, ${found['vector_installed']}`;
  if (found?.['vector_available']) return `available, ${found['vector_available']}`;
  return 'not available';
}
