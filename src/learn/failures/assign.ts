import type { FailureLesson } from '../../records/lesson.ts';
import { nameOfFailure } from './name-failure.ts';
import { createFailureIndex, type FailureIndex } from './same-failure.ts';

/** What grouping must offer: see grouping/. */
export interface SignatureGroups {
  place(message: string): string;
  settle(): ReadonlyArray<readonly [from: string, into: string]>;
  resolve(id: string): string;
  group(id: string): { readonly template: string } | undefined;
}

/** Signatures a pattern is found by; of more the oldest are forgotten, and grouping knows them still. */
const maxKeys = 900;

/** Whether a pattern has as many signatures as it is found by: more of them are known by their group alone. */
export function isFull({ keys }: Pick<FailureLesson, 'keys'>): boolean {
  return keys.filter((key) => !isGroupKey(key)).length >= maxKeys;
}

/** Key of a pattern by its group. */
export function groupKey(id: string): string {
  return `group:${id}`;
}

function isGroupKey(key: string): boolean {
  return key.startsWith('group:');
}

/** Signatures of a pattern. */
export function signaturesOf({ keys }: Pick<FailureLesson, 'keys'>): string[] {
  return keys.filter((key) => !isGroupKey(key));
}

/** The patterns that changed and those that are new. */
export interface Assigned {
  readonly changed: readonly FailureLesson[];
  readonly created: readonly FailureLesson[];
}

/** Finds the ids of patterns by any signature of the same failure. */
export function indexPatterns(patterns: readonly FailureLesson[]): FailureIndex<string> {
  const index = createFailureIndex<string>();
  for (const pattern of patterns)
    for (const signature of signaturesOf(pattern)) index.add(signature, pattern.id);
  return index;
}

/**
 * Puts signatures that were not met before into patterns: into that of the same failure, else that of their group, else
 * a new one. Patterns that turn out to be one are joined: the one that is left has the signatures of both, the other
 * says where it went.
 */
export function assignSignatures(
  groups: SignatureGroups,
  patterns: readonly FailureLesson[],
  signatures: readonly string[],
  create: (signature: string, template: string, slug: string) => FailureLesson,
  freeName: (wanted: string, isTaken: (slug: string) => boolean) => string,
): Assigned {
  const byGroup = new Map<string, FailureLesson>();
  for (const pattern of patterns)
    for (const key of pattern.keys) if (isGroupKey(key)) byGroup.set(key, pattern);
  const byId = new Map(patterns.map((pattern) => [pattern.id, pattern]));
  const sameFailures = indexPatterns(patterns);
  const slugs = new Set(patterns.map(({ slug }) => slug));
  const touched = new Map<string, FailureLesson>();
  const isNew = new Set<string>();

  function put(pattern: FailureLesson): void {
    touched.set(pattern.id, pattern);
    byId.set(pattern.id, pattern);
    for (const key of pattern.keys) if (isGroupKey(key)) byGroup.set(key, pattern);
  }

  function createNamed(signature: string, template: string): FailureLesson {
    const slug = freeName(nameOfFailure(template), (name) => slugs.has(name));
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
    const same = oldestOf(sameFailures.find(signature));
    if (same !== undefined && same.id !== ofGroup?.id) return withKeys(same, keys, same.content.template);
    if (ofGroup !== undefined) return withKeys(ofGroup, keys, template);
    return { ...createNamed(signature, template), keys };
  }

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
    touched.set(goes.id, { ...goes, keys: [], content: { ...goes.content, mergedInto: stays.id } });
    put(withKeys(stays, goes.keys, template));
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
  const keys = [...new Set([...pattern.keys, ...added])];
  const groups = keys.filter(isGroupKey);
  const signatures = keys.filter((key) => !isGroupKey(key)).slice(-maxKeys);
  return { ...pattern, keys: [...groups, ...signatures], content: { ...pattern.content, template } };
}

/**
 * The pattern a name led to, or the one it was joined with, which may have been joined since.
 */
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
