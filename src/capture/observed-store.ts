import type { Command, Store } from '../ports/store.ts';
import { once } from '../store/once.ts';
import { areCounters } from '../store/records/counters.ts';
import type { eventOf } from '../store/records/records.ts';

/** Called after a command was committed. It must not throw and should return at once. */
export type Observer = (command: Command, meaningOf: typeof eventOf) => void;

/** Loaded on the first write: reading needs no definition of a record. */
const loadRecords = once(() => import('../store/records/records.ts'));

/**
 * The store, with everyone told what was written: events, telemetry. This is the only way to the backend, so
 * no new operation can forget to tell. Commands that were ignored changed nothing and are not told.
 */
export function withObservers(store: Store, observers: readonly Observer[]): Store {
  if (observers.length === 0) return store;
  return {
    ...store,
    async commit(commands) {
      if (areCounters(commands)) return store.commit(commands);
      const [committed, { eventOf }] = await Promise.all([store.commit(commands), loadRecords()]);
      commands.forEach((command, index) => {
        if (committed.ignored.includes(index)) return;
        for (const observe of observers) observe(command, eventOf);
      });
      return committed;
    },
  };
}
