import { EngramError } from '../../errors.ts';
import type { Context } from '../../ports/context.ts';
import type { FailureTally, UnsortedFailures } from '../../records/execution.ts';
import type { FailureLesson } from '../../records/lesson.ts';
import { type Scope, sameScope, type Viewer } from '../../records/scope.ts';
import { allLessons, newLesson, retryOnConflict, revision, saveLesson } from '../lessons.ts';
import { assignSignatures, type EarlierSignatures, indexPatterns } from './assign.ts';
import { signaturesBefore } from './earlier-signatures.ts';
import { allKeysOf, groupKey, hasAllKeys, isFull, signaturesOf } from './failure-keys.ts';
import { earlierOfMemories, signatureOfMemory } from './failure-memory.ts';
import { hasEarlierKeys } from './grouping/state.ts';
import { groupingName, oldestReading, placedIn, restored, stateOf, stateToKeep } from './kept-grouping.ts';
import type { FailureKnowledge } from './knowledge.ts';
import { grantsOf, memoriesOn, tallyOf, unsortedOn } from './read-side.ts';
import { type FailureSide, failureSides, isOnSide, isShown, sharedPatternReads } from './sides.ts';

/** All failures a viewer may know of, without what helps against them. */
export type KnownFailures = Pick<FailureKnowledge, 'byId' | 'tallies' | 'memories' | 'sides'>;

/** For the owner of a project: the patterns of all its agents. */
const maxPatterns = 50_000;

/** Every failure the viewer may know of. New signatures are assigned to patterns, and stored so that it happens once. */
export async function knownFailures(context: Context, viewer: Viewer): Promise<KnownFailures> {
  const granted = await grantsOf(context, viewer);
  const sides = failureSides(viewer, granted);
  const marked = await unsortedOn(context, sides);
  const read = await Promise.all(sides.map((side) => readSide(context, side, viewer)));
  const memories = read.flatMap((side) => side.memories);
  let tallies = read.flatMap((side) => side.tallies);
  let patterns: readonly FailureLesson[] = read.flatMap((side) => side.patterns);
  for (const agent of new Set([...tallies, ...marked].map((each) => each.agent))) {
    const scope = { ...viewer, agent };
    const known = patterns.filter((pattern) => sameScope(pattern.scope, scope));
    const unknown = unsorted(tallies, agent, known);
    const isOutdated = marked.some((each) => each.agent === agent) && !known.every(hasAllKeys);
    if (unknown.length === 0 && !isOutdated) continue;
    const before = await inFullPatterns(context, scope, known, unknown);
    const left = unknown.filter((signature) => !before.has(signature));
    const sorted =
      left.length === 0 && !isOutdated
        ? known
        : await sortInto(context, scope, left, earlierOfMemories(memories));
    patterns = [...patterns.filter((pattern) => !sameScope(pattern.scope, scope)), ...sorted];
    // The new signatures may have filled a pattern.
    const others = await inFullPatterns(context, scope, sorted, unsorted(tallies, agent, sorted));
    tallies = tallies.map((tally) =>
      tally.agent === agent ? { ...tally, signature: others.get(tally.signature) ?? tally.signature } : tally,
    );
  }
  await settle(context, viewer, marked);
  await context.audit.accessed(viewer, sharedPatternReads(viewer, granted, patterns));
  return { byId: new Map(patterns.map((pattern) => [pattern.id, pattern])), tallies, memories, sides };
}

async function settle(context: Context, viewer: Viewer, marked: readonly UnsortedFailures[]): Promise<void> {
  if (marked.length === 0) return;
  await writeIfPossible(
    context,
    marked.map(({ agent, mark }) => ({ type: 'settle-failures', owner: { ...viewer, agent }, mark })),
  );
}

/** What one side knows, and nothing that others only let it read. */
async function readSide(context: Context, side: FailureSide, viewer: Viewer) {
  const { reader } = side;
  const [counted, all, lessons] = await Promise.all([
    context.store.tallyFailures(reader, 0),
    memoriesOn(context, side, viewer),
    allLessons(context, reader, 'failure', maxPatterns),
  ]);
  const patterns = lessons.filter((pattern) => isOnSide(side, pattern.scope) && isShown(side, pattern));
  const signatures = new Set(patterns.flatMap(({ keys }) => keys));
  const memories = all.filter((memory) => side.pattern === null || signatures.has(signatureOfMemory(memory)));
  // What other agents failed at in a run they share is theirs to learn from: their patterns are not the viewer's to read.
  const met = counted
    .filter(({ agent }) => isOnSide(side, { ...reader, agent }))
    .filter(({ signature }) => side.pattern === null || signatures.has(signature));
  return { patterns, memories, tallies: [...met, ...memories.map(tallyOf)] };
}

