/** The version whose internals are used here: the recovery call and the queues that a process listens to. */
export const dbosVersion = '5.3.0';

/** What to install. */
export const dbosPackage = `@dbos-inc/dbos-sdk@${dbosVersion}`;

/** The parts of DBOS Transact that a fleet needs. */
export type LoadedDbos = Extract<Awaited<ReturnType<typeof loadDbos>>, { readonly dbos: unknown }>['dbos'];

/** Loads DBOS Transact, or says why it cannot be used in this process. */
export async function loadDbos() {
  const main = await import('@dbos-inc/dbos-sdk').catch(unlessMissing);
  if (main === undefined) return { whyNot: 'the package is not installed' };
  const { globalParams } = await import('@dbos-inc/dbos-sdk/internal/utils');
  if (globalParams.dbosVersion !== dbosVersion)
    return { whyNot: `version ${globalParams.dbosVersion} is installed, and its internals may be others` };
  const [{ DBOSExecutor }, { wfQueueRunner }, { getAllRegisteredFunctions }] = await Promise.all([
    import('@dbos-inc/dbos-sdk/internal/dbos-executor'),
    import('@dbos-inc/dbos-sdk/internal/wfqueue'),
    import('@dbos-inc/dbos-sdk/internal/decorators'),
  ]);
  const { DBOS } = main;
  return { dbos: { DBOS, DBOSExecutor, wfQueueRunner, getAllRegisteredFunctions } };
}

function unlessMissing(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') return undefined;
  throw error;
}
