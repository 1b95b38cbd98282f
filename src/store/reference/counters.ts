import { joinedTimes, noRetrievals } from '../../records/retrieval-times.ts';
import { referenceRecord } from './handler.ts';

export const counters = referenceRecord({
  handlers: {
    'count-access': {
      apply(state, { ids, at }, journal) {
        for (const id of ids) {
          const memory = state.memories.get(id);
          if (memory === undefined) continue;
          const accessCount = memory.accessCount + 1;
          const lastAccessedAt = Math.max(memory.lastAccessedAt ?? 0, at);
          journal.set(state.memories, id, { ...memory, accessCount, lastAccessedAt });
        }
      },
    },
    'count-retrievals': {
      apply(state, { times }, journal) {
        journal.set(
          state.retrievals,
          'times',
          joinedTimes(state.retrievals.get('times') ?? noRetrievals, times),
        );
      },
    },
  },
  exported: () => [],
});
