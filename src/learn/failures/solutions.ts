import type { Settings } from '../../config/settings.ts';
import type { FailureLesson, Solution } from '../../records/lesson.ts';
import { normaliseTopic } from '../../records/memory.ts';
import type { ShownSolution } from '../../records/pattern.ts';
import { lowerBound } from '../posterior.ts';
import { type FailureMemory, signatureOfMemory } from './failure-memory.ts';
import type { RepairStatistics } from './repairs.ts';

export const maxSolutions = 20_000;

/** A solution with the failure it is for. */
export interface SolutionCandidate {
  readonly solution: ShownSolution;
  /** The failure pattern it is about, where that is known. */
  readonly pattern: string | null;
  readonly errorType: string | null;
  readonly signature: string;
  readonly successes: number;
  readonly failures: number;
}

/** A solution with what makes it fit. */
export interface FittingSolution extends ShownSolution {
  /** Type and message together: 1.5 is the best there is with the default weights. */
  readonly score: number;
  /** How similar the messages are, from 0 to 1. */
  readonly similarity: number;
}

export function statedSolution({ id, content }: Solution): SolutionCandidate {
  const { approach, steps, categories, lastTriedAt, ...about } = content;
  return candidateOf({ id, approach, steps, categories, source: 'stated', lastTriedAt }, about);
}

/** The solution that a failure memory names. The outcomes of runs that used the memory are its outcomes. */
export function rememberedSolution(memory: FailureMemory, pattern: string | null): SolutionCandidate[] {
  const { solution: approach } = memory.content;
  if (approach === undefined || approach.trim() === '') return [];
  const { successes, failures } = memory.evidence;
  return [
    candidateOf(
      { ...plain, id: memory.id, approach, source: 'memory', lastTriedAt: memory.confirmedAt },
      { pattern, errorType: null, signature: signatureOfMemory(memory), successes, failures },
    ),
  ];
}

/** The solution that a repair in runs was. */
export function inferredSolution(repair: RepairStatistics, pattern: FailureLesson): SolutionCandidate {
  const { approach, errorType, successes, failures, lastTriedAt } = repair;
  const { signature } = pattern.content;
  return candidateOf(
    { ...plain, id: null, approach, source: 'inferred', lastTriedAt },
    { pattern: pattern.id, errorType, signature, successes, failures },
  );
}

/** A solution that was not stated has neither. */
const plain = { steps: [], categories: [] };

function candidateOf(
  solution: Omit<ShownSolution, 'attempts' | 'successRate'>,
  about: Omit<SolutionCandidate, 'solution'>,
): SolutionCandidate {
  return { solution: { ...solution, ...measured(about.successes, about.failures) }, ...about };
}

function measured(successes: number, failures: number): Pick<ShownSolution, 'attempts' | 'successRate'> {
  const attempts = successes + failures;
  return { attempts, successRate: attempts === 0 ? null : successes / attempts };
}

interface SolutionQuestion {
  readonly patterns: ReadonlySet<string>;
  readonly errorType: string | null;
  readonly category: string | null;
}

/** The default type of errors. It says nothing, so alone it fits nothing. */
const commonType = 'Error';
/** Less similar messages have nothing in common. */
const minSimilarity = 0.5;

/**
 * The solutions that fit an error, best first (LRN-6): 1 for the same type of error, and up to 0.5 for the similarity of
 * the message. Equal scores are ordered by the lower bound of the success rate.
 */
export function fittingSolutions(
  candidates: readonly SolutionCandidate[],
  similarities: readonly number[],
  asked: SolutionQuestion,
  weights: Settings['learning']['solutionWeights'],
): FittingSolution[] {
  return candidates
    .flatMap((candidate, index) => {
      const { solution, pattern, errorType } = candidate;
      const similarity = pattern !== null && asked.patterns.has(pattern) ? 1 : (similarities[index] ?? 0);
      const sameType = asked.errorType !== null && asked.errorType === errorType;
      const fits = similarity >= minSimilarity || (sameType && errorType !== commonType);
      if (!fits || !fitsCategory(solution, asked.category)) return [];
      const score = (sameType ? weights.type : 0) + weights.message * similarity;
      return [{ candidate, similarity, score: Number(score.toFixed(6)) }];
    })
    .sort((left, right) => right.score - left.score || byPromise(left.candidate, right.candidate))
    .map(({ candidate, similarity, score }) => ({ ...candidate.solution, score, similarity }));
}

/** A solution that names no category fits all. */
function fitsCategory({ categories }: ShownSolution, category: string | null): boolean {
  if (category === null || categories.length === 0) return true;
  return categories.some((one) => one.toLowerCase() === category.toLowerCase());
}

const trust: Readonly<Record<ShownSolution['source'], number>> = { stated: 0, memory: 1, inferred: 2 };

/** Merges candidates with the same approach for the same failure, and adds up their outcomes. */
export function oncePerAdvice(candidates: readonly SolutionCandidate[]): SolutionCandidate[] {
  const advice = new Map<string, SolutionCandidate>();
  for (const candidate of candidates) {
    const { pattern, solution } = candidate;
    const key = JSON.stringify([pattern, normaliseTopic(solution.approach)]);
    const known = advice.get(key);
    advice.set(key, known === undefined ? candidate : together(known, candidate));
  }
  return [...advice.values()];
}

function together(one: SolutionCandidate, other: SolutionCandidate): SolutionCandidate {
  const [first, second] =
    trust[one.solution.source] <= trust[other.solution.source] ? [one, other] : [other, one];
  const successes = one.successes + other.successes;
  const failures = one.failures + other.failures;
  const tried = [one, other].flatMap(({ solution }) => solution.lastTriedAt ?? []);
  return {
    ...first,
    successes,
    failures,
    solution: {
      ...first.solution,
      ...measured(successes, failures),
      steps: first.solution.steps.length > 0 ? first.solution.steps : second.solution.steps,
      lastTriedAt: tried.length === 0 ? null : Math.max(...tried),
    },
  };
}

function atLeast({ successes, failures }: SolutionCandidate): number {
  return lowerBound(successes, failures);
}

/** The highest lower bound of the success rate first. */
export function byPromise(left: SolutionCandidate, right: SolutionCandidate): number {
  return (
    atLeast(right) - atLeast(left) ||
    trust[left.solution.source] - trust[right.solution.source] ||
    (left.solution.approach < right.solution.approach ? -1 : 1)
  );
}
