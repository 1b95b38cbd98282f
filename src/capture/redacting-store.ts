import type { Store } from '../ports/store.ts';

/**
 * The store as the rest of Engram sees it: whatever is written through it has lost its secrets. This is the
 * only way to a backend, so no new operation can forget to redact (CAP-5).
 */
export function withRedaction(store: Store): Store {
  // The rules are many, and whoever only reads needs none of them.
  let loading: Promise<typeof import('./redact-command.ts')> | undefined;
  return {
    ...store,
    async commit(commands) {
      loading ??= import('./redact-command.ts');
      const { redacted } = await loading;
      return store.commit(commands.map(redacted));
    },
  };
}
