import type { Command, CommandOf } from '../../ports/store.ts';
import { countAccess, countRetrievals } from '../sql/counters.ts';
import { defineRecord } from './define-record.ts';

/**
 * What Engram counts by itself while it reads. These commands hold ids and numbers, and no text: they are not redacted, cause no event, are
 * not written to the audit, and are never refused. So a process that only searches writes them without loading anything else.
 */
export const counters = defineRecord({
  commands: {
    'count-access': { statements: ({ ids, at }) => countAccess(ids, at) },
    'count-retrievals': { statements: ({ times }) => countRetrievals(times) },
  },
  // Memories are exported with their counts; retrieval times are of one store.
  exported: [],
});

/** Whether these commands do nothing but count. */
export function areCounters(
  commands: readonly Command[],
): commands is ReadonlyArray<CommandOf<keyof typeof counters.commands>> {
  return commands.every(({ type }) => type in counters.commands);
}
