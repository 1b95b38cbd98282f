import { bareSignature, beginningOfRuled, isSameFailure, ruleIn } from '../../text/signature/wrapper.ts';
import { eachOnce } from '../each-once.ts';

/** Finds items by failure, also when the message has more or less around it, such as a type or a stack trace. */
export interface FailureIndex<Item> {
  add(signature: string, item: Item): void;
  /** The items of the same failure, in the order they were added. */
  find(signature: string): Item[];
}

/**
 * @example
 * const index = createFailureIndex<string>();
 * index.add('connect ECONNREFUSED <address>', 'les_1');
 * index.find('Uncaught Error: connect ECONNREFUSED <address>'); // ['les_1']
 */
export function createFailureIndex<Item>(): FailureIndex<Item> {
  const keysOf = eachOnce(sharedKeys);
  const byKey = new Map<string, Array<{ readonly signature: string; readonly item: Item }>>();
  const having = new Map<string, Set<Item>>();
  return {
    add(signature, item) {
      const items = having.get(signature) ?? new Set();
      // For speed: twenty agents add the same messages of one failure, and each search looks at all that were added.
      if (items.has(item)) return;
      having.set(signature, items.add(item));
      for (const key of keysOf(signature)) {
        const similar = byKey.get(key) ?? [];
        similar.push({ signature, item });
        byKey.set(key, similar);
      }
    },
    find(signature) {
      const similar = [...keysOf(signature)].flatMap((key) => byKey.get(key) ?? []);
      const isSame = eachOnce((other) => other === signature || isSameFailure(other, signature));
      const same = similar.filter((each) => isSame(each.signature));
      return [...new Set(same.map(({ item }) => item))];
    },
  };
}

/** What signatures of the same failure have in common: what it says, how that begins, or the rule that it breaks. */
export function sharedKeys(signature: string): ReadonlySet<string> {
  const rule = ruleIn(signature);
  const beginning = beginningOfRuled(signature);
  return new Set([bareSignature(signature), rule, beginning].filter((key) => key !== undefined));
}
