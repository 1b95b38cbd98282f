import type { DBOS } from '@dbos-inc/dbos-sdk';

/** The version whose internals are used here. */
const version = '5.3.0';

/** What to install. */
export const dbosPackage = `@dbos-inc/dbos-sdk@${version}`;

/** DBOS Transact, with what its open package keeps to itself. */
export interface LoadedDbos {
  readonly DBOS: typeof DBOS;
  /** Queues again what these executors were at. */
  recover(executors: readonly string[]): Promise<void>;
  /** The queues that this process listens to, also while it runs. */
  readonly queues: Pick<Set<string>, 'add' | 'delete'>;
  /** Functions that were registered in this process. */
  registered(): readonly string[];
}

/** Loads DBOS Transact, or says why it cannot be used in this process. */
export async function loadDbos(): Promise<{ readonly dbos: LoadedDbos } | { readonly whyNot: string }> {
  const main = await import('@dbos-inc/dbos-sdk').catch(unlessMissing);
  if (main === undefined) return { whyNot: 'the package is not installed' };
  const { globalParams } = await import('@dbos-inc/dbos-sdk/internal/utils');
  const found = globalParams.dbosVersion;
  if (found !== version) return { whyNot: `version ${found} is installed, whose internals may be others` };
  const [{ DBOSExecutor }, { wfQueueRunner }, { getAllRegisteredFunctions }] = await Promise.all([
    import('@dbos-inc/dbos-sdk/internal/dbos-executor'),
    import('@dbos-inc/dbos-sdk/internal/wfqueue'),
    import('@dbos-inc/dbos-sdk/internal/decorators'),
  ]);
  return {
    dbos: {
      DBOS: main.DBOS,
      async recover(executors) {
        await DBOSExecutor.globalInstance?.recoverPendingWorkflows([...executors]);
      },
      queues: wfQueueRunner.pollerQueueNames,
      registered: () => getAllRegisteredFunctions().map(({ name }) => name),
    },
  };
}

function unlessMissing(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') return undefined;
  throw error;
}
