import type * as z from 'zod';
import type { Context } from '../../ports/context.ts';
import { learnFailureInput } from '../../records/learning-inputs.ts';
import type { Check } from '../../records/lesson.ts';
import { parseInput } from '../../records/parse.ts';
import type { FailurePattern, ShownSolution } from '../../records/pattern.ts';
import type { Viewer } from '../../records/scope.ts';
import { failureKnowledge } from '../failures/failure-knowledge.ts';
import { aboutPatterns } from '../failures/knowledge.ts';
import { learnFailure } from '../failures/learn-failure.ts';
import { shownPattern } from '../failures/shown-pattern.ts';
import { checksFor, memoriesAbout, saveChecks, sourcesIn } from './prevent.ts';

type LearnFailure = z.input<typeof learnFailureInput>;

/** What was learned from a failure. */
export interface LearnedFailure {
  readonly pattern: FailurePattern;
  readonly solution: ShownSolution | null;
  readonly checks: readonly Check[];
}

/** Learns from a failure (LRN-3): finds or creates its pattern, attaches a solution, and generates checks. */
export async function teach(context: Context, viewer: Viewer, raw: LearnFailure): Promise<LearnedFailure> {
  const input = parseInput(learnFailureInput, raw, 'failure');
  const { pattern, solution } = await learnFailure(context, viewer, input);
  const knowledge = await failureKnowledge(context, viewer);
  const told = await Promise.all(input.prevention.map((text) => context.redact(text)));
  const made =
    told.length === 0 && solution === null
      ? []
      : await checksFor(context, viewer, knowledge, pattern, told, input);
  const sources = sourcesIn(memoriesAbout(knowledge, pattern));
  const checks = await saveChecks(context, viewer, pattern, made, sources);
  const about = aboutPatterns({ ...knowledge, checks: [...knowledge.checks, ...checks] });
  const stored = knowledge.byId.get(pattern.id) ?? pattern;
  return { pattern: shownPattern(stored, about(stored)), solution, checks };
}
