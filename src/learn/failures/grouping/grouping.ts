import { maxOptional, optionalForms, restLength, sameButOptional } from './optional.ts';
import { findSame } from './settle.ts';
import type { GroupingState, KeptGroup } from './state.ts';
import { emptyTree, type TemplateTree } from './tree.ts';
import { upgraded } from './upgrade.ts';
import { isOptional, plainWord, varies } from './word.ts';
import { wordsOf } from './words.ts';

/** Messages of one form. */
export interface MessageGroup {
  /** A hash of the first message; the same in every process. */
  readonly id: string;
  /** The words they share, with `<*>` where they differ. */
  readonly template: string;
  /** How many messages were placed here. */
  readonly size: number;
}

/** Groups messages as they come. */
export interface Grouping {
  /** The id of the group of a signature; a group is made where none fits. */
  place(signature: string): string;
  /** Merges groups that turned out to be one. Old ids still resolve. */
  settle(): ReadonlyArray<readonly [from: string, into: string]>;
  /** The id a group has now, whatever id it had. */
  resolve(id: string): string;
  /** The group with this id, now or before it was merged; undefined when it was forgotten. */
  group(id: string): MessageGroup | undefined;
  groups(): readonly MessageGroup[];
  save(): GroupingState;
}

type GrowingGroup = { -readonly [Key in keyof KeptGroup]: KeptGroup[Key] };

/** How much a grouping remembers. Of groups, the smallest that were seen longest ago are forgotten first. */
const defaultLimits = { groups: 5_000, merged: 20_000 };
/** Signatures whose group is cached. */
const maxCached = 10_000;
/** The share of groups that is forgotten at once when there are too many. */
const shareForgotten = 0.1;

/**
 * Restores a saved grouping, or begins a new one.
 *
 * @example
 * const grouping = openGrouping();
 * const id = grouping.place(errorSignature('connect ETIMEDOUT 10.0.0.7:5432'));
 * grouping.settle();
 * grouping.group(id)?.template; // 'connect ETIMEDOUT <*>'
 */
