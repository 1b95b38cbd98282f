import type { MemoryFinder } from '../ports/memory-finder.ts';

/** Opens the finder on the first search. */
export function lazyFinder(open: () => Promise<MemoryFinder>): MemoryFinder {
  return {
    find: async (...asked) => (await open()).find(...asked),
    findRecorded: async (...asked) => (await open()).findRecorded(...asked),
    similarity: async (...asked) => (await open()).similarity(...asked),
  };
}
