import type { ViewerContext } from '../ports/context.ts';
import type { Store } from '../ports/store.ts';

type OwnFigures = Pick<ViewerContext, 'store' | 'toolbox' | 'retrievals'>;

/** Made once for each engine: a store has some hundred methods, and every request of a token without the scope `admin` comes here. */
const known = new WeakMap<Store, OwnFigures>();

/**
 * The context of somebody who may see figures of their own records only: how large the whole store is, how long searches of all owners
 * took and how often the cache of all spared a call is not told.
 */
export function withOwnFiguresOnly(context: ViewerContext): ViewerContext {
  let figures = known.get(context.store);
  if (figures === undefined) {
    figures = ownFiguresOf(context);
    known.set(context.store, figures);
  }
  return { ...context, ...figures };
}

function ownFiguresOf({ store, toolbox, retrievals }: OwnFigures): OwnFigures {
  return {
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
