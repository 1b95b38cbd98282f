import { EngramError } from '../../errors.ts';
import type { Json } from '../../json/json.ts';
import type { Context } from '../../ports/context.ts';
import type { FailureTally } from '../../records/execution.ts';
import type { FailureLesson, LessonOf } from '../../records/lesson.ts';
import { type Scope, sameScope, type Viewer } from '../../records/scope.ts';
import { allLessons, freeSlug, newLesson, retryOnConflict, revision } from '../lessons.ts';
import { assignSignatures, followMerges, groupKey, indexPatterns, isFull, signaturesOf } from './assign.ts';
import { type FailureMemory, isFailureMemory, signatureOfMemory } from './failure-memory.ts';
import { type Grouping, type GroupingState, openGrouping } from './grouping/grouping.ts';
import type { FailureKnowledge } from './knowledge.ts';

/** All failures a viewer may know of, without what helps against them. */
export type KnownFailures = Pick<FailureKnowledge, 'byId' | 'tallies' | 'memories'>;

/** Patterns that are read: those of all agents of a project, for its owner. */
const maxPatterns = 50_000;
/** Failure memories that are read, the newest. */
const maxMemories = 1_000;
/** Name of the lesson that says where grouping goes on. */
export const groupingName = 'failures';

/**
 * Every failure the viewer may know of, sorted into patterns. Signatures that nobody sorted yet are sorted now, which
 * is written down, so that each is sorted once.
 */
export async function knownFailures(context: Context, viewer: Viewer): Promise<KnownFailures> {
  const [counted, { items }, lessons] = await Promise.all([
    context.store.tallyFailures(viewer, 0),
    context.store.listMemories(viewer, { kind: 'failure', now: context.clock.now() }, { limit: maxMemories }),
    allLessons(context, viewer, 'failure', maxPatterns),
  ]);
  const memories = items.filter(isFailureMemory);
  let tallies = [...counted, ...memories.map(tallyOf)];
  let patterns: readonly FailureLesson[] = lessons;
  for (const agent of new Set(tallies.map((tally) => tally.agent))) {
    const scope = { ...viewer, agent };
    const own = patterns.filter((pattern) => sameScope(pattern.scope, scope));
    const unknown = unsorted(tallies, agent, own);
    if (unknown.length === 0) continue;
    const before = await inFullPatterns(context, scope, own, unknown);
    const left = unknown.filter((signature) => !before.has(signature));
    const sorted = left.length === 0 ? own : await sortInto(context, scope, left);
    patterns = [...patterns.filter((pattern) => !sameScope(pattern.scope, scope)), ...sorted];
    // What was sorted just now may have filled a pattern.
    const others = await inFullPatterns(context, scope, sorted, unsorted(tallies, agent, sorted));
    tallies = tallies.map((tally) =>
      tally.agent === agent ? { ...tally, signature: others.get(tally.signature) ?? tally.signature } : tally,
    );
  }
  return { byId: new Map(patterns.map((pattern) => [pattern.id, pattern])), tallies, memories };
}

/**
 * Of signatures that no pattern is found by, those that belong to one all the same, because it has too many: each with
 * one that the pattern is found by.
 */
async function inFullPatterns(
  context: Context,
  scope: Scope,
  patterns: readonly FailureLesson[],
  signatures: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const full = patterns.filter(isFull);
  if (full.length === 0) return new Map();
  const byGroup = new Map(full.flatMap((pattern) => pattern.keys.map((key) => [key, pattern] as const)));
  const grouping = goingOn(await keptGrouping(context, scope));
  return new Map(
    signatures.flatMap((signature) => {
      const pattern = byGroup.get(groupKey(grouping.resolve(grouping.place(signature))));
      const known = pattern === undefined ? undefined : signaturesOf(pattern).at(-1);
      return known === undefined ? [] : [[signature, known] as const];
    }),
  );
}

