import { createHash } from 'node:crypto';
import type { Settings } from '../../config/settings.ts';
import { canonicalJson, type Json } from '../../json/json.ts';
import { isStatedByUser, type Memory, type MemoryKind, rememberedFrom } from '../../records/memory.ts';
import { groupBy } from '../group-by.ts';
import { lifetimeOf } from './lifetime.ts';

/** Kinds that state a fact; the others report an event, and the same event may happen twice. */
const statingKinds: readonly MemoryKind[] = ['knowledge', 'rule', 'preference', 'entity'];

export function isStating(memory: Memory): boolean {
  return statingKinds.includes(memory.kind);
}

/** Whether a memory may be compared: it is active, has no chosen expiry, and is not a message of a conversation. */
export function isComparable(memory: Memory, settings: Settings['memory']): boolean {
  return memory.standing === 'active' && !isMessage(memory) && lifetimeOf(memory, settings) !== 'dated';
}

/** A message means something only in its place; what was remembered of one stands by itself. */
function isMessage({ provenance }: Memory): boolean {
  return provenance.position !== null && provenance.importedFrom !== rememberedFrom;
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

/** The fields of a memory that are part of its statement, as text that is equal for equal fields. */
export function saidFields({ content }: Pick<Memory, 'content'>): string {
  const said = Object.entries(content).filter(([field]) => !counters.has(field));
  return canonicalJson(Object.fromEntries(said) as Json);
}

/** A hash of a list of texts. */
export function keyOf(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/**
 * Owner and kind: only memories that share both are compared. What the user stated is compared with that alone, so that
 * nobody else's words can take its place.
 */
export function ownerParts(memory: Memory): (string | null)[] {
  const { scope, kind } = memory;
  return [scope.user, scope.project, scope.agent, kind, isStatedByUser(memory, scope) ? 'stated' : null];
}

/** Items by key. */
export type Index<Item = string> = Map<string, Item[]>;

export function addTo<Item>(index: Index<Item>, key: string, item: Item): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, [item]);
  else known.push(item);
}

/** Groups of items that share a key, in the order they were given; items without a key are left out. */
export function groupsBy<Item>(items: readonly Item[], key: (item: Item) => string | null): Item[][] {
  const groups = groupBy(items, key);
  groups.delete(null);
  return [...groups.values()];
}
