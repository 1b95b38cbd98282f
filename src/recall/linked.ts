import type { Connection, LinkedMemory } from '../records/link-inputs.ts';
import { isExpired, type Memory, memoryText } from '../records/memory.ts';
import type { MemoryLink } from '../records/memory-link.ts';
import type { Recalled } from './rank.ts';

const maxTitleLength = 120;

/** How a link connects one of its ends with the other; nothing for a link of other memories. */
export function connectionOf({ from, relation, to }: MemoryLink, id: string): Connection[] {
  if (from === id) return [{ relation, direction: 'to', id: to }];
  return to === id ? [{ relation, direction: 'from', id: from }] : [];
}

/** What a memory is linked with, as it is shown. Ends that have expired are not shown, like every expired memory. */
export function linkedWith(
  id: string,
  links: readonly MemoryLink[],
  others: readonly Memory[],
  now: number,
): LinkedMemory[] {
  const byId = new Map(others.map((memory) => [memory.id, memory]));
  return links.flatMap((link) =>
    connectionOf(link, id).flatMap((connection) => {
      const other = byId.get(connection.id);
      if (other === undefined || isExpired(other, now)) return [];
      const { kind } = other;
      const title = memoryText(other).replace(/\s+/gu, ' ').slice(0, maxTitleLength).toWellFormed();
      const { note, createdAt } = link;
      return [{ ...connection, kind, title, by: link.scope.agent, note, createdAt }];
    }),
  );
}

/** Memories to follow from what was found, each once, with how it is connected: what was found first leads. */
export function toFollow(
  found: ReadonlyArray<Pick<Recalled, 'memory'>>,
  links: readonly MemoryLink[],
  maxCount: number,
): Array<{ readonly id: string; readonly connected: NonNullable<Recalled['linked']> }> {
  const known = new Set(found.map(({ memory }) => memory.id));
  const follow = new Map<string, NonNullable<Recalled['linked']>>();
  for (const { memory } of found) {
    const stated = links.flatMap((link) => connectionOf(link, memory.id));
    const settled = memory.links.map(({ kind, id }) => ({ relation: kind, direction: 'to' as const, id }));
    for (const { relation, direction, id } of [...stated, ...settled]) {
      if (!known.has(id) && !follow.has(id)) follow.set(id, { relation, direction, with: memory.id });
    }
  }
  return [...follow].slice(0, maxCount).map(([id, connected]) => ({ id, connected }));
}

const noParts = { relevance: 0, recency: 0, confidence: 0, success: 0 };
const noMatch = { topic: 0, words: 0, meaning: 0, speaker: 0, date: 0, name: 0, similarity: 0 };

/** A memory that joins an answer because it is linked with a hit. It matches nothing itself. */
export function followed(memory: Memory, connected: NonNullable<Recalled['linked']>): Recalled {
  return {
    kind: memory.kind,
    memory,
    score: 0,
    parts: noParts,
    match: noMatch,
    duplicates: [],
    linked: connected,
  };
}