/** Signatures that belong to a pattern with too many keys: each with one that is still a key of the pattern. */
async function inFullPatterns(
  context: Context,
  scope: Scope,
  patterns: readonly FailureLesson[],
  signatures: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const full = patterns.filter(isFull);
  if (full.length === 0) return new Map();
  const byGroup = new Map(full.flatMap((pattern) => pattern.keys.map((key) => [key, pattern] as const)));
  const grouping = restored(await keptGrouping(context, scope));
  return new Map(
    signatures.flatMap((signature) => {
      const pattern = byGroup.get(groupKey(grouping.resolve(grouping.place(signature))));
      const known = pattern === undefined ? undefined : signaturesOf(pattern).at(-1);
      return known === undefined ? [] : [[signature, known] as const];
    }),
  );
}

/** Signatures of an agent that are in none of its patterns, in the order they were first met. */
function unsorted(
  tallies: readonly FailureTally[],
  agent: string | null,
  patterns: readonly FailureLesson[],
): string[] {
  const known = new Set(patterns.flatMap(({ keys }) => keys));
  const own = tallies
    .filter((tally) => tally.agent === agent && !known.has(tally.signature))
    .sort(
      (left, right) => left.firstSeenAt - right.firstSeenAt || (left.signature < right.signature ? -1 : 1),
    );
  return [...new Set(own.map(({ signature }) => signature))];
}

/** Assigns signatures to the patterns of one owner and returns all of them, also when they cannot be stored. */
export async function sortInto(
  context: Context,
  scope: Scope,
  signatures: readonly string[],
  told: EarlierSignatures = new Map(),
): Promise<readonly FailureLesson[]> {
  return retryOnConflict(context, async () => {
    const patterns = (await allLessons(context, scope, 'failure', maxPatterns)).filter((pattern) =>
      sameScope(pattern.scope, scope),
    );
    const kept = await keptGrouping(context, scope);
    const grouping = restored(kept);
    const known = new Set(patterns.flatMap(({ keys }) => keys));
    const unknown = signatures.filter((signature) => !known.has(signature));
    const create = (signature: string, template: string, slug: string): FailureLesson =>
      newLesson(context, scope, 'failure', {
        slug,
        content: { template, signature, mergedInto: null, rootCause: null },
      });
    const earlier = await signaturesBefore(context, scope, unknown, oldestReading(kept), told);
    const areResigned = hasEarlierKeys(stateOf(kept));
    const { changed, created } = assignSignatures(grouping, patterns, unknown, create, earlier, areResigned);
    const touched = new Set(changed.map(({ id }) => id));
    const outdated = patterns.filter((pattern) => !hasAllKeys(pattern) && !touched.has(pattern.id));
    const content = { state: stateToKeep(grouping, kept) };
    const saved = [
      ...changed.map((lesson) => revision(context, lesson, {})),
      ...outdated.map((lesson) => revision(context, lesson, { keys: allKeysOf(lesson) })),
      ...created.map(saveLesson),
    ];
    await writeIfPossible(context, [
      kept === undefined
        ? saveLesson(newLesson(context, scope, 'grouping', { slug: groupingName, content }))
        : revision(context, kept, { content }),
      ...saved,
    ]);
    const written = new Map(saved.map(({ lesson }) => [lesson.id, lesson as FailureLesson]));
    return [...patterns.filter(({ id }) => !written.has(id)), ...written.values()];
  });
}

/** A store that is read-only or full can still be read. */
async function writeIfPossible(
  context: Context,
  commands: Parameters<Context['store']['commit']>[0],
): Promise<void> {
  try {
    await context.store.commit(commands);
  } catch (error) {
    if (!EngramError.is(error) || !['store_read_only', 'store_full'].includes(error.code)) throw error;
  }
}

async function keptGrouping(context: Context, scope: Scope) {
  const found = await context.store.findLessons(scope, 'grouping', [groupingName]);
  return found.find((lesson) => sameScope(lesson.scope, scope));
}

/**
 * The patterns an error belongs to, of every owner the viewer may see: those that have its signature, or that by which it was
 * known before; else those of the same failure with more or less printed around it, else those it would be assigned to.
 * Nothing is written.
 */
export async function patternsFor(
  context: Context,
  known: KnownFailures,
  signature: string,
  earlier: readonly string[],
): Promise<FailureLesson[]> {
  const patterns = [...known.byId.values()];
  const having = (key: string): FailureLesson[] => patterns.filter(({ keys }) => keys.includes(key));
  const same = (haveEarlierKeys: boolean): FailureLesson[] =>
    indexPatterns(patterns, haveEarlierKeys)
      .find(signature)
      .flatMap((id) => known.byId.get(id) ?? []);
  for (const look of [
    () => having(signature),
    () => same(false),
    ...earlier.map((key) => () => having(key)),
  ]) {
    const found = look();
    if (found.length > 0) return found;
  }
  const groupings = (
    await Promise.all(
      known.sides.map(({ reader }) => context.store.findLessons(reader, 'grouping', [groupingName])),
    )
  ).flat();
  const resigned = groupings.some((kept) => hasEarlierKeys(stateOf(kept))) ? same(true) : [];
  if (resigned.length > 0) return resigned;
  return groupings.flatMap(({ scope, content }) => {
    const key = groupKey(placedIn({ content }, signature));
    return patterns.filter((pattern) => sameScope(pattern.scope, scope) && pattern.keys.includes(key));
  });
}
