import type { Store } from '../ports/store.ts';
import { once } from '../store/once.ts';
import { areCounters } from '../store/records/counters.ts';

/** Loaded on the first write: there are many rules, and reading needs none. */
const loadRules = once(() => import('./redact-command.ts'));

/**
 * The store as the rest of Engram sees it: whatever is written through it has lost its secrets. This is the
 * only way to a backend, so no new operation can forget to redact (CAP-5).
 */
export function withRedaction(store: Store): Store {
  return {
    ...store,
    async commit(commands) {
      if (areCounters(commands)) return store.commit(commands);
      const { redacted } = await loadRules();
      return store.commit(commands.map(redacted));
    },
  };
}
