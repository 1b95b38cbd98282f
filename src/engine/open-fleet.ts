import type { Settings } from '../config/settings.ts';
import { EngramError, phrase } from '../errors.ts';
import type { WorkflowFleet } from '../ports/workflow-fleet.ts';
import { parseStoreUrl } from '../store/open-store.ts';

/**
 * Opens what dispatches workflows over several machines, as `workflows.engine` says; null when the embedded worker does
 * the work. `db` is null when the store was opened by the caller.
 */
export async function openWorkflowFleet(
  { engine, ...workflows }: Settings['workflows'],
  db: string | null,
  executor: string,
): Promise<WorkflowFleet | null> {
  if (engine === 'embedded') return null;
  const location = db === null ? undefined : parseStoreUrl(db);
  if (location?.backend !== 'postgres') {
    if (engine === 'auto') return null;
    throw new EngramError(
      'config_invalid',
      phrase`Workflows on DBOS need a store on PostgreSQL. Name one with ${{ setting: 'db', value: 'postgres://USER:PASSWORD@HOST/DATABASE' }}, or set ${{ setting: 'workflows.engine', value: 'embedded' }}.`,
    );
  }
  const [{ openFleet }, { parsePostgresUrl }] = await Promise.all([
    import('../providers/dbos/open-fleet.ts'),
    import('../store/postgres/postgres-url.ts'),
  ]);
  const isOptional = engine === 'auto';
  return openFleet({ location: parsePostgresUrl(location.url), executor, workflows, isOptional });
}
