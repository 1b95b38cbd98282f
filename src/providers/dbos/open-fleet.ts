import { EngramError, phrase } from '../../errors.ts';
import type { WorkflowFleet } from '../../ports/workflow-fleet.ts';
import { describeThrown } from '../../text/thrown.ts';
import { createDbosFleet, isUsedElsewhere } from './dbos-fleet.ts';
import { dbosPackage, type LoadedDbos, loadDbos } from './load-dbos.ts';

export interface FleetOptions {
  /** The database of the store. `shown` is its URL without a password. */
  readonly location: { readonly url: string; readonly shown: string };
  readonly executor: string;
  readonly workflows: { readonly concurrency: number; readonly pollMs: number; readonly leaseMs: number };
  /** Whether null is answered instead of an error where DBOS cannot be used. */
  readonly isOptional: boolean;
}

/** DBOS exists once in a process. */
let isTaken = false;
/** Dispatching, recording outcomes and signs of life take turns; checkpoints go through the connections of the store. */
const maxConnections = 4;

/** Makes this process a member of the fleet that shares a PostgreSQL database. */
export async function openFleet(options: FleetOptions): Promise<WorkflowFleet | null> {
  const { isOptional, location } = options;
  const loaded = await loadDbos();
  if ('whyNot' in loaded) {
    if (isOptional) return null;
    throw new EngramError(
      'unsupported',
      phrase`Workflows on DBOS need ${dbosPackage}, and ${loaded.whyNot}. Run "npm install ${dbosPackage}", or set ${{ setting: 'workflows.engine', value: 'embedded' }}.`,
    );
  }
  if (isTaken || isUsedElsewhere(loaded.dbos)) {
    if (isOptional) return null;
    throw new EngramError(
      'unsupported',
      phrase`DBOS exists once in a process, and this process uses it already: for another Engram, or for workflows of its own. Start workers in processes of their own, or set ${{ setting: 'workflows.engine', value: 'embedded' }}.`,
    );
  }
  isTaken = true;
  try {
    return await connect(loaded.dbos, options);
  } catch (error) {
    isTaken = false;
    throw cannotStart(error, location.shown);
  }
}

async function connect(
  dbos: LoadedDbos,
  { location, executor, workflows }: FleetOptions,
): Promise<WorkflowFleet> {
  const { Pool } = await import('pg');
  const pool = new Pool({
    connectionString: location.url,
    max: maxConnections,
    application_name: 'engram',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // Without these listeners a lost connection would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const { rows } = await pool.query<{ schema: string }>('SELECT current_schema() AS schema');
    // Beside Engram's own, because each store has a fleet of its own.
    const schema = `${(rows[0]?.schema ?? 'public').slice(0, 58)}_dbos`;
    const { concurrency, pollMs, leaseMs } = workflows;
    const fleet = createDbosFleet(dbos, { pool, schema, executor, concurrency, pollMs, leaseMs });
    return {
      ...fleet,
      join: (queues, execute) =>
        fleet.join(queues, execute).catch(async (error: unknown) => {
          await leave(fleet).catch(() => {});
          throw cannotStart(error, location.shown, schema);
        }),
      leave: () => leave(fleet),
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function leave(fleet: WorkflowFleet): Promise<void> {
  try {
    await fleet.leave();
  } finally {
    isTaken = false;
  }
}

function cannotStart(error: unknown, shown: string, schema?: string): EngramError {
  const { message } = describeThrown(error);
  const grant =
    schema === undefined
      ? ''
      : ` Its schema is "${schema}": the user needs the right to create it, or a role that may has to start a worker first.`;
  return new EngramError(
    'store_unavailable',
    phrase`DBOS could not be started on ${shown}: ${message}${grant} Or set ${{ setting: 'workflows.engine', value: 'embedded' }}.`,
    { details: { url: shown }, cause: error },
  );
}
