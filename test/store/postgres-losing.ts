import { connectWithPg } from '../../src/store/postgres/pg-server.ts';
import type { PostgresConnection, PostgresServer } from '../../src/store/postgres/postgres-connection.ts';
import type { PostgresLocation } from '../../src/store/postgres/postgres-url.ts';

/** What becomes of a commit whose answer is lost. */
export type Fate = 'took effect' | 'took no effect';

/** A way to a real server on which the answer to the next COMMIT is lost. */
export function losingCommits(): {
  connect(location: PostgresLocation): Promise<PostgresServer>;
  lose(fate: Fate): void;
} {
  let fate: Fate | undefined;

  function losing(connection: PostgresConnection): PostgresConnection {
    return {
      ...connection,
      async run(statements) {
        if (fate === undefined || statements[0]?.text !== 'COMMIT') return connection.run(statements);
        await connection.run([{ text: fate === 'took effect' ? 'COMMIT' : 'ROLLBACK', values: [] }]);
        fate = undefined;
        return [{ status: 'rejected', reason: new Error('Connection terminated unexpectedly') }];
      },
    };
  }

  return {
    async connect(location) {
      const server = await connectWithPg(location);
      return { ...server, connect: async () => losing(await server.connect()) };
    },
    lose(next) {
      fate = next;
    },
  };
}
