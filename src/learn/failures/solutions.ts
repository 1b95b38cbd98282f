import type { Settings } from '../../config/settings.ts';
import type { Solution } from '../../records/lesson.ts';
import { normaliseTopic } from '../../records/memory.ts';
import type { ShownSolution } from '../../records/pattern.ts';
import { lowerBound } from '../posterior.ts';
import { type FailureMemory, signatureOfMemory } from './failure-memory.ts';
import type { RepairStatistics } from './repairs.ts';

/** Solutions that are read: one's own and the project's, or those of all agents. */
export const maxSolutions = 20_000;

/** Something that may help, with what it was said to help against. */
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

/** What somebody said helps. */
export function statedSolution({ id, content }: Solution): SolutionCandidate {
  const { approach, steps, categories, lastTriedAt, ...rest } = content;
  return {
    solution: {
      ...measured(rest.successes, rest.failures),
      id,
      approach,
      steps,
      categories,
      source: 'stated',
      lastTriedAt,
    },
    ...rest,
  };
}

/** What a failure memory says helps. How the memory fared when it was used is how the solution did. */
export function rememberedSolution(memory: FailureMemory, pattern: string | null): SolutionCandidate[] {
  const { solution } = memory.content;
  if (solution === undefined || solution.trim() === '') return [];
  const { successes, failures } = memory.evidence;
  return [
    {
      solution: {
        ...measured(successes, failures),
        id: memory.id,
        approach: solution,
        steps: [],
        categories: [],
        source: 'memory',
        lastTriedAt: memory.confirmedAt,
      },
      pattern,
      errorType: null,
      signature: signatureOfMemory(memory),
      successes,
      failures,
    },
  ];
}

/** What was done in runs before things worked. */
export function inferredSolution(
  repair: RepairStatistics,
  pattern: string,
  signature: string,
): SolutionCandidate {
  return {
    solution: {
      ...measured(repair.successes, repair.failures),
      id: null,
      approach: repair.approach,
      steps: [],
      categories: [],
      source: 'inferred',
      lastTriedAt: repair.lastTriedAt,
    },
    pattern,
    errorType: null,
    signature,
    successes: repair.successes,
    failures: repair.failures,
  };
}

function measured(successes: number, failures: number): Pick<ShownSolution, 'attempts' | 'successRate'> {
  const attempts = successes + failures;
  return { attempts, successRate: attempts === 0 ? null : successes / attempts };
}

/** What is asked about. */
interface SolutionQuestion {
  readonly patterns: ReadonlySet<string>;
  readonly errorType: string | null;
  readonly category: string | null;
}

/** The type everything has that names none. It says nothing, so alone it fits nothing. */
const commonType = 'Error';
/** Messages below this have nothing in common. */
const leastSimilarity = 0.5;

/**
 * The solutions that fit an error, best first (LRN-6): 1 for the same type of error, and up to 0.5 for how similar
 * the message is. What fits equally well is ordered by what its success rate is at least.
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
      const fits = similarity >= leastSimilarity || (sameType && errorType !== commonType);
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

/** Who says so goes before what only was seen. */
const trust: Readonly<Record<ShownSolution['source'], number>> = { stated: 0, memory: 1, inferred: 2 };

/** The same advice for the same failure, said several times, is one, and its outcomes count together. */
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

/** Best first: those that are known to help. */
export function byPromise(left: SolutionCandidate, right: SolutionCandidate): number {
  return (
    atLeast(right) - atLeast(left) ||
    trust[left.solution.source] - trust[right.solution.source] ||
    (left.solution.approach < right.solution.approach ? -1 : 1)
  );
}
