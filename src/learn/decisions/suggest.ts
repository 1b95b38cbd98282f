import type * as z from 'zod';
import { mayChange } from '../../access/reach.ts';
import type { Context } from '../../ports/context.ts';
import { type SimilarWork, similarWork } from '../../recall/similar-tasks.ts';
import { outcomeQualities } from '../../records/execution-pattern.ts';
import { suggestInput } from '../../records/learning-inputs.ts';
import { isRecallable, memoryTopic, normaliseTopic } from '../../records/memory.ts';
import { parseInput } from '../../records/parse.ts';
import type { ActionStatistics, DecisionBranch, DecisionPattern } from '../../records/pattern.ts';
import type { Viewer } from '../../records/scope.ts';
import { counted } from '../../text/counted.ts';
import { errorSignature } from '../../text/signature.ts';
import { slugFrom } from '../../text/slug.ts';
import { termsOf } from '../../text/terms.ts';
import { eachOnce } from '../each-once.ts';
import { type Ageing, type Attempt, actionKey, rankActions } from './attempt.ts';
import { attemptsIn, type DecisionMemory } from './decision-memory.ts';
import { branchFor, conditionWords, decisionTemplate } from './decision-template.ts';
import { learnTree, rulesOf } from './decision-tree.ts';
import { type Advice, explore, recommend } from './recommend.ts';
import { withoutCopies } from './without-copies.ts';

/** What to ask for a suggestion: the situation, or a task. */
export type Suggest = z.input<typeof suggestInput>;

/** The actions known for a situation, and the one to take. */
export interface Suggestion extends DecisionPattern {
  /** The contexts the evidence comes from: this one, or similar ones when this one is new. */
  readonly contexts: readonly string[];
  readonly recommended: ActionStatistics | null;
  /** Why, in words. */
  readonly why: string;
  /** Whether it was drawn to find out more, instead of being the most promising. */
  readonly explored: boolean;
  /** The branch of the tree that decided, for a case something is known about; null when the ranking did. */
  readonly branch: DecisionBranch | null;
  /** Whether the recommended action promises at least as much success as the threshold asks for. */
  readonly confident: boolean;
}

/** Decisions that are read for one suggestion; of more, the newest. */
const maxEvidence = 5_000;
/** Decisions that are read when the situation is new, without and with their duplicates. */
const maxSimilar = 100;
const maxWithDuplicates = 200;
/** A context is similar when it shares at least this part of the words asked for. */
const similarShare = 0.5;

interface FoundDecisions {
  readonly attempts: readonly Attempt[];
  readonly contexts: readonly string[];
}

/** Ranks what was done in a situation, or for tasks like this one, and recommends one (LRN-1). */
export async function suggest(context: Context, viewer: Viewer, raw: Suggest): Promise<Suggestion> {
  const input = parseInput(suggestInput, raw, 'suggestion');
  const work = input.task === undefined ? null : await similarWork(context, viewer, { task: input.task });
  const asked = input.context ?? work?.task.description ?? '';
  const decided = await decisionsAbout(context, viewer, asked);
  const attempts = [...decided.attempts, ...attemptsBy(work?.runs ?? [])];
  const contexts = [...new Set([...decided.contexts, ...(work?.runs ?? []).map(describedBy)])];
  const now = context.clock.now();
  const { halfLifeDays, decisionThreshold } = context.settings.learning;
  const threshold = input.threshold ?? decisionThreshold;
  const pattern = decisionPattern(asked, attempts, { now, halfLifeDays }, threshold);
  const branch = input.features === undefined ? null : branchFor(pattern, input.features);
  const advice = adviceFor(pattern, branch, now);
  const drawn = input.explore ? explore(pattern.actions, context.random) : advice.action;
  if (input.run !== undefined && drawn !== null) noteUses(context, viewer, input.run, drawn);
  return {
    ...pattern,
    contexts,
    recommended: drawn,
    why: advice.why,
    explored: drawn?.action !== advice.action?.action,
    branch,
    confident: (branch?.lowerBound ?? drawn?.lowerBound ?? 0) >= threshold,
  };
}

/** What the branch of the case says; without one, the most promising action of all cases. */
function adviceFor({ actions }: DecisionPattern, branch: DecisionBranch | null, now: number): Advice {
  const action =
    branch === null
      ? undefined
      : actions.find((each) => actionKey(each.action) === actionKey(branch.recommended ?? ''));
  if (branch === null || action === undefined) return recommend(actions, now);
  const { attempts, successes, conditions } = branch;
  const worked = `${Math.round(successes * 10) / 10} of ${counted(attempts, 'attempt')} worked`;
  return { action, why: `${worked} where ${conditionWords(conditions)}.` };
}

