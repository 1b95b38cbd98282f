import type { Context } from '../../ports/context.ts';
import type { FailureLesson, Lesson, LessonKind, LessonOf } from '../../records/lesson.ts';
import { sameScope, type Viewer } from '../../records/scope.ts';
import { causesIn } from '../../text/signature/causes.ts';
import { earlierSignatures, errorSignature } from '../../text/signature.ts';
import { eachOnce } from '../each-once.ts';
import { indexPatterns } from './assign.ts';
import { groupKey, isFull, keysOfSameFailure, mergedKey, signaturesOf } from './failure-keys.ts';
import { signatureOfMemory } from './failure-memory.ts';
import { hasEarlierKeys } from './grouping/state.ts';
import { groupingName, placedIn, stateOf } from './kept-grouping.ts';
import type { FailureKnowledge } from './knowledge.ts';
import { grantsOf, memoriesOn, tallyOf, unsortedOn } from './read-side.ts';
import { type FailureSide, failureSides, isOnSide, isShown, sharedPatternReads } from './sides.ts';

/** The signature of an error, as it is read today and as it was before (decision 0038). */
export interface AskedFailure {
  readonly signature: string;
  readonly earlier: readonly string[];
}

/**
 * What to look up for an error, in this order: the causes it names, the deepest first, then the text as a whole. The first that is
 * known names the failure.
 */
export function askedFailures(text: string): [AskedFailure, ...AskedFailure[]] {
  const [first = text, ...others] = [...causesIn(text), text];
  return [askedFailure(first), ...others.map(askedFailure)];
}

function askedFailure(text: string): AskedFailure {
  return { signature: errorSignature(text), earlier: earlierSignatures(text) };
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
  const looked = { keys: new Set<string>(), patterns: new Map<string, FailureLesson>() };
  const patterns = await patternsLike(context, sides, asked, looked);
  if (patterns === undefined) return undefined;
  const all = await sameFailures(context, sides, patterns, looked);
  if (all.some(isFull)) return undefined;
  await context.audit.accessed(viewer, sharedPatternReads(viewer, granted, all));
  const standsFor = await standingFor(context, sides, all);
  const signatures = new Set(all.flatMap(signaturesOf));
  const own = memories.filter((memory) => signatures.has(signatureOfMemory(memory)));
  const [counted, stated, checks] = await Promise.all([
    Promise.all(sides.map((side) => talliesOn(context, side, all))),
    Promise.all(
      sides.map(async (side) =>
        (await keyedBy(context, side.reader, 'solution', standsFor)).filter(
          ({ scope, content }) => isOnSide(side, scope) && isShown(side, { id: content.pattern }),
        ),
      ),
    ),
    keyedBy(context, viewer, 'check', standsFor),
  ]);
  return {
    patterns,
    knowledge: {
      byId: new Map(all.map((each) => [each.id, each])),
      standsFor,
      sides,
      memories: own,
      tallies: [...counted.flat(), ...own.map(tallyOf)],
      stated: stated.flat(),
      checks,
    },
  };
}

/** Lessons that have the id of one of these patterns as a key, newest first. Most patterns have none, so that is asked first. */
async function keyedBy<Kind extends LessonKind>(
  { store }: Pick<Context, 'store'>,
  reader: Viewer,
  kind: Kind,
  patterns: ReadonlyMap<string, string>,
): Promise<Array<LessonOf<Kind>>> {
  const keyed = await store.findLessonKeys(reader, kind, [...patterns.keys()]);
  if (keyed.length === 0) return [];
  return (await store.findLessons(reader, kind, [...new Set(keyed.map(({ id }) => id))])).toSorted(
    newestFirst,
  );
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
    sides.map((side) => patternsCalled(context, side, side.pattern === null ? keys : [side.pattern])),
  );
  return found.flat();
}

/** Patterns of one side by their ids or keys, newest first. */
async function patternsCalled(
  { store }: Pick<Context, 'store'>,
  side: FailureSide,
  names: readonly string[],
): Promise<FailureLesson[]> {
  if (names.length === 0) return [];
  const found = await store.findLessons(side.reader, 'failure', names);
  return found.filter((lesson) => isOnSide(side, lesson.scope) && isShown(side, lesson)).sort(newestFirst);
}

/** What was looked for so far, and all that was found. */
interface Looked {
  readonly keys: Set<string>;
  readonly patterns: Map<string, FailureLesson>;
}

