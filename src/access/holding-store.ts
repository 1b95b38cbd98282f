import { EngramError, phrase } from '../errors.ts';
import type { Store } from '../ports/store.ts';
import type { Hold } from '../records/hold.ts';
import type { Scope } from '../records/scope.ts';

const maxNamed = 1_000;

/** The holds of a project, for whoever may see its records. */
export async function holdsOf(store: Pick<Store, 'listRecords'>, viewer: Scope): Promise<readonly Hold[]> {
  const { items } = await store.listRecords(viewer, 'hold', {}, { limit: maxNamed });
  return items.filter(({ scope }) => scope.agent === null);
}

/**
 * The store, which says whose hold it was that refused a deletion. That something is held is decided by the statement that
 * deletes, on every backend, so no new operation can forget it (SHR-4).
 */
export function withHolds(store: Store): Store {
  return {
    ...store,
    async commit(commands) {
      try {
        return await store.commit(commands);
      } catch (error) {
        if (!EngramError.is(error) || error.code !== 'held') throw error;
        const owner = commands.flatMap((command) => ('owner' in command ? [command.owner] : []))[0];
        throw owner === undefined ? error : named(error, await holdsOf(store, owner));
      }
    },
  };
}

/** Which holds there are, of which one or more cover what was to be deleted or something derived from it. */
function named(error: EngramError, holds: readonly Hold[]): EngramError {
  const [first] = holds;
  if (first === undefined) return error;
  const all = holds.map(({ name, reason }) => `"${name}" (${reason})`).join(', ');
  return new EngramError('held', error.message, {
    details: { ...error.details, holds: holds.map(({ name }) => name) },
    hint: phrase`${holds.length === 1 ? 'The hold of the project is' : 'The holds of the project are'} ${all}. Its owner lifts one with ${{ operation: 'retention.release', given: { name: first.name } }}.`,
    cause: error,
  });
}
