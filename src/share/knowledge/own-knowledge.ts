import { carriedGrants } from '../../access/grants.ts';
import { canonicalJson, type Json } from '../../json/json.ts';
import { type Memory, memoryTopic } from '../../records/memory.ts';
import { travellingContent } from './knowledge-record.ts';

/** What an importer knows already, by what it may be met by. */
export interface OwnKnowledge {
  readonly byId: ReadonlyMap<string, Memory>;
  /** The memory that says exactly this, and is there as long. */
  saying(memory: Memory): Memory | undefined;
  /** The preference with the same key: there is one value for each. */
  about(memory: Memory): Memory | undefined;
  /** From now on it is known, too. */
  add(memory: Memory): void;
  /** Kept as something else than a memory: a solution that was taught. It is compared and never replaced. */
  isFixed(id: string): boolean;
}

/** @param taught Solutions, as memories. */
export function ownKnowledge(memories: readonly Memory[], taught: readonly Memory[]): OwnKnowledge {
  const byId = new Map<string, Memory>();
  const byContent = new Map<string, Memory[]>();
  const byKey = new Map<string, Memory>();
  const fixed = new Set(taught.map(({ id }) => id));
  function add(memory: Memory): void {
    byId.set(memory.id, memory);
    // What is archived or merged says nothing any more; its id is taken all the same.
    if (memory.standing !== 'active') return;
    const saying = sayingOf(memory);
    byContent.set(saying, [...(byContent.get(saying) ?? []), memory]);
    const key = memory.kind === 'preference' ? memoryTopic(memory) : null;
    if (key !== null) byKey.set(key, memory);
  }
  for (const memory of [...taught, ...memories]) add(memory);
  return {
    byId,
    saying: (memory) => byContent.get(sayingOf(memory))?.find((known) => lastsAsLong(known, memory)),
    about: (memory) => (memory.kind === 'preference' ? byKey.get(memoryTopic(memory) ?? '') : undefined),
    add,
    isFixed: (id) => fixed.has(id),
  };
}

/** Whether a memory is read at least as long as another: a copy goes with the grants it carries. */
function lastsAsLong(known: Memory, memory: Memory): boolean {
  const carried = new Set(carriedGrants(memory));
  return carriedGrants(known).every((id) => carried.has(id));
}

/** All that a memory says, so that two that say the same are told by it. */
export function sayingOf({ kind, text, content }: Memory): string {
  return canonicalJson([kind, text, travellingContent(content) as Json]);
}

/** Whether two memories are the same version: same words, same fields, same tags. */
export function isSameVersion(left: Memory, right: Memory): boolean {
  const tags = (memory: Memory): string => canonicalJson([...new Set(memory.tags)].sort());
  return sayingOf(left) === sayingOf(right) && tags(left) === tags(right);
}
