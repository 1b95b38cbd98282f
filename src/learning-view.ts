import type { AppliedPattern, ApplyPattern } from './learn/apply-pattern.ts';
import type { Suggest, Suggestion } from './learn/decisions/suggest.ts';
import type { AskTrends, OutcomePrediction, Predict, Recommend } from './learn/executions/advise.ts';
import type { AskSolutions, ListFailures, Recognise } from './learn/failures/failures.ts';
import type { AskSignatures, GroupedMessage } from './learn/failures/group-messages.ts';
import type { LearnFailure, Solved } from './learn/failures/learn-failure.ts';
import type { FittingSolution } from './learn/failures/solutions.ts';
import type { ListPatterns, Pattern, PatternDetails, RenamePattern } from './learn/patterns.ts';
import type {
  CheckDetails,
  CreateCheck,
  GenerateCheck,
  ListChecks,
  MeasuredCheck,
  SwitchCheck,
} from './learn/prevention/prevent.ts';
import type { RenameCheck } from './learn/prevention/rename-check.ts';
import type { CheckCall, Verdict } from './learn/prevention/watch.ts';
import type { LearningStatistics } from './measure/learning.ts';
import type { TaskRecommendation, Trend } from './records/execution-pattern.ts';
import type { Check } from './records/lesson.ts';
import type { FailureDetails, FailurePattern, ShownSolution } from './records/pattern.ts';

/** A pattern, and how it fared when it was applied to tasks. */
export interface ShownPattern {
  readonly pattern: PatternDetails;
  readonly applications: { readonly applied: number; readonly worked: number; readonly failed: number };
}

/** What was learned from a failure. */
export interface LearnedFailure {
  readonly pattern: FailurePattern;
  readonly solution: ShownSolution | null;
  readonly checks: readonly Check[];
}

/** What was learned, for one viewer. */
export interface LearningView {
  /**
   * What to do in a situation, or for a task, from how it went before.
   *
   * @example
   * const { recommended, why } = await alice.learning.suggest({ context: 'api-auth-timeout' });
   */
  suggest(input: Suggest): Promise<Suggestion>;
  /** What many records have in common: decisions, failures, successes, sequences of tools. */
  patterns(input?: ListPatterns): Promise<readonly Pattern[]>;
  /** One of them, by its name, with how it fared when it was applied. */
  show(name: string): Promise<ShownPattern>;
  rename(input: RenamePattern): Promise<{ readonly renamed: string; readonly name: string }>;
  /** Attaches a pattern's steps, checks and context to a task; how the task ends is held for or against it. */
  applyPattern(input: ApplyPattern): Promise<AppliedPattern>;
  /** Failures, most frequent first. */
  failures(input?: ListFailures): Promise<readonly FailurePattern[]>;
  /** Whether an error was met before, what helped, and what worked after it. */
  recognise(input: Recognise): Promise<FailureDetails>;
  /**
   * Learns from a failure: finds or creates its pattern, attaches what helps, generates checks.
   *
   * @example
   * await alice.learning.learn({ error: 'npm install timed out', solution: 'clear the npm cache', prevention: ['verify npm cache status'] });
   */
  learn(input: LearnFailure): Promise<LearnedFailure>;
  /** What helps against an error, by its type and message, best first. */
  solutions(input: AskSolutions): Promise<readonly FittingSolution[]>;
  /** Says whether a solution helped; its success rate follows. */
  solved(input: Solved): Promise<ShownSolution>;
  /** How to do a task, from similar ones. */
  recommend(input: Recommend): Promise<TaskRecommendation>;
  /** How likely a task is to succeed, and how good such predictions have been. */
  predict(input: Predict): Promise<OutcomePrediction>;
  /** Where each category of tasks is going. */
  trends(input?: AskTrends): Promise<readonly Trend[]>;
  /** Groups messages that say the same, whatever ids and numbers they carry. Nothing is kept. */
  signatures(input: AskSignatures): Promise<readonly GroupedMessage[]>;
  /** The same for messages that come one after the other, as from a file of any length. */
  groupLines(lines: AsyncIterable<string> | Iterable<string>): AsyncIterable<GroupedMessage>;
  /** Whether learning helps, in figures with their intervals. */
  stats(): Promise<LearningStatistics>;
}

/** Checks before tool calls, for one viewer. */
export interface PreventionView {
  /**
   * For agents that call from outside: whether a check warns of a call that is about to be made.
   *
   * @example
   * const { verdict, findings } = await alice.prevention.check({ tool: 'npm_install', arguments: {}, run: run.id });
   */
  check(input: CheckCall): Promise<Verdict>;
  /** Creates checks from a failure pattern and what is known against it. */
  generate(input: GenerateCheck): Promise<readonly Check[]>;
  /** Creates a check of your own. */
  create(input: CreateCheck): Promise<Check>;
  list(input?: ListChecks): Promise<readonly MeasuredCheck[]>;
  show(idOrSlug: string): Promise<CheckDetails>;
  switch(input: SwitchCheck): Promise<Check>;
  /** Gives a check another name; the old one no longer means it. */
  rename(input: RenameCheck): Promise<{ readonly renamed: string; readonly name: string }>;
  delete(idOrSlug: string): Promise<{ readonly deleted: string }>;
}

export type {
  AppliedPattern,
  CheckDetails,
  FailureDetails,
  FailurePattern,
  FittingSolution,
  GroupedMessage,
  LearningStatistics,
  MeasuredCheck,
  OutcomePrediction,
  Pattern,
  PatternDetails,
  ShownSolution,
  Suggestion,
  TaskRecommendation,
  Trend,
  Verdict,
};