/** Looks for patterns by keys that were not looked for before. Those that are known already are not read again. */
async function lookFor(
  context: Context,
  sides: readonly FailureSide[],
  keys: readonly string[],
  looked: Looked,
): Promise<void> {
  const unasked = keys.filter((key) => !looked.keys.has(key));
  if (unasked.length === 0) return;
  for (const key of unasked) looked.keys.add(key);
  const found = await Promise.all(
    // The one that is shared alone is known from the first look.
    sides
      .filter(({ pattern }) => pattern === null)
      .map(async (side) => {
        const keyed = await context.store.findLessonKeys(side.reader, 'failure', unasked);
        const ids = new Set(keyed.map(({ id }) => id));
        return patternsCalled(
          context,
          side,
          [...ids].filter((id) => !looked.patterns.has(id)),
        );
      }),
  );
  for (const pattern of found.flat()) looked.patterns.set(pattern.id, pattern);
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
  looked: Looked,
): Promise<readonly FailureLesson[] | undefined> {
  const names = new Set([signature, ...earlier, ...keysOfSameFailure([signature])]);
  const patterns = await patternsWith(context, sides, [...names]);
  for (const name of names) looked.keys.add(name);
  for (const pattern of patterns) looked.patterns.set(pattern.id, pattern);
  const byId = new Map(patterns.map((each) => [each.id, each]));
  const having = (key: string): FailureLesson[] => patterns.filter(({ keys }) => keys.includes(key));
  const same = (): FailureLesson[] =>
    indexPatterns(patterns)
      .find(signature)
      .flatMap((id) => byId.get(id) ?? []);
  for (const look of [() => having(signature), same, ...earlier.map((key) => () => having(key))]) {
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
  looked: Looked,
): Promise<FailureLesson[]> {
  const all = new Map(patterns.map((pattern) => [pattern.id, pattern]));
  const asked = new Set<string>();
  const keysOf = eachOnce((signature) => keysOfSameFailure([signature]));
  const keysOfAll = (some: readonly FailureLesson[]): string[] => [
    ...new Set(some.flatMap(signaturesOf).flatMap(keysOf)),
  ];
  let unasked = keysOfAll(patterns);
  while (unasked.length > 0) {
    for (const key of unasked) asked.add(key);
    await lookFor(context, sides, unasked, looked);
    const close = [...looked.patterns.values()].filter(
      (pattern) =>
        !all.has(pattern.id) &&
        pattern.content.mergedInto === null &&
        signaturesOf(pattern).some((signature) => keysOf(signature).some((key) => asked.has(key))),
    );
    for (const pattern of close) all.set(pattern.id, pattern);
    unasked = keysOfAll(close).filter((key) => !asked.has(key));
  }
  return [...all.values()];
}

/** These patterns and those that were merged into one of them, at once or by way of another: each with the one it stands for. */
async function standingFor(
  context: Context,
  sides: readonly FailureSide[],
  patterns: readonly FailureLesson[],
): Promise<ReadonlyMap<string, string>> {
  const standsFor = new Map(patterns.map(({ id }) => [id, id]));
  let into = [...standsFor.keys()];
  while (into.length > 0) {
    const found = await mergedInto(context, sides, into);
    const unknown = [...found].filter(([id]) => !standsFor.has(id));
    for (const [id, target] of unknown) standsFor.set(id, standsFor.get(target) ?? target);
    into = unknown.map(([id]) => id);
  }
  return standsFor;
}

/** The patterns that were merged into one of these, each with that one. */
async function mergedInto(
  context: Context,
  sides: readonly FailureSide[],
  targets: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const byKey = new Map(targets.map((id) => [mergedKey(id), id]));
  const found = await Promise.all(
    sides.map(async (side) => {
      if (side.pattern !== null)
        return (await patternsCalled(context, side, [side.pattern])).flatMap(({ id, content }) =>
          content.mergedInto !== null && targets.includes(content.mergedInto)
            ? [[id, content.mergedInto] as const]
            : [],
        );
      const keyed = await context.store.findLessonKeys(side.reader, 'failure', [...byKey.keys()]);
      return keyed
        .filter(({ agent }) => isOnSide(side, { ...side.reader, agent }))
        .flatMap(({ id, key }) => {
          const target = byKey.get(key);
          return target === undefined ? [] : [[id, target] as const];
        });
    }),
  );
  return new Map(found.flat());
}

/** How often these patterns were met on one side. */
async function talliesOn(context: Context, side: FailureSide, patterns: readonly FailureLesson[]) {
  const own = patterns.filter((pattern) => isOnSide(side, pattern.scope) && isShown(side, pattern));
  const signatures = own.flatMap(signaturesOf);
  if (signatures.length === 0) return [];
  const counted = await context.store.tallyFailures(side.reader, 0, signatures);
  return counted.filter(({ agent }) => isOnSide(side, { ...side.reader, agent }));
}
