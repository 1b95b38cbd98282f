import { type Clues, inCommon } from './clues.ts';

/** A failure, as far as it says what may work next. */
export interface Failed {
  /** The group the failure belongs to. */
  readonly pattern: string;
  readonly clues: Clues;
}

/** What worked after a failure: which tool was the next to succeed. */
export interface AfterFailure extends Failed {
  readonly nextTool: string;
}

/** A tool that may succeed next. */
export interface NextTool {
  readonly tool: string;
  /** The probabilities of all tools add up to 1. */
  readonly probability: number;
}

/** How many clues the pattern is worth. */
const worthOfPattern = 2.5;

/**
 * Predicts the tool that will succeed after a failure. Every experience speaks for the tool that worked then, and each
 * clue that it has in common with this failure makes it count e times as much. So what happened in the same situation
 * decides where there is some of it, and otherwise what happened in similar ones. Most probable first; equals by name.
 *
 * @example
 * nextTools({ pattern: 'file not found', clues: { tool: ['read'] } }, history)[0]; // { tool: 'search', probability: 0.8 }
 */
export function nextTools(failed: Failed, history: Iterable<AfterFailure>): NextTool[] {
  const weights = new Map<string, number>();
  let total = 0;
  for (const { pattern, clues, nextTool } of history) {
    const alike = inCommon(failed.clues, clues) + (pattern === failed.pattern ? worthOfPattern : 0);
    const weight = Math.exp(alike);
    weights.set(nextTool, (weights.get(nextTool) ?? 0) + weight);
    total += weight;
  }
  return [...weights]
    .map(([tool, weight]) => ({ tool, probability: weight / total }))
    .sort((left, right) => right.probability - left.probability || (left.tool < right.tool ? -1 : 1));
}
