import type { Context } from '../../ports/context.ts';
import type { FailureLesson, Lesson, LessonKind, LessonOf } from '../../records/lesson.ts';
import { sameScope, type Viewer } from '../../records/scope.ts';
import { indexPatterns } from './assign.ts';
import { groupKey, isFull, keysOfSameFailure, mergedKey, signaturesOf } from './failure-keys.ts';
import { signatureOfMemory } from './failure-memory.ts';
import { hasEarlierKeys } from './grouping/state.ts';
import { unmerged } from './joint.ts';
import type { FailureKnowledge } from './knowledge.ts';
import {
  grantsOf,
  groupingName,
  memoriesOn,
  placedIn,
  stateOf,
  tallyOf,
  unsortedOn,
} from './known-failures.ts';
import { type FailureSide, failureSides, isOnSide, isShown, sharedPatternReads } from './sides.ts';

/** The signature of an error, as it is read today and as it was before (decision 0038). */
export interface AskedFailure {
  readonly signature: string;
  readonly earlier: string;
}

/** Patterns of an error, with what is known about them and nothing about others. */
export interface FailuresLike {
  readonly knowledge: FailureKnowledge;
  readonly patterns: readonly FailureLesson[];
}

/**
 * The patterns of an error, and all that is the same failure, looked up by their keys: what is read does not grow with the other
 * failures. Undefined when that is not enough: when failures are to be sorted first, or when a pattern has more signatures than keys.
 */
export async function failuresLike(
  context: Context,
  viewer: Viewer,
  asked: AskedFailure,
): Promise<FailuresLike | undefined> {
  const granted = await grantsOf(context, viewer);
  const sides = failureSides(viewer, granted);
  if ((await unsortedOn(context, sides)).length > 0) return undefined;
  const memories = await memoriesOf(context, viewer, sides);
  if (memories === undefined) return undefined;
  const patterns = await patternsLike(context, sides, asked);
  if (patterns === undefined) return undefined;
  const all = await sameFailures(context, sides, patterns);
  if (all.some(isFull)) return undefined;
  await context.audit.accessed(viewer, sharedPatternReads(viewer, granted, all));
  const byId = new Map(
    [...all, ...(await mergedInto(context, sides, all))].map((each) => [each.id, each] as const),
  );
  const signatures = new Set(all.flatMap(signaturesOf));
  const own = memories.filter((memory) => signatures.has(signatureOfMemory(memory)));
  const [counted, stated, checks] = await Promise.all([
    Promise.all(sides.map((side) => talliesOn(context, side, all))),
    Promise.all(
      sides.map((side) =>
        find(context, side, 'solution', [...byId.keys()], ({ content }) => ({ id: content.pattern })),
      ),
    ),
    context.store.findLessons(viewer, 'check', [...byId.keys()]),
  ]);
  return {
    patterns,
    knowledge: {
      byId,
      sides,
      memories: own,
      tallies: [...counted.flat(), ...own.map(tallyOf)],
      stated: stated.flat(),
      checks: checks.toSorted(newestFirst),
    },
  };
}

/** Lessons of one side by their names, newest first. `about` says which pattern one belongs to. */
async function find<Kind extends LessonKind>(
  { store }: Pick<Context, 'store'>,
  side: FailureSide,
  kind: Kind,
  names: readonly string[],
  about: (lesson: LessonOf<Kind>) => Pick<FailureLesson, 'id'> = (lesson) => lesson,
): Promise<Array<LessonOf<Kind>>> {
  if (names.length === 0) return [];
  const found = await store.findLessons(side.reader, kind, names);
  return found
    .filter((lesson) => isOnSide(side, lesson.scope) && isShown(side, about(lesson)))
    .sort(newestFirst);
}

/** As lists are. */
function newestFirst(left: Lesson, right: Lesson): number {
  return right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1);
}

/** Patterns of all sides with one of these keys. The one that is shared alone is looked at in any case. */
async function patternsWith(
  context: Context,
  sides: readonly FailureSide[],
  keys: readonly string[],
): Promise<FailureLesson[]> {
  const found = await Promise.all(
    sides.map(({ pattern, ...side }) =>
      find(context, { ...side, pattern }, 'failure', pattern === null ? keys : [pattern]),
    ),
  );
  return found.flat();
}