function tallyOf(memory: FailureMemory): FailureTally {
  return {
    agent: memory.scope.agent,
    signature: signatureOfMemory(memory),
    tool: null,
    occurrences: 1,
    firstSeenAt: memory.createdAt,
    lastSeenAt: memory.createdAt,
  };
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

/**
 * Sorts signatures into the patterns of one owner, and answers all of them. Two processes may do so at once: what one
 * wrote first, the other reads and goes on from there. Where nothing can be written, the answer is right all the same.
 */
export async function sortInto(
  context: Context,
  scope: Scope,
  signatures: readonly string[],
): Promise<readonly FailureLesson[]> {
  return retryOnConflict(context, async () => {
    const patterns = (await allLessons(context, scope, 'failure', maxPatterns)).filter((pattern) =>
      sameScope(pattern.scope, scope),
    );
    const kept = await keptGrouping(context, scope);
    const grouping = goingOn(kept);
    const known = new Set(patterns.flatMap(({ keys }) => keys));
    const { changed, created } = assignSignatures(
      grouping,
      patterns,
      signatures.filter((signature) => !known.has(signature)),
      (signature, template, slug) =>
        newLesson(context, scope, 'failure', {
          slug,
          content: { template, signature, mergedInto: null, rootCause: null },
        }),
      freeSlug,
    );
    const state = { state: structuredClone(grouping.save()) as unknown as Json };
    await writeIfPossible(context, [
      kept === undefined
        ? {
            type: 'save-lesson',
            lesson: newLesson(context, scope, 'grouping', { slug: groupingName, content: state }),
          }
        : revision(context, kept, { content: state }),
      ...created.map((lesson) => ({ type: 'save-lesson', lesson }) as const),
      ...changed.map((lesson) => revision(context, lesson, {})),
    ]);
    const written = new Map([...changed.map(oneOn), ...created].map((lesson) => [lesson.id, lesson]));
    return [...patterns.filter(({ id }) => !written.has(id)), ...written.values()];
  });
}

function oneOn(lesson: FailureLesson): FailureLesson {
  return { ...lesson, revision: lesson.revision + 1 };
}

/** A store that may only be read, or is full, must not keep anybody from reading. */
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

/** What a lesson keeps is what `save` gave, as JSON. */
function goingOn(kept: Pick<LessonOf<'grouping'>, 'content'> | undefined): Grouping {
  return openGrouping(kept?.content.state as unknown as GroupingState | undefined);
}

async function keptGrouping(context: Context, scope: Scope) {
  const found = await context.store.findLessons(scope, 'grouping', [groupingName]);
  return found.find((lesson) => sameScope(lesson.scope, scope));
}

/**
 * The patterns a signature belongs to, of every owner the viewer may see: those that have it, those of the same failure
 * with more or less printed around it, or those that would have it if it happened now. Nothing is written.
 */
export async function patternsFor(
  context: Context,
  viewer: Viewer,
  known: KnownFailures,
  signature: string,
): Promise<FailureLesson[]> {
  const patterns = [...known.byId.values()];
  const having = patterns.filter(({ keys }) => keys.includes(signature));
  if (having.length > 0) return having;
  const same = indexPatterns(patterns)
    .find(signature)
    .flatMap((id) => known.byId.get(id) ?? []);
  if (same.length > 0) return same;
  const groupings = await context.store.findLessons(viewer, 'grouping', [groupingName]);
  return groupings.flatMap(({ scope, content }) => {
    const grouping: Grouping = goingOn({ content });
    const key = groupKey(grouping.resolve(grouping.place(signature)));
    return patterns.filter((pattern) => sameScope(pattern.scope, scope) && pattern.keys.includes(key));
  });
}

/** The patterns that stand: those that were not joined with another. */
export function standing({ byId }: KnownFailures): FailureLesson[] {
  return [...byId.values()].filter(({ content }) => content.mergedInto === null);
}

/** The pattern that stands for this one now. */
export function standingFor(known: KnownFailures, pattern: FailureLesson): FailureLesson {
  return followMerges(pattern, known.byId);
}
