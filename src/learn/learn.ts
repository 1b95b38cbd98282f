import type * as z from 'zod';
import { recogniseInput, suggestInput } from '../model/inputs.ts';
import { isRecallable, type Memory, memoryTopic, normaliseTopic } from '../model/memory.ts';
import { parseInput } from '../model/parse.ts';
import type { ActionStatistics, DecisionPattern, FailurePattern } from '../model/pattern.ts';
import type { Viewer } from '../model/scope.ts';
import { errorSignature } from '../model/signature.ts';
import { termsOf } from '../model/terms.ts';
import type { Context } from '../ports/context.ts';
import { decisionPattern, recommendedAction } from './decisions.ts';
import { countWorkedNext, failurePattern, nextSuccess, type WorkedNext } from './failures.ts';

/** What to ask for a suggestion: the situation. */
export type Suggest = z.input<typeof suggestInput>;
/** What to ask about a failure: its message. */
export type Recognise = z.input<typeof recogniseInput>;

/** The actions known for a situation, and the one to take. */
export interface Suggestion extends DecisionPattern {
  /** The contexts the evidence comes from: this one, or similar ones when this one is new. */
  readonly contexts: readonly string[];
  readonly recommended: ActionStatistics | null;
}

/** What is known about a failure, and what worked after it. */
export interface RecognisedFailure extends FailurePattern {
  readonly workedNext: readonly WorkedNext[];
}

/** Evidence that is read for one suggestion; the newest counts. */
const maximumEvidence = 1_000;
/** A context is similar when it shares at least this part of the words asked for. */
const similarShare = 0.5;
/** Failures whose runs are read for what worked next. */
const maximumRunsRead = 20;

/** Ranks the actions tried in this situation, and recommends one (LRN-1). */
export async function suggest(context: Context, viewer: Viewer, raw: Suggest): Promise<Suggestion> {
  const asked = parseInput(suggestInput, raw, 'suggestion').context;
  const evidence = await decisionsAbout(context, viewer, asked);
  const pattern = decisionPattern(asked, evidence);
  const contexts = [...new Set(evidence.flatMap((memory) => memoryTopic(memory) ?? []))];
  return { ...pattern, contexts, recommended: recommendedAction(pattern) };
}

/** Decisions in exactly this context; when there are none, in contexts that share most of its words. */
async function decisionsAbout(context: Context, viewer: Viewer, asked: string): Promise<readonly Memory[]> {
  const now = context.clock.now();
  const topic = normaliseTopic(context.redact(asked)) ?? '';
  const exact = await context.store.listMemories(
    viewer,
    { kind: 'decision', topic, now },
    { limit: maximumEvidence },
  );
  if (exact.items.length > 0) return exact.items;
  const terms = [...new Set(termsOf(asked))];
  const wanted = { query: asked, kind: 'decision', now, limit: maximumEvidence } as const;
  const found = (await context.finder.find(viewer, wanted)).filter(({ words }) => words > 0);
  const memories = await context.store.getMemories(
    viewer,
    found.flatMap(({ id, duplicates }) => [id, ...duplicates]),
  );
  return memories.filter((memory) => {
    const about = new Set(termsOf(memoryTopic(memory) ?? ''));
    return (
      isRecallable(memory, now) &&
      terms.filter((term) => about.has(term)).length >= terms.length * similarShare
    );
  });
}

/** Whether this failure was met before, and what worked after it (first cut of LRN-2). */
export async function recognise(
  context: Context,
  viewer: Viewer,
  raw: Recognise,
): Promise<RecognisedFailure> {
  const { error } = parseInput(recogniseInput, raw, 'error');
  const signature = errorSignature(context.redact(error));
  const occurrences = await context.store.findFailedSteps(viewer, signature, maximumEvidence);
  const runIds = [...new Set(occurrences.map((step) => step.runId))].slice(0, maximumRunsRead);
  const successes = await Promise.all(
    runIds.map(async (runId) => {
      const run = await context.store.getRun(viewer, runId);
      if (run?.outcome !== 'success') return [];
      const steps = await context.store.listSteps(viewer, runId);
      return occurrences
        .filter((step) => step.runId === runId)
        .flatMap((failed) => nextSuccess(failed, steps) ?? []);
    }),
  );
  return { ...failurePattern(signature, occurrences), workedNext: countWorkedNext(successes.flat()) };
}
