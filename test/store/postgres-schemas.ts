import type { Store } from '../../src/ports/store.ts';

/** How to open a store in a schema, and how to ask the database past Engram. */
export interface SchemaAccess {
  open(schema: string): Promise<Store>;
  ask(sql: string): Promise<ReadonlyArray<Record<string, unknown>>>;
}

/**
 * New, empty stores, each in a schema of its own. A schema that was used is emptied and used again: making the
 * tables anew for each of a thousand stores would take most of the time.
 */
export function storesInSchemas(access: SchemaAccess, prefix: string): () => Promise<Store> {
  const free: string[] = [];
  let made = 0;

  function take(): string {
    made += 1;
    return free.pop() ?? `${prefix}_${made}`;
  }

  return async () => {
    const schema = take();
    const store = await access.open(schema);
    return {
      ...store,
      async close() {
        await store.close();
        await empty(access, schema);
        free.push(schema);
      },
    };
  };
}

/** Leaves the tables of a schema as a new store has them. */
async function empty({ ask }: SchemaAccess, schema: string): Promise<void> {
  const tables = await ask(
    `SELECT tablename AS name FROM pg_tables
     WHERE schemaname = '${schema}' AND tablename NOT IN ('engram_migrations', 'memory_index')`,
  );
  for (const { name } of tables) await ask(`DELETE FROM ${schema}.${name}`);
  await ask(`UPDATE ${schema}.memory_index SET indexed_through = 0`);
}