export function openGrouping(saved?: GroupingState, limits = defaultLimits): Grouping {
  const state = saved && upgraded(saved);
  let placed = state?.placed ?? 0;
  let made = state?.made ?? 0;
  const groups = new Map<string, GrowingGroup>(
    (state?.groups ?? []).map((group) => [group.id, { ...group }]),
  );
  const merged = new Map<string, string>(state?.merged ?? []);
  const unsettled = new Set<number>(state?.unsettled ?? []);
  /** Groups that were made or joined since groups were last merged. */
  const changed = new Set([...groups.values()].filter(({ words }) => unsettled.has(words.length)));
  const trees = new Map<number, TemplateTree<GrowingGroup>>();
  const known = new Map<string, GrowingGroup>();

  const treeFor = (length: number): TemplateTree<GrowingGroup> => {
    let tree = trees.get(length);
    if (tree === undefined) {
      tree = emptyTree();
      for (const group of groups.values()) {
        if (group.words.length === length) tree.add(group.words, group);
        const longer = group.words.length - length;
        if (longer > 0 && longer <= maxOptional && group.words.some(isOptional))
          for (const form of optionalForms(group.words)) if (form.length === length) tree.add(form, group);
      }
      trees.set(length, tree);
    }
    return tree;
  };

  const make = (words: readonly string[]): GrowingGroup => {
    const id = idOf(words);
    // A group with this id may have been merged into one that was forgotten since.
    merged.delete(id);
    const group = { id, words, size: 0, order: made, seen: placed };
    made += 1;
    treeFor(words.length).add(words, group);
    groups.set(id, group);
    unsettled.add(words.length);
    changed.add(group);
    return group;
  };

  const makeRoom = (): void => {
    settle();
    if (groups.size < limits.groups) return;
    const leastMissed = [...groups.values()].sort(
      (left, right) => left.size - right.size || left.seen - right.seen || left.order - right.order,
    );
    for (const { id } of leastMissed.slice(0, Math.ceil(limits.groups * shareForgotten))) groups.delete(id);
    trees.clear();
    known.clear();
  };

  const join = (same: readonly GrowingGroup[], words: readonly string[]): GrowingGroup => {
    const [first, ...others] = same as readonly [GrowingGroup, ...GrowingGroup[]];
    for (const other of others) {
      groups.delete(other.id);
      merged.set(other.id, first.id);
      first.size += other.size;
      first.seen = Math.max(first.seen, other.seen);
    }
    first.words = words;
    changed.add(first);
    return first;
  };

  const settle = (): ReadonlyArray<readonly [from: string, into: string]> => {
    const before = new Set(merged.keys());
    for (const length of [...unsettled].sort((left, right) => left - right)) {
      const sameLength = [...groups.values()].filter(({ words }) => words.length === length);
      findSame(sameLength, join);
      trees.delete(length);
    }
    // What may be left out is known after the first time.
    if (joinOptional()) joinOptional();
    changed.clear();
    unsettled.clear();
    known.clear();
    for (const from of merged.keys()) {
      if (merged.size <= limits.merged) break;
      merged.delete(from);
    }
    return [...merged.keys()]
      .filter((from) => !before.has(from))
      .map((from) => [from, resolve(from)] as const);
  };

  /** Joins groups that are the same but for what some messages leave out. */
  const joinOptional = (): boolean => {
    const lengths = new Set([...changed].map(({ words }) => restLength(words)));
    const most = Math.max(...lengths) + maxOptional;
    const concerned = [...groups.values()].filter(
      ({ words }) => words.length <= most && lengths.has(restLength(words)),
    );
    const found = sameButOptional(concerned);
    for (const { list, words } of found) {
      const left = list.filter(({ id }) => groups.has(id));
      if (left.length < 2) continue;
      join(
        left.toSorted((one, other) => one.order - other.order),
        words,
      );
      trees.clear();
    }
    return found.length > 0;
  };

  const resolve = (id: string): string => {
    let at = id;
    for (let into = merged.get(at); into !== undefined; into = merged.get(at)) at = into;
    return at;
  };

  return {
    place(signature) {
      let group = known.get(signature);
      if (group === undefined) {
        const words = wordsOf(signature);
        const find = (): GrowingGroup | undefined => treeFor(words.length).find(words);
        group = find();
        if (group === undefined && groups.size >= limits.groups) {
          makeRoom();
          group = find();
        }
        group ??= make(words);
        if (known.size >= maxCached) known.clear();
        known.set(signature, group);
      }
      group.size += 1;
      group.seen = placed;
      placed += 1;
      return group.id;
    },
    settle,
    resolve,
    group(id) {
      const group = groups.get(resolve(id));
      return group && shown(group);
    },
    groups: () => [...groups.values()].map(shown),
    save: () => ({
      version: 3,
      ...(state?.isUpgraded ? { isUpgraded: true } : {}),
      placed,
      made,
      groups: [...groups.values()].map((group) => ({ ...group })),
      merged: [...merged],
      unsettled: [...unsettled],
    }),
  };
}

function shown({ id, words, size }: KeptGroup): MessageGroup {
  return { id, template: templateOf(words), size };
}

/** Words as they are shown: what may be left out is. */
function templateOf(words: readonly string[]): string {
  const all = words.filter((word) => !isOptional(word)).join('');
  return plainWord(all).replaceAll(varies, '<*>').trimEnd();
}

/** A hash of the first message, as sixteen hexadecimal digits. */
function idOf(words: readonly string[]): string {
  let left = 0x811c9dc5;
  let right = 0x9747b28c;
  for (const sign of plainWord(words.join(''))) {
    const code = sign.codePointAt(0) ?? 0;
    left = Math.imul(left ^ code, 0x01000193);
    right = Math.imul((right << 5) ^ (right >>> 27) ^ code, 0x85ebca6b);
  }
  return [left, right].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
