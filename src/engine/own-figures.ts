import type { ViewerContext } from '../ports/context.ts';

/**
 * The context of somebody who may see figures of their own records only: how large the whole store is, how long searches of all owners
 * took and how often the cache of all spared a call is not told.
 */
export function withOwnFiguresOnly(context: ViewerContext): ViewerContext {
  const { store, toolbox, retrievals } = context;
  return {
    ...context,
    store: {
      ...store,
      health: async (depth) => ({
        ...(await store.health(depth)),
        location: null,
        sizeBytes: null,
        details: {},
      }),
    },
    retrievals: { ...retrievals, figures: async () => null },
    toolbox: {
      ...toolbox,
      cache: () => ({ hits: 0, misses: 0, hitRate: null, entries: 0, bytes: 0 }),
    },
  };
}