/** Records that the run was given the memories behind a recommendation, like those it recalls (REC-5). */
function noteUses(context: Context, viewer: Viewer, runId: string, { evidence }: ActionStatistics): void {
  const at = context.clock.now();
  const uses = evidence
    .filter(({ kind }) => kind === 'memory')
    .map(({ id }) => ({ memoryId: id, runId, at, settled: false }));
  context.inBackground(async () => {
    const run = await context.store.getRun(viewer, runId);
    if (run === undefined || !mayChange(viewer, run.scope)) return;
    await context.store.commit([{ type: 'note-uses', uses }]);
  });
}

/** Every action tried in a situation, the most promising first, with the rules that tell them apart. */
export function decisionPattern(
  context: string,
  attempts: readonly Attempt[],
  ageing: Ageing,
  threshold: number,
): DecisionPattern {
  const tree = learnTree(attempts);
  return {
    kind: 'decision',
    slug: slugFrom(context),
    context,
    actions: rankActions(attempts, ageing),
    ...decisionTemplate(context, attempts, tree, threshold),
    rules: rulesOf(tree),
    derivedFrom: attempts.map(({ source }) => source),
  };
}

/** A run is an attempt of its approach, if it names one. */
function attemptsBy(runs: SimilarWork['runs']): Attempt[] {
  return runs.flatMap(({ execution: { approach, outcome, finishedAt, runId }, score }) => {
    if (approach === null) return [];
    const counted = { quality: outcomeQualities[outcome], at: finishedAt, weight: Math.min(1, score) };
    return [{ action: approach, ...counted, source: { kind: 'run', id: runId } }];
  });
}

function describedBy({ execution }: SimilarWork['runs'][number]): string {
  return execution.category ?? execution.description;
}

/**
 * Decisions in exactly this situation; else in situations that differ only in numbers, ids and the like; else in
 * situations that share most of its words, weighted by the share.
 */
async function decisionsAbout(context: Context, viewer: Viewer, asked: string): Promise<FoundDecisions> {
  const now = context.clock.now();
  const topic = normaliseTopic(await context.redact(asked));
  if (topic === null) return { attempts: [], contexts: [] };
  const exact = withoutCopies(
    await context.store.listEntries(viewer, { kind: 'decision', topic, now }, maxEvidence),
  );
  if (exact.length > 0) return { attempts: attemptsIn(exact), contexts: [topic] };
  const terms = [...new Set(termsOf(asked))];
  const signature = errorSignature(topic);
  const found = await context.finder.find(viewer, {
    query: asked,
    kind: 'decision',
    wordsOnly: true,
    minWords: wordsInCommon(terms, signature),
    now,
    limit: maxSimilar,
    maxNamed: maxWithDuplicates,
  });
  const memories = withoutCopies(await context.store.getEntries(viewer, idsIn(found))).filter((memory) =>
    isRecallable(memory, now),
  );
  const signatureOf = eachOnce(errorSignature);
  const same = memories.filter((memory) => signatureOf(memoryTopic(memory) ?? '') === signature);
  if (same.length > 0) return foundIn(same, () => 1);
  const shareIn = eachOnce((about) => {
    const said = new Set(termsOf(about));
    return terms.filter((term) => said.has(term)).length / Math.max(1, terms.length);
  });
  const shareOf = (memory: DecisionMemory): number => shareIn(memoryTopic(memory) ?? '');
  const similar = memories.filter((memory) => shareOf(memory) >= similarShare);
  return foundIn(similar, shareOf);
}

/**
 * How many of these words a situation has at least that is the same but for numbers, ids and the like, or similar: those of the
 * signature, or the share that makes it similar.
 */
function wordsInCommon(terms: readonly string[], signature: string): number {
  const constant = new Set(termsOf(signature.replace(/<\w+>/g, ' ')));
  const inAnyCase = terms.filter((term) => constant.has(term)).length;
  return Math.min(inAnyCase, Math.ceil(terms.length * similarShare));
}

/** Duplicates count as attempts of their own, within bounds. */
function idsIn(found: ReadonlyArray<{ readonly id: string; readonly duplicates: readonly string[] }>) {
  return found.flatMap(({ id, duplicates }) => [id, ...duplicates]).slice(0, maxWithDuplicates);
}

function foundIn<Kept extends DecisionMemory>(
  memories: readonly Kept[],
  weightOf: (memory: Kept) => number,
): FoundDecisions {
  return {
    attempts: attemptsIn(memories, weightOf),
    contexts: [...new Set(memories.flatMap((memory) => memoryTopic(memory) ?? []))],
  };
}
