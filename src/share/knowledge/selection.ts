import { isInDomain } from '../../access/grants.ts';
import { isRecallable, type Memory, type MemoryKind } from '../../records/memory.ts';

/** Which knowledge is wanted; what is left out does not matter. */
export interface KnowledgeSelection {
  readonly domain?: string | undefined;
  readonly kind?: MemoryKind | undefined;
  /** All of these. */
  readonly tags: readonly string[];
}

/** Whether a memory is current and among those that are wanted. */
export function isWanted({ domain, kind, tags }: KnowledgeSelection, memory: Memory, now: number): boolean {
  return (
    isRecallable(memory, now) &&
    (kind === undefined || kind === memory.kind) &&
    (domain === undefined || isInDomain(memory, domain)) &&
    tags.every((tag) => memory.tags.includes(tag))
  );
}

/** Oldest first, as they were learned. */
export function inOrder(memories: readonly Memory[]): Memory[] {
  return memories.toSorted(
    (left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1),
  );
}
