import type { FailureLesson } from '../../records/lesson.ts';
import { errorSignature } from '../../text/signature.ts';
import { freeSlug } from '../lessons.ts';
import { groupKey, isGroupKey, keysWith, mergedKey, signaturesOf } from './failure-keys.ts';
import type { Grouping } from './grouping/grouping.ts';
import { nameOfFailure } from './name-failure.ts';
import { createFailureIndex, type FailureIndex } from './same-failure.ts';

export type SignatureGroups = Pick<Grouping, 'place' | 'settle' | 'resolve' | 'group'>;

/** Finds the ids of patterns by any signature of the same failure; earlier keys also by what they are read as today. */
export function indexPatterns(
  patterns: readonly FailureLesson[],
  haveEarlierKeys = false,
): FailureIndex<string> {
  const index = createFailureIndex<string>();
  for (const pattern of patterns)
    for (const signature of signaturesOf(pattern)) {
      index.add(signature, pattern.id);
      if (haveEarlierKeys) index.add(errorSignature(signature), pattern.id);
    }
  return index;
}

/** What patterns from before the way of reading changed are found by: the earlier signatures of each new one. */
export type EarlierSignatures = ReadonlyMap<string, readonly string[]>;

/**
 * Assigns new signatures to patterns: to that of the same failure, else that of their group, else a new one. Patterns
 * that turn out to be one are merged: the older has the signatures of both, the other names it in `mergedInto`.
 */
export function assignSignatures(
  groups: SignatureGroups,
  patterns: readonly FailureLesson[],
  signatures: readonly string[],
  create: (signature: string, template: string, slug: string) => FailureLesson,
  earlier?: EarlierSignatures,
  areResigned = earlier !== undefined,
): { readonly changed: readonly FailureLesson[]; readonly created: readonly FailureLesson[] } {
  const byGroup = new Map<string, FailureLesson>();
  const byId = new Map<string, FailureLesson>();
  const sameFailures = indexPatterns(patterns, areResigned);
  const slugs = new Set(patterns.map(({ slug }) => slug));
  const touched = new Map<string, FailureLesson>();
  const isNew = new Set<string>();

  function register(pattern: FailureLesson): void {
    byId.set(pattern.id, pattern);
    for (const key of pattern.keys) if (isGroupKey(key)) byGroup.set(key, pattern);
  }

  function put(pattern: FailureLesson): void {
    touched.set(pattern.id, pattern);
    register(pattern);
  }

  function createNamed(signature: string, template: string): FailureLesson {
    const slug = freeSlug(nameOfFailure(template), (name) => slugs.has(name));
    const created = create(signature, template, slug);
    slugs.add(slug);
    isNew.add(created.id);
    return created;
  }

  function oldestOf(ids: readonly string[]): FailureLesson | undefined {
    const found = ids.flatMap((id) => byId.get(id) ?? []);
    return found.length === 0 ? undefined : found.reduce((one, other) => elder(one, other)[0]);
  }

  function patternWith(signature: string): FailureLesson {
    const group = groups.resolve(groups.place(signature));
    const template = groups.group(group)?.template ?? signature;
    const ofGroup = byGroup.get(groupKey(group));
    const keys = ofGroup === undefined ? [groupKey(group), signature] : [signature];
    const before = (earlier?.get(signature) ?? []).flatMap((known) => sameFailures.find(known));
    const same = oldestOf(sameFailures.find(signature)) ?? oldestOf(before);
    if (same !== undefined && same.id !== ofGroup?.id) return withKeys(same, keys, same.content.template);
    if (ofGroup !== undefined) return withKeys(ofGroup, keys, template);
    return withKeys(createNamed(signature, template), keys, template);
  }

  for (const pattern of patterns) register(pattern);
  for (const signature of signatures) {
    const pattern = patternWith(signature);
    put(pattern);
    sameFailures.add(signature, pattern.id);
  }
  for (const [from, into] of groups.settle()) {
    const gone = byGroup.get(groupKey(from));
    const target = byGroup.get(groupKey(groups.resolve(into)));
    if (gone === undefined || target === undefined || gone.id === target.id) continue;
    const [stays, goes] = elder(gone, target);
    const template = groups.group(into)?.template ?? stays.content.template;
    const content = { ...goes.content, mergedInto: stays.id };
    touched.set(goes.id, { ...goes, keys: [mergedKey(stays.id)], content });
    put(withKeys(stays, [...goes.keys.filter(isGroupKey), ...signaturesOf(goes)], template));
  }
  const all = [...touched.values()];
  return {
    changed: all.filter(({ id }) => !isNew.has(id)),
    created: all.filter(({ id }) => isNew.has(id)),
  };
}

/** The pattern that was there first keeps its name. */
function elder(one: FailureLesson, other: FailureLesson): [FailureLesson, FailureLesson] {
  const isFirst = one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
  return isFirst ? [one, other] : [other, one];
}

function withKeys(pattern: FailureLesson, added: readonly string[], template: string): FailureLesson {
  return { ...pattern, keys: keysWith(pattern, added), content: { ...pattern.content, template } };
}

/** The pattern itself, or the one it was merged into, which may have been merged since. */
export function followMerges(
  pattern: FailureLesson,
  byId: ReadonlyMap<string, FailureLesson>,
): FailureLesson {
  let current = pattern;
  const met = new Set<string>();
  while (current.content.mergedInto !== null && !met.has(current.id)) {
    met.add(current.id);
    const next = byId.get(current.content.mergedInto);
    if (next === undefined) break;
    current = next;
  }
  return current;
}
