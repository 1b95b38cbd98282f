import { termsOf } from '../../src/text/terms.ts';
import { byOwner, type Contestant, type Entry, loadPeer } from './contestant.ts';

interface Index {
  addAll(documents: readonly object[]): void;
  search(query: string): readonly { readonly id: string }[];
}

interface Options {
  readonly fields: readonly string[];
  readonly storeFields: readonly string[];
  readonly processTerm?: (term: string) => string | null;
}

function open(options: Pick<Options, 'processTerm'>): Contestant {
  const MiniSearch = loadPeer('minisearch') as new (options: Options) => Index;
  const indexOf = byOwner(() => new MiniSearch({ fields: ['text'], storeFields: ['text'], ...options }));
  return {
    insert: async (owner, items) => indexOf(owner).addAll(items.map(({ id, text }) => ({ id, text }))),
    search: async (owner, question) =>
      indexOf(owner)
        .search(question)
        .slice(0, 10)
        .map(({ id }) => id),
  };
}

/** By default any word will do, whole words only; what it lacks is stemming and a list of stop words. */
export const minisearchEntries: readonly Entry[] = [
  { name: 'MiniSearch', open: async () => open({}) },
  {
    name: 'MiniSearch, stemming and stop words',
    open: async () => open({ processTerm: (term) => termsOf(term)[0] ?? null }),
  },
];
