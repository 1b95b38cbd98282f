import { bareSignature, isSameFailure } from '../../text/signature/wrapper.ts';

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
  const byBare = new Map<string, Array<{ readonly signature: string; readonly item: Item }>>();
  return {
    add(signature, item) {
      const bare = bareSignature(signature);
      const similar = byBare.get(bare) ?? [];
      similar.push({ signature, item });
      byBare.set(bare, similar);
    },
    find(signature) {
      const similar = byBare.get(bareSignature(signature)) ?? [];
      const same = similar.filter((each) => isSameFailure(each.signature, signature));
      return [...new Set(same.map(({ item }) => item))];
    },
  };
}
