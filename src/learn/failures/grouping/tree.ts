import { isVaried, varies } from './words.ts';

/** One word of templates of the same length; what follows it. */
interface Branch<T> {
  readonly next: Map<string, Branch<T>>;
  leaf: T | undefined;
}

/** Templates of one length by their words. */
export interface TemplateTree<T> {
  add(words: readonly string[], leaf: T): void;
  /** The template these words fit, the same word before a place that varies. */
  find(words: readonly string[]): T | undefined;
}

/** A tree without templates. */
export function emptyTree<T>(): TemplateTree<T> {
  const root: Branch<T> = { next: new Map(), leaf: undefined };
  const find = (branch: Branch<T> | undefined, words: readonly string[], place: number): T | undefined => {
    const word = words[place];
    if (branch === undefined || word === undefined) return branch?.leaf;
    return find(branch.next.get(word), words, place + 1) ?? find(branch.next.get(varies), words, place + 1);
  };
  return {
    add(words, leaf) {
      let branch = root;
      for (const word of words) {
        const key = isVaried(word) ? varies : word;
        let following = branch.next.get(key);
        if (following === undefined) {
          following = { next: new Map(), leaf: undefined };
          branch.next.set(key, following);
        }
        branch = following;
      }
      branch.leaf ??= leaf;
    },
    find: (words) => find(root, words, 0),
  };
}
