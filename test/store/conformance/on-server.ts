import { afterAll, it } from 'vitest';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres.ts';
import { describeStore } from '../../../src/testing/index.ts';
import { storesInSchemas } from '../postgres-schemas.ts';
import {
  createAdministrator,
  serverUrl,
  uniqueSchema,
  whyNoServer,
  withParameters,
} from '../postgres-server.ts';

/** Proves that stores on a PostgreSQL server keep the contract, or says that there is no server. */
export function describeOnServer(name: string, indexAfter: number): void {
  const url = serverUrl;
  if (url === undefined) {
    it(`STO-2: store: ${name} keeps the contract of a store`, (context) => context.skip(whyNoServer));
    return;
  }
  const administrator = createAdministrator(url);
  const prefix = uniqueSchema();
  afterAll(async () => {
    await administrator.dropSchemas(prefix);
    await administrator.close();
  });
  /** Nothing here depends on surviving the death of the server. */
  const urlOf = (schema: string) => withParameters(url, { schema, options: '-c synchronous_commit=off' });
  const openStore = storesInSchemas(
    {
      open: (schema) => openPostgresStore({ url: urlOf(schema), now: 0, indexAfter }),
      ask: administrator.ask,
    },
    prefix,
  );
  describeStore(name, openStore, { keeps: true });
}
