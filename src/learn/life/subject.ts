import { createHash } from 'node:crypto';
import type { Settings } from '../../config/settings.ts';
import { canonicalJson, type Json } from '../../json/json.ts';
import type { Memory, MemoryKind } from '../../records/memory.ts';
import { lifetimeOf } from './lifetime.ts';

/** Kinds that say what is so; the others say what happened. What happened twice happened twice. */
const statingKinds: readonly MemoryKind[] = ['knowledge', 'rule', 'preference', 'entity'];

export function isStating(memory: Memory): boolean {
  return statingKinds.includes(memory.kind);
}

/**
 * Whether a memory may be compared with others: it stands, nobody chose a moment at which it has to vanish,
 * and it is not a message of a conversation, which means something only in its place there.
 */
export function isComparable(memory: Memory, settings: Settings['memory']): boolean {
  return (
    memory.standing === 'active' &&
    memory.provenance.position === null &&
    lifetimeOf(memory, settings) !== 'dated'
  );
}

/** Counts and moments, which do not change what a memory says. */
const counters = new Set([
  'ruleKind',
  'learnedFrom',
  'timesApplied',
  'ruleSuccessRate',
  'firstSeen',
  'lastUpdated',
  'interactionCount',
]);

/** The fields of a memory that say something, as text that is equal for equal fields. */
export function saidFields({ content }: Pick<Memory, 'content'>): string {
  const said = Object.entries(content).filter(([field]) => !counters.has(field));
  return canonicalJson(Object.fromEntries(said) as Json);
}

/** A short name for a list of texts; different lists never share one in practice. */
export function keyOf(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/** Who owns it and what kind it is: memories are only ever compared within these. */
export function ownerParts({ scope, kind }: Pick<Memory, 'scope' | 'kind'>): (string | null)[] {
  return [scope.user, scope.project, scope.agent, kind];
}

/** Things by what they have in common. */
export type Index<Item = string> = Map<string, Item[]>;

export function addTo<Item>(index: Index<Item>, key: string, item: Item): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, [item]);
  else known.push(item);
}

/** Records that share a key, in the order they were given; those without a key are left out. */
export function groupsBy<Item>(items: readonly Item[], key: (item: Item) => string | null): Item[][] {
  const groups: Index<Item> = new Map();
  for (const item of items) {
    const name = key(item);
    if (name !== null) addTo(groups, name, item);
  }
  return [...groups.values()];
}
