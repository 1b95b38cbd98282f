import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres.ts';
import type { PostgresConnection, PostgresServer } from '../../src/store/postgres/postgres-connection.ts';
import {
  type NumberedStatement,
  numberTypes,
  parserOf,
  type StatementResult,
} from '../../src/store/postgres/postgres-sql.ts';
import { storesInSchemas } from './postgres-schemas.ts';

const parsers = Object.fromEntries(numberTypes.map((type) => [type, parserOf(type)]));

/** PostgreSQL inside this process. Starting it takes seconds, so all stores of a file share one. */
let started: Promise<PGlite> | undefined;

function database(): Promise<PGlite> {
  started ??= PGlite.create({ extensions: { vector } });
  return started;
}

/** It has one session, so those who want a connection wait for each other. */
let lastRelease: Promise<void> = Promise.resolve();

async function takeTurns(): Promise<() => void> {
  const before = lastRelease;
  let release = (): void => {};
  lastRelease = new Promise((resolve) => {
    release = resolve;
  });
  await before;
  return release;
}

async function runOne(pglite: PGlite, statement: NumberedStatement): Promise<StatementResult> {
  const { text, values } = statement;
  const { rows, affectedRows = 0 } = await pglite.query<StatementResult['rows'][number]>(text, [...values], {
    parsers,
  });
  return { rows, changes: affectedRows };
}

/** Answers like a server: what comes after a failed statement of a transaction is refused by the database itself. */
async function runAll(
  pglite: PGlite,
  statements: readonly NumberedStatement[],
): Promise<PromiseSettledResult<StatementResult>[]> {
  const answers: PromiseSettledResult<StatementResult>[] = [];
  for (const statement of statements) {
    const [answer] = await Promise.allSettled([runOne(pglite, statement)]);
    answers.push(answer);
  }
  return answers;
}

/** PGlite as the server of a store in that schema. */
export async function connectToPglite(schema: string): Promise<PostgresServer> {
  const pglite = await database();
  return {
    async connect(): Promise<PostgresConnection> {
      const release = await takeTurns();
      await pglite.exec(`SET search_path TO ${schema}`);
      return { run: (statements) => runAll(pglite, statements), release };
    },
    async close() {},
  };
}

const open = (schema: string, indexAfter?: number): Promise<Store> =>
  openPostgresStore({
    url: `postgres://pglite/engram?schema=${schema}`,
    now: 0,
    connect: () => connectToPglite(schema),
    ...(indexAfter === undefined ? {} : { indexAfter }),
  });

/** What may be asked and done past Engram. */
export const ask = async (sql: string) => (await (await database()).query<Record<string, unknown>>(sql)).rows;

/** Opens a new, empty store in PGlite. */
export const openPgliteStore = storesInSchemas({ open: (schema) => open(schema), ask }, 'store');

/** The same, with every memory indexed before it is searched for, instead of looked through while it waits. */
export const openIndexingPgliteStore = storesInSchemas(
  { open: (schema) => open(schema, 0), ask },
  'indexing',
);
