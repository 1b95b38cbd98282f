import { addedTo, agedTo, emptyTally, type OutcomeTally } from './tally.ts';

/** What is known beforehand about an execution. */
export interface ExecutionPlan {
  readonly category?: string | null;
  readonly approach?: string | null;
  readonly agent?: string | null;
  readonly type?: string | null;
  readonly complexity?: string | null;
}

/** An execution that has ended. */
export interface PastExecution extends ExecutionPlan {
  /** How well it went, 0 to 1. */
  readonly success: number;
  readonly at: number;
}

/** How likely an execution is to succeed, and the groups of earlier executions behind it, the most general first. */
export interface Prediction {
  readonly probability: number;
  readonly levels: ReadonlyArray<{
    /** Such as `category backend, approach incremental`; `all` for every execution. */
    readonly of: string;
    /** How many executions the group counts as now: older ones count less. */
    readonly effective: number;
    /** The expected success rate, without the executions of the next level. */
    readonly rate: number;
  }>;
}

/** From the detail that says most about an outcome to the one that says least. */
const details = ['category', 'approach', 'agent', 'type', 'complexity'] as const;
/** The prior of a level weighs as much as this many executions. */
const priorStrength = 8;
/** The success rate that is assumed before the first execution. */
const uninformedRate = 0.5;

/**
 * Predicts outcomes from counts. The success rate of all executions is the prior for those of one category, theirs the
 * prior for one category and approach, and so on: the less is known, the closer a prediction stays to the general rate.
 */
export class OutcomeModel {
  private readonly tallies = new Map<string, OutcomeTally>();
  private readonly halfLifeDays: number;
  private readonly strength: number;

  constructor(halfLifeDays: number, strength = priorStrength) {
    this.halfLifeDays = halfLifeDays;
    this.strength = strength;
  }

  learn(execution: PastExecution): void {
    for (const key of levelsOf(execution)) {
      const tally = this.tallies.get(key) ?? emptyTally;
      const counted = { quality: execution.success, at: execution.at };
      this.tallies.set(key, addedTo(tally, counted, this.halfLifeDays));
    }
  }

  /** How likely an execution at this moment is to succeed (LRN-10). */
  predict(plan: ExecutionPlan, now: number): Prediction {
    const names = levelsOf(plan);
    const tallies = names.map((of) => agedTo(this.tallies.get(of) ?? emptyTally, now, this.halfLifeDays));
    let rate = uninformedRate;
    const levels = tallies.map(({ weight, successes }, index) => {
      // What the next level counts is left to it: counted twice, it would seem more certain than it is.
      const narrower = tallies[index + 1] ?? emptyTally;
      const others = Math.max(0, weight - narrower.weight);
      const othersSucceeded = Math.max(0, successes - narrower.successes);
      rate = (othersSucceeded + this.strength * rate) / (others + this.strength);
      return { of: names[index] ?? '', effective: weight, rate };
    });
    return { probability: rate, levels };
  }
}

/** The groups an execution belongs to: all, its category, its category and approach, and so on, without unknown details. */
function levelsOf(plan: ExecutionPlan): string[] {
  const levels = ['all'];
  const known: string[] = [];
  for (const detail of details) {
    const value = plan[detail];
    if (value === undefined || value === null || value === '') continue;
    known.push(`${detail} ${value}`);
    levels.push(known.join(', '));
  }
  return levels;
}
