import { formatPath, leavesOf, type PathPart } from '../../model/path.ts';
import type { Place } from '../../model/plan.ts';
import { likenessOf } from './bind-result.ts';
import type { Leaf } from './recorded-call.ts';
import { isDistinctive, isIdentifier } from './telling.ts';
import type { Wanted } from './wanted.ts';

/** What the same item of a collection has as something else that the call names: the price of the picked mug, the owner of a card. */
export interface Neighbour extends Place {
  /** Where it is inside the item. */
  readonly value: string;
  /** Whether it is more than a small number under another name, which may be there by accident. */
  readonly isTelling: boolean;
  /** What tells the item from the others, where it is inside the item, and the name the call has for it. */
  readonly item: { readonly path: string; readonly value: string; readonly key: string };
}

/**
 * Finds the item that a value belongs to. Other items have such values too, so that it is present in the collection says
 * nothing.
 */
export function neighbourOf({ value, key, origins }: Wanted): Neighbour | undefined {
  const isAmount = typeof value === 'number' && Math.abs(value) > 1;
  const isText = typeof value === 'string' && isDistinctive(value) && !isIdentifier(value);
  if (!isAmount && !isText) return undefined;
  const named = leavesOf(origins.call).flatMap(({ path, value: name }) =>
    typeof name === 'string' && isDistinctive(name) && (isAmount || isIdentifier(name))
      ? [{ name, key: lastName(path) }]
      : [],
  );
  for (const [step, { leaves }] of [...origins.earlier.entries()].reverse()) {
    // A result at a fixed place explains it better.
    if (leaves.some((leaf) => leaf.value === value && leaf.itemDepth === 0)) return undefined;
    for (const leaf of leaves.filter((other) => other.value === value && other.itemDepth > 0)) {
      for (const { name, key: nameKey } of named) {
        const same = leaves.filter((other) => other.value === name && other.itemDepth > 0);
        const [anchor] = same;
        if (anchor === undefined || same.length > 1 || !isSameItem(anchor, leaf)) continue;
        return {
          step,
          path: formatPath(leaf.general.slice(0, leaf.itemDepth)),
          value: formatPath(leaf.path.slice(leaf.itemDepth)),
          isTelling: isDistinctive(value) || likenessOf(leaf.path, key) > 0,
          item: { path: formatPath(anchor.path.slice(anchor.itemDepth)), value: name, key: nameKey },
        };
      }
    }
  }
  return undefined;
}

function isSameItem(one: Leaf, other: Leaf): boolean {
  return (
    one.itemDepth === other.itemDepth &&
    one.path.length > one.itemDepth &&
    one.path.slice(0, one.itemDepth).every((part, index) => part === other.path[index])
  );
}

function lastName(path: readonly PathPart[]): string {
  return String(path.findLast((part) => typeof part === 'string') ?? '');
}
