import { isVaried, plainWord, varies } from './words.ts';

/** A node of the tree: the words that follow it, and the template that ends here. */
interface Branch<T> {
  readonly next: Map<string, Branch<T>>;
  leaf: T | undefined;
}

/** Templates of one length by their words. */
export interface TemplateTree<T> {
  add(words: readonly string[], leaf: T): void;
  /** The template these words fit. The same word is preferred to a place that varies. */
  find(words: readonly string[]): T | undefined;
}

export function emptyTree<T>(): TemplateTree<T> {
  const root: Branch<T> = { next: new Map(), leaf: undefined };
  const find = (branch: Branch<T> | undefined, words: readonly string[], place: number): T | undefined => {
    const word = words[place];
    if (branch === undefined || word === undefined) return branch?.leaf;
    return find(branch.next.get(plainWord(word)), words, place + 1) ?? find(branch.next.get(varies), words, place + 1);
  };
  return {
    add(words, leaf) {
      let branch = root;
      for (const word of words) {
        const key = isVaried(word) ? varies : plainWord(word);
        const following = branch.next.get(key) ?? { next: new Map(), leaf: undefined };
        branch.next.set(key, following);
        branch = following;
      }
      branch.leaf ??= leaf;
    },
    find: (words) => find(root, words, 0),
  };
}
