import type * as z from 'zod';
import { carriedGrants, grantsTo } from '../access/grants.ts';
import { mayChange, maySee } from '../access/reach.ts';
import { actingItself } from '../audit/acting.ts';
import { EngramError, notFound } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { SuccessPattern, ToolSequence } from '../records/execution-pattern.ts';
import { patternInput, patternsInput, patternTypes, renamePatternInput } from '../records/learning-inputs.ts';
import { memoryTopic } from '../records/memory.ts';
import { parseInput } from '../records/parse.ts';
import type { DecisionPattern, FailureDetails, FailurePattern } from '../records/pattern.ts';
import { fitsRate } from '../records/rate-filter.ts';
import { sameScope, type Viewer } from '../records/scope.ts';
import { slugFrom } from '../text/slug.ts';
import { attemptsIn } from './decisions/decision-memory.ts';
import { decisionPattern } from './decisions/suggest.ts';
import { withoutCopies } from './decisions/without-copies.ts';
import { distinctSlugs } from './executions/distinct-slugs.ts';
import { toolSequences } from './executions/sequences.ts';
import { successPatterns } from './executions/successes.ts';
import { toolRuns } from './executions/tool-runs.ts';
import { failureKnowledge } from './failures/failure-knowledge.ts';
import { failurePatterns, showFailure, withInferred } from './failures/failures.ts';
import { nameTaken } from './failures/learn-failure.ts';
import { groupBy } from './group-by.ts';
import { allLessons, newLesson, retryOnConflict, revision, saveLesson } from './lessons.ts';

type ListPatterns = z.input<typeof patternsInput>;
type RenamePattern = z.input<typeof renamePatternInput>;
type PatternType = (typeof patternTypes)[number];

/** Tools that are called one after the other in runs that succeed, as a pattern. */
export type SequencePattern = ToolSequence & { readonly kind: 'sequence' };
/** Statistics over many records that have a name: `kind` says what they are about. */
export type Pattern = DecisionPattern | FailurePattern | SuccessPattern | SequencePattern;
/** A pattern; a failure with where it happened and what worked after it. */
export type PatternDetails = Exclude<Pattern, FailurePattern> | FailureDetails;

const maxDecisions = 10_000;
const maxMemories = 1_000;
const maxNames = 1_000;

/** Every pattern that fits, of each type the most promising or most frequent first. */
export async function listPatterns(context: Context, viewer: Viewer, raw: ListPatterns): Promise<Pattern[]> {
  const { type, successRate, recurring, limit } = parseInput(patternsInput, raw, 'patterns');
  const wanted = recurring ? 'failure' : type;
  const types: readonly PatternType[] = wanted === undefined ? patternTypes : [wanted];
  if (recurring && type !== undefined && type !== 'failure') {
    const message = 'Only failures recur: leave "recurring" out, or ask for type "failure".';
    throw new EngramError('invalid_input', message);
  }
  const found = await Promise.all(types.map((each) => patternsOf(context, viewer, each)));
  const fitting = found.map((patterns) =>
    patterns
      .filter((pattern) => !recurring || (pattern.kind === 'failure' && pattern.occurrences > 1))
      .filter((pattern) => {
        if (successRate === undefined) return true;
        const rate = rateOf(pattern);
        return rate !== null && fitsRate(successRate, rate);
      }),
  );
  return someOfEach(fitting, limit);
}

/** At most `limit` patterns, taken in turn from the front of each list, so that no type crowds out another. */
function someOfEach(lists: ReadonlyArray<readonly Pattern[]>, limit: number): Pattern[] {
  const places = lists.flatMap((list, number) => list.map((pattern, rank) => ({ pattern, number, rank })));
  return places
    .sort((left, right) => left.rank - right.rank || left.number - right.number)
    .slice(0, limit)
    .sort((left, right) => left.number - right.number || left.rank - right.rank)
    .map(({ pattern }) => pattern);
}

/** How often following a pattern succeeds; null when it is unknown. */
export function rateOf(pattern: Pattern): number | null {
  switch (pattern.kind) {
    case 'decision':
      return pattern.actions[0]?.successRate ?? null;
    case 'failure':
      return pattern.solutions.find(({ successRate }) => successRate !== null)?.successRate ?? null;
    case 'success':
      return pattern.successRate;
    case 'sequence':
      return pattern.support / (pattern.support + pattern.failures);
  }
}

