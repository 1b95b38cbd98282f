import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { type Mutant, replacing } from './mutant.ts';

/** Ways to get a store wrong that is to accept everything and keep nothing. */
export const nullMutants: readonly Mutant[] = [
  {
    fault: 'keeps what it is given',
    caughtBy: 'nothing is kept',
    breakStore: () => ({ ...createReferenceStore(), keeps: false }),
  },
  {
    fault: 'refuses a command',
    caughtBy: 'nothing is kept',
    breakStore: replacing(() => ({ commit: () => Promise.reject(new Error('off')) })),
  },
  {
    fault: 'calls a command ignored',
    caughtBy: 'nothing is kept',
    breakStore: replacing(() => ({ commit: async () => ({ ignored: [0] }) })),
  },
  {
    fault: 'has tokens',
    caughtBy: 'nothing is kept',
    breakStore: replacing(() => ({ hasTokens: async () => true })),
  },
  {
    fault: 'has something to tidy',
    caughtBy: 'nothing is kept',
    breakStore: replacing(() => ({ tidy: async () => ({ done: 0, left: 1 }) })),
  },
  {
    fault: 'never ends its export',
    caughtBy: 'nothing is kept',
    breakStore: replacing(() => ({ export: async () => ({ commands: [], next: 'more' }) })),
  },
  { fault: 'claims to keep', caughtBy: 'nothing is kept', breakStore: replacing(() => ({ keeps: true })) },
  {
    fault: 'answers undefined for an empty page',
    caughtBy: 'nothing is kept',
    breakStore: replacing(() => ({
      listRuns: async () => ({ items: [], next: undefined as unknown as null }),
    })),
  },
];