/** The failure memories of all sides. Undefined when one of them is in no pattern yet. */
async function memoriesOf(context: Context, viewer: Viewer, sides: readonly FailureSide[]) {
  const read = await Promise.all(
    sides.map(async (side) => {
      const memories = await memoriesOn(context, side, viewer);
      const patterns = await patternsWith(context, [side], [...new Set(memories.map(signatureOfMemory))]);
      const isSorted = (memory: (typeof memories)[number]): boolean =>
        patterns.some(
          ({ scope, keys }) => sameScope(scope, memory.scope) && keys.includes(signatureOfMemory(memory)),
        );
      const sorted = memories.filter(isSorted);
      return side.pattern === null && sorted.length < memories.length ? undefined : sorted;
    }),
  );
  return read.includes(undefined) ? undefined : read.flatMap((each) => each ?? []);
}

/** Which patterns an error belongs to, as `patternsFor` says it. */
async function patternsLike(
  context: Context,
  sides: readonly FailureSide[],
  { signature, earlier }: AskedFailure,
): Promise<readonly FailureLesson[] | undefined> {
  const names = new Set([signature, earlier, ...keysOfSameFailure([signature])]);
  const patterns = await patternsWith(context, sides, [...names]);
  const byId = new Map(patterns.map((each) => [each.id, each]));
  const having = (key: string): FailureLesson[] => patterns.filter(({ keys }) => keys.includes(key));
  const same = (): FailureLesson[] =>
    indexPatterns(patterns)
      .find(signature)
      .flatMap((id) => byId.get(id) ?? []);
  for (const look of [() => having(signature), same, () => having(earlier)]) {
    const found = look();
    if (found.length > 0) return found.some(({ content }) => content.mergedInto !== null) ? undefined : found;
  }
  const groupings = await Promise.all(
    sides.map(({ reader }) => context.store.findLessons(reader, 'grouping', [groupingName])),
  );
  if (groupings.flat().some((kept) => hasEarlierKeys(stateOf(kept)))) return undefined;
  const places = groupings.flat().map((kept) => ({ ...kept, key: groupKey(placedIn(kept, signature)) }));
  const grouped = await patternsWith(
    context,
    sides,
    places.map(({ key }) => key),
  );
  return places.flatMap(({ scope, key }) =>
    grouped.filter((pattern) => sameScope(pattern.scope, scope) && pattern.keys.includes(key)),
  );
}

/** These patterns and, step by step, all that are the same failure as one of them. */
async function sameFailures(
  context: Context,
  sides: readonly FailureSide[],
  patterns: readonly FailureLesson[],
): Promise<FailureLesson[]> {
  const all = new Map(patterns.map((pattern) => [pattern.id, pattern]));
  const asked = new Set<string>();
  let unasked = keysOfSameFailure([...all.values()].flatMap(signaturesOf));
  while (unasked.length > 0) {
    for (const key of unasked) asked.add(key);
    const found = unmerged({
      byId: new Map((await patternsWith(context, sides, unasked)).map((each) => [each.id, each])),
    }).filter((pattern) => !all.has(pattern.id));
    const close = found.filter((pattern) =>
      keysOfSameFailure(signaturesOf(pattern)).some((key) => asked.has(key)),
    );
    for (const pattern of close) all.set(pattern.id, pattern);
    unasked = keysOfSameFailure(close.flatMap(signaturesOf)).filter((key) => !asked.has(key));
  }
  return [...all.values()];
}

/** The patterns that were merged into one of these, at once or by way of another. */
async function mergedInto(
  context: Context,
  sides: readonly FailureSide[],
  patterns: readonly FailureLesson[],
): Promise<FailureLesson[]> {
  const known = new Set(patterns.map(({ id }) => id));
  const all: FailureLesson[] = [];
  let into = [...known];
  while (into.length > 0) {
    const found = await patternsWith(context, sides, into.map(mergedKey));
    const unknown = found.filter(({ id, content }) => !known.has(id) && known.has(content.mergedInto ?? ''));
    for (const pattern of unknown) known.add(pattern.id);
    all.push(...unknown);
    into = unknown.map(({ id }) => id);
  }
  return all;
}

/** How often these patterns were met on one side. */
async function talliesOn(context: Context, side: FailureSide, patterns: readonly FailureLesson[]) {
  const own = patterns.filter((pattern) => isOnSide(side, pattern.scope) && isShown(side, pattern));
  const signatures = own.flatMap(signaturesOf);
  if (signatures.length === 0) return [];
  const counted = await context.store.tallyFailures(side.reader, 0, signatures);
  return counted.filter(({ agent }) => isOnSide(side, { ...side.reader, agent }));
}
