import type { Command } from '../../ports/store.ts';
import type { Memory } from '../../records/memory.ts';
import type { RevisionReason } from '../../records/memory-life.ts';

/** One change of a memory that is not written yet: the new state, and the reason. */
export interface Change {
  readonly memory: Memory;
  readonly reason: RevisionReason;
  /** The reason in words, for a person. */
  readonly note: string;
}

/** The next revision of a memory, with some fields changed. */
export function changed(
  memory: Memory,
  life: Partial<Omit<Memory, 'kind' | 'content'>>,
  reason: RevisionReason,
  note: string,
): Change {
  return { memory: { ...memory, ...life, revision: memory.revision + 1 } as Memory, reason, note };
}

/** The command that writes a change. It is refused when the memory was changed meanwhile. */
export function reviseCommand({ memory, reason, note }: Change, at: number): Command {
  return { type: 'revise-memory', owner: memory.scope, memory, change: { at, reason, note } };
}