async function patternsOf(context: Context, viewer: Viewer, type: PatternType): Promise<readonly Pattern[]> {
  if (type === 'failure') {
    const knowledge = await failureKnowledge(context, viewer);
    const { failurePatterns: limit } = context.settings.learning.retention;
    return withInferred(context, viewer, knowledge, failurePatterns(knowledge, viewer, limit));
  }
  const [own, shared] = await Promise.all([
    namedPatterns(context, viewer, type),
    // Decisions that are shared are among one's own already.
    type === 'decision' ? [] : sharedPatterns(context, viewer, type),
  ]);
  const slugs = new Set(own.map(({ slug }) => slug));
  return [...own, ...shared.filter(({ slug }) => !slugs.has(slug))];
}

/** Patterns of others that they share, as their owner sees them now. */
async function sharedPatterns(
  context: Context,
  viewer: Viewer,
  type: 'success' | 'sequence',
): Promise<readonly Pattern[]> {
  const granted = grantsTo(viewer, await context.store.openGrants(viewer.user), context.clock.now());
  const shared = granted.flatMap(({ name, scope, what }) =>
    what.of === 'pattern' && scope.agent !== viewer.agent ? [{ name, scope, slug: what.slug }] : [],
  );
  const found = shared.map(async ({ name, scope, slug }) => {
    const theirs = await actingItself('patterns', () => namedPatterns(context, scope, type));
    const given = theirs.filter((pattern) => pattern.slug === slug);
    const reads = given.map(() => ({ kind: 'pattern', id: slug, of: scope, grants: [name] }));
    await context.audit.accessed(viewer, reads);
    return given;
  });
  return (await Promise.all(found)).flat();
}

/** The patterns of a viewer's own records, by the names they were given. */
async function namedPatterns(
  context: Context,
  viewer: Viewer,
  type: Exclude<PatternType, 'failure'>,
): Promise<readonly Pattern[]> {
  const [derived, names] = await Promise.all([
    type === 'decision' ? decisionPatterns(context, viewer) : executionPatterns(context, viewer, type),
    allLessons(context, viewer, 'name', maxNames),
  ]);
  // One's own names before those of the project.
  const inOrder = names.toSorted(
    (left, right) => Number(sameScope(left.scope, viewer)) - Number(sameScope(right.scope, viewer)),
  );
  const given = new Map(
    inOrder.filter(({ content }) => content.of === type).map(({ content, slug }) => [content.slug, slug]),
  );
  return derived.map((pattern) => ({ ...pattern, slug: given.get(pattern.slug) ?? pattern.slug }));
}

/** One for each situation that decisions were recorded about, the best known first. */
async function decisionPatterns(context: Context, viewer: Viewer): Promise<DecisionPattern[]> {
  const { halfLifeDays, decisionThreshold } = context.settings.learning;
  const ageing = { now: context.clock.now(), halfLifeDays };
  const decisions = { kind: 'decision', now: ageing.now } as const;
  const entries = withoutCopies(await context.store.listEntries(viewer, decisions, maxDecisions));
  const patterns = [...groupBy(entries, memoryTopic)].flatMap(([topic, memories]) => {
    const attempts = attemptsIn(memories);
    return topic === null || attempts.length === 0
      ? []
      : [decisionPattern(topic, attempts, ageing, decisionThreshold)];
  });
  const slugs = distinctSlugs(patterns.map(({ slug, context: name }) => ({ slug, name })));
  return patterns
    .map((pattern, index) => ({ ...pattern, slug: slugs[index] ?? pattern.slug }))
    .sort(
      (left, right) =>
        (right.actions[0]?.lowerBound ?? 0) - (left.actions[0]?.lowerBound ?? 0) ||
        (left.slug < right.slug ? -1 : 1),
    );
}

async function executionPatterns(
  context: Context,
  viewer: Viewer,
  type: 'success' | 'sequence',
): Promise<ReadonlyArray<SuccessPattern | SequencePattern>> {
  const { retention, sequences, halfLifeDays } = context.settings.learning;
  const executions = await context.store.listExecutions(viewer, {}, retention.executions);
  const ids = executions.map(({ runId }) => runId);
  const runs = toolRuns(executions, await context.store.listCalls(viewer, ids));
  if (type === 'sequence')
    return toolSequences(runs, sequences).map((sequence) => ({ ...sequence, kind: 'sequence' }));
  const wanted = { kind: 'success', now: context.clock.now() } as const;
  const { items } = await context.store.listMemories(viewer, wanted, { limit: maxMemories });
  // What others share with somebody is not part of what that one may share on as its own.
  const memories = items.filter(
    (memory) => maySee(viewer, memory.scope) && carriedGrants(memory).length === 0,
  );
  return successPatterns({ executions, runs, memories, halfLifeDays });
}

