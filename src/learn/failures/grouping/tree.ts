import { isBracketed, isOptional, isVaried, optional, plainWord, varies } from './word.ts';

/** A node of the tree: the words that follow it, and the templates that end here. */
interface Branch<T> {
  readonly next: Map<string, Branch<T>>;
  leaf: T | undefined;
}

/** Templates of one length by their words. */
export interface TemplateTree<T> {
  add(words: readonly string[], leaf: T): void;
  /** The template these words fit. The same word is preferred to a place that varies. */
  find(words: readonly string[], except?: T): T | undefined;
}

/** @param isWild Which words of a template any other word fits. */
export function emptyTree<T>(isWild: (word: string) => boolean = isVaried): TemplateTree<T> {
  const root: Branch<T> = { next: new Map(), leaf: undefined };
  const find = (
    branch: Branch<T> | undefined,
    words: readonly string[],
    place: number,
    except: T | undefined,
  ): T | undefined => {
    if (branch === undefined) return undefined;
    const word = words[place];
    if (word === undefined) return branch.leaf === except ? undefined : branch.leaf;
    return (
      find(branch.next.get(plainWord(word)), words, place + 1, except) ??
      (isBracketed(word) ? find(branch.next.get(optional), words, place + 1, except) : undefined) ??
      find(branch.next.get(varies), words, place + 1, except)
    );
  };
  return {
    add(words, leaf) {
      let branch = root;
      for (const word of words) {
        const key = isOptional(word) ? optional : isWild(word) ? varies : plainWord(word);
        const following = branch.next.get(key) ?? { next: new Map(), leaf: undefined };
        branch.next.set(key, following);
        branch = following;
      }
      branch.leaf ??= leaf;
    },
    find: (words, except) => find(root, words, 0, except),
  };
}
