import { canonicalJson, type JsonObject } from '../../json/json.ts';
import type { Scope } from '../../records/scope.ts';

/** Where the contract promises no order, answers are put into one before they are compared. */
export const byAgent = <Item extends { readonly scope: Scope }>(items: readonly Item[]): Item[] =>
  items.toSorted((left, right) => ((left.scope.agent ?? '') < (right.scope.agent ?? '') ? -1 : 1));
export const inOneOrder = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] =>
  items.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
/** Whatever order its fields are in. */
export const canonical = (item: object): string => canonicalJson({ ...item } as JsonObject);