/** Finds a pattern by its slug, its id, or the approach it is about when only one is about that. */
export async function showPattern(context: Context, viewer: Viewer, rawId: string): Promise<PatternDetails> {
  const { id } = parseInput(patternInput, { id: rawId }, 'pattern');
  const knowledge = await failureKnowledge(context, viewer);
  const isFailure = [...knowledge.byId.values()].some((lesson) => lesson.id === id || lesson.slug === id);
  if (isFailure) return showFailure(context, viewer, knowledge, id);
  const types = ['decision', 'success', 'sequence'] as const;
  const all = (await Promise.all(types.map((type) => patternsOf(context, viewer, type)))).flat() as Array<
    Exclude<Pattern, FailurePattern>
  >;
  const [exact] = all.filter(({ slug }) => slug === id);
  if (exact !== undefined) return exact;
  const about = all.filter((pattern) => pattern.kind === 'success' && slugFrom(pattern.approach) === id);
  const [only, another] = about;
  if (only === undefined) throw notFound('pattern', id);
  if (another === undefined) return only;
  const names = about.map(({ slug }) => slug);
  const message = `Several patterns are about "${id}": ${names.join(', ')}. Name one of them.`;
  throw new EngramError('ambiguous', message, { details: { what: 'pattern', id, names } });
}

/** Renames a pattern. Its old name no longer finds it. */
export async function renamePattern(
  context: Context,
  viewer: Viewer,
  raw: RenamePattern,
): Promise<{ readonly renamed: string; readonly name: string }> {
  const { id, name } = parseInput(renamePatternInput, raw, 'pattern');
  return retryOnConflict(context, async () => {
    const pattern = await showPattern(context, viewer, id);
    if (pattern.slug === name) return { renamed: name, name };
    if (await isTaken(context, viewer, name)) throw nameTaken('pattern', name);
    if (pattern.kind === 'failure') {
      const [lesson] = await context.store.findLessons(viewer, 'failure', [pattern.id ?? id]);
      if (lesson === undefined || !mayChange(viewer, lesson.scope)) throw notFound('pattern', id);
      await context.store.commit([revision(context, lesson, { slug: name })]);
    } else await nameDerived(context, viewer, pattern, name);
    await renameTrials(context, viewer, pattern.slug, name);
    return { renamed: pattern.slug, name };
  });
}

async function isTaken(context: Context, viewer: Viewer, name: string): Promise<boolean> {
  const [patterns, failures] = await Promise.all([
    listPatterns(context, viewer, { limit: 1_000 }),
    context.store.findLessons(viewer, 'failure', [name]),
  ]);
  return patterns.some(({ slug }) => slug === name) || failures.some(({ slug }) => slug === name);
}

/** Trials name the pattern they belong to, so they follow the new name. */
async function renameTrials(context: Context, viewer: Viewer, before: string, name: string): Promise<void> {
  const trials = await context.store.findLessons(viewer, 'trial', [before]);
  const commands = trials
    .filter(({ content }) => content.use === 'applied')
    .map((trial) => {
      const keys = [...trial.keys.filter((key) => key !== before), name];
      const content = { ...trial.content, lesson: { kind: 'pattern' as const, id: name } };
      return revision(context, trial, { keys, content });
    });
  await context.store.commit(commands);
}

async function nameDerived(
  context: Context,
  viewer: Viewer,
  pattern: Exclude<PatternDetails, FailureDetails>,
  name: string,
): Promise<void> {
  const names = (await allLessons(context, viewer, 'name', maxNames)).filter(
    ({ content }) => content.of === pattern.kind,
  );
  // The slug it was derived with, whatever name it was given since.
  const derived = names.find(({ slug }) => slug === pattern.slug)?.content.slug ?? pattern.slug;
  const known = names.find(({ scope, content }) => sameScope(scope, viewer) && content.slug === derived);
  const content = { of: pattern.kind, slug: derived };
  await context.store.commit([
    known === undefined
      ? saveLesson(newLesson(context, viewer, 'name', { slug: name, content }))
      : revision(context, known, { slug: name }),
  ]);
}
