import type { AuditTrail } from '../ports/audit.ts';
import type { Command, Committed, Store } from '../ports/store.ts';
import type { AuditEvent } from '../records/audit.ts';
import { once } from '../store/once.ts';
import { currentActor } from './acting.ts';
import { commandEvents, mayBeAudited } from './command-events.ts';
import type { EntrySealing } from './entries.ts';
import { readEvents } from './read-events.ts';

/** Loaded for the first thing that is written down: most processes only read what is theirs. */
const loadAppend = once(() => import('./append.ts'));

/** The store with its audit. */
export interface AuditedStore {
  readonly store: Store;
  readonly trail: AuditTrail;
}

/**
 * The store, with what must be known later written down in the same commit: shares, revocations, deletions. This is the only way
 * to a backend, so no new operation can forget it (SHR-3).
 */
export function withAudit(store: Store, sealing: EntrySealing): AuditedStore {
  if (!store.keeps) return { store, trail: { accessed: async () => {}, note: async () => {} } };
  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other: two of one process would only take each other's place. */
  const append = (commands: readonly Command[], events: readonly AuditEvent[]): Promise<Committed> => {
    const actor = currentActor();
    const mine = turn.then(async () =>
      (await loadAppend()).commitWithAudit(store, commands, events, actor, sealing),
    );
    turn = mine.catch(() => {});
    return mine;
  };
  return {
    store: {
      ...store,
      async commit(commands) {
        const actor = currentActor();
        const events = mayBeAudited(commands, actor) ? commandEvents(commands, actor) : [];
        return events.length === 0 ? store.commit(commands) : append(commands, events);
      },
    },
    trail: {
      async accessed(reader, reads) {
        const actor = currentActor();
        const given = reads.map((read) => ({ reader, read }));
        if (given.length === 0 || (actor !== undefined && actor.by === null)) return;
        if (actor?.reads !== undefined) actor.reads.push(...given);
        else await append([], readEvents(given));
      },
      async note(event) {
        await append([], [event]);
      },
    },
  };
}
