import { afterAll, it } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/open-postgres.ts';
import { describeStore } from '../../src/testing/index.ts';
import { openIndexingPgliteStore, openPgliteStore } from './postgres-pglite.ts';
import { storesInSchemas } from './postgres-schemas.ts';
import {
  createAdministrator,
  serverUrl,
  uniqueSchema,
  whyNoServer,
  withParameters,
} from './postgres-server.ts';

// PostgreSQL itself, inside this process.
describeStore('PGlite', openPgliteStore, { keeps: true });
describeStore('PGlite, indexed at once', openIndexingPgliteStore, { keeps: true });

if (serverUrl === undefined) {
  it('STO-2: a PostgreSQL server keeps the contract of a store', (context) => context.skip(whyNoServer));
} else {
  describeOnServer(serverUrl);
}

function describeOnServer(url: string): void {
  const administrator = createAdministrator(url);
  const prefix = uniqueSchema();
  afterAll(async () => {
    await administrator.dropSchemas(prefix);
    await administrator.close();
  });

  /** Nothing here depends on surviving the death of the server. */
  const urlOf = (schema: string) => withParameters(url, { schema, options: '-c synchronous_commit=off' });
  const openerOf = (name: string, indexAfter: number) =>
    storesInSchemas(
      {
        open: (schema) => openPostgresStore({ url: urlOf(schema), now: 0, indexAfter }),
        ask: administrator.ask,
      },
      `${prefix}_${name}`,
    );

  describeStore('PostgreSQL', openerOf('waiting', 64), { keeps: true });
  describeStore('PostgreSQL, indexed at once', openerOf('at_once', 0), { keeps: true });
}
