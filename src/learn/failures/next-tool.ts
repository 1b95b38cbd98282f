import { type Clues, inCommon } from './clues.ts';

/** A failure, as far as it says which tool may work next. */
export interface Failed {
  /** The group the failure belongs to. */
  readonly pattern: string;
  readonly clues: Clues;
}

/** A failure and the tool that was the next to succeed. */
export interface AfterFailure extends Failed {
  readonly nextTool: string;
}

/** The same pattern weighs as much as this many clues. */
const patternWeight = 2.5;

/**
 * Predicts the tool that will succeed after a failure, with probabilities that add up to 1. Every past failure counts
 * for the tool that worked then, e times as much for each clue in common. Most probable first; equals by name.
 *
 * @example
 * nextTools({ pattern: 'file not found', clues: { tool: ['read'] } }, history)[0]; // { tool: 'search', probability: 0.8 }
 */
export function nextTools(failed: Failed, history: Iterable<AfterFailure>) {
  const weights = new Map<string, number>();
  let total = 0;
  for (const { pattern, clues, nextTool } of history) {
    const alike = inCommon(failed.clues, clues) + (pattern === failed.pattern ? patternWeight : 0);
    const weight = Math.exp(alike);
    weights.set(nextTool, (weights.get(nextTool) ?? 0) + weight);
    total += weight;
  }
  return [...weights]
    .map(([tool, weight]) => ({ tool, probability: weight / total }))
    .sort((left, right) => right.probability - left.probability || (left.tool < right.tool ? -1 : 1));
}
