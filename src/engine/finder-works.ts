import type { IndexedFinder } from '../recall/finder.ts';
import type { BackgroundWork } from '../run/jobs.ts';

/** Memories that get a vector in one piece of background work. */
const embeddedAtATime = 256;

/** What is done in the background so that a search need not do it. */
export function finderWorks(finder: () => Promise<IndexedFinder>): BackgroundWork[] {
  return [
    {
      name: 'embed-memories',
      waiting: async () => (await finder()).waiting(),
      doPiece: async () => (await finder()).embedSome(embeddedAtATime),
    },
    {
      name: 'build-indexes',
      waiting: async () => (await finder()).missing.waiting(),
      doPiece: async () => (await finder()).missing.buildOn(),
    },
  ];
}
