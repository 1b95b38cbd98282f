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

/** How likely an execution is to succeed, and what that was drawn from, the most general first. */
export interface Prediction {
  readonly probability: number;
  readonly levels: readonly BackoffLevel[];
}

/** Earlier executions that have something in common with the one asked about. */
interface BackoffLevel {
  /** Such as `category backend, approach incremental`; `all` for every execution. */
  readonly of: string;
  /** How many executions they count as now: older ones count less. */
  readonly effective: number;
  /** What is expected after what they did, those of the next level left out. */
  readonly rate: number;
}

/** From what says most about an outcome to what says least. */
const details = ['category', 'approach', 'agent', 'type', 'complexity'] as const;
/** What a level believes before it has seen anything weighs as much as this many executions. */
const priorStrength = 8;
/** An opinion before the first execution. */
const knowingNothing = 0.5;

/**
 * Predicts outcomes from counts, which grow with every execution. The success rate of all executions is the prior of
 * those of one category, and theirs that of one category and approach, and so on: where little is known the
 * prediction stays close to what is generally so, where much is known it goes by that.
 */
export class OutcomeModel {
  private readonly tallies = new Map<string, OutcomeTally>();
  private readonly halfLifeDays: number;
  private readonly strength: number;

  constructor(halfLifeDays: number, strength = priorStrength) {
    this.halfLifeDays = halfLifeDays;
    this.strength = strength;
  }

  /** Takes note of an execution that has ended. */
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
    let rate = knowingNothing;
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

/** What an execution belongs to: everything, its category, its category and approach, and so on. What it does not say is left out. */
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
