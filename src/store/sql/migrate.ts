import { EngramError, phrase } from '../../errors.ts';
import type { Dialect, SqlClient } from '../../ports/sql-client.ts';
import { migrations as known, type Migration } from './migrations.ts';

const createLedger = `CREATE TABLE IF NOT EXISTS engram_migrations (
  version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL
)`;

/** The database's format; 0 when nothing was created yet. */
async function currentVersion(client: SqlClient): Promise<number> {
  const [row] = await client.query({
    sql: 'SELECT COALESCE(MAX(version), 0) AS version FROM engram_migrations',
    parameters: [],
  });
  return Number(row?.['version'] ?? 0);
}

/** Migrations write types in capitals and names in small letters, so that a type is not mistaken for a name. */
function withColumnTypes(sql: string, { columnTypes }: Dialect): string {
  return sql.replace(/\b[A-Z]+\b/g, (word) => columnTypes[word] ?? word);
}

/**
 * Brings the database to the newest format this version of Engram knows, one transaction a step. Several
 * processes may do it at once: the ledger row is written first, so exactly one of them applies a step.
 */
export async function migrate(
  client: SqlClient,
  dialect: Dialect,
  now: number,
  hasLedger: boolean,
  migrations: readonly Migration[] = known,
): Promise<number> {
  const inDialect = (sql: string) => ({ sql: withColumnTypes(sql, dialect), parameters: [] });
  const begin = dialect.beforeMigration.map(inDialect);
  if (!hasLedger) await client.batch([...begin, inDialect(createLedger)]);
  const newest = migrations.at(-1)?.version ?? 0;
  let version = await currentVersion(client);
  if (version > newest) {
    throw new EngramError(
      'store_newer',
      `This database has format ${version}; this version of Engram knows up to ${newest}.`,
      {
        details: { version, newest },
        hint: phrase`Update Engram, or use another database with ${{ setting: 'db' }}.`,
      },
    );
  }
  if (version < newest && !client.canWrite) {
    throw new EngramError(
      'store_read_only',
      `This database has the older format ${version} and may only be read. Open it once for writing, and it is brought to format ${newest}.`,
      { details: { version, newest } },
    );
  }
  for (const migration of migrations) {
    if (migration.version <= version) continue;
    const claim = {
      sql: 'INSERT INTO engram_migrations (version, name, applied_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      parameters: [migration.version, migration.name, now],
      mustAffect: true,
    };
    await client.batch([...begin, claim, ...migration.statements(dialect).map(inDialect)]);
    version = migration.version;
  }
  return version;
}
