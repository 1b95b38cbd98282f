/** The parameters of a Beta distribution of a success rate; they need not be whole numbers. */
interface Belief {
  readonly successes: number;
  readonly failures: number;
}

/** The outcomes of an agent in tasks like the one at hand. */
export interface AgentRecord extends Belief {
  readonly agent: string;
  /** What it shares with other agents, such as its model: they are likely to be about as good. */
  readonly kin?: string;
  /** Whether it can be given this task. The outcomes of the others count, too. */
  readonly available?: boolean;
}

/** The agent to give a task to. */
export interface Choice {
  readonly agent: string;
  /** How likely it is to succeed. */
  readonly expected: number;
  /** The certain chance of success that would be as good: above `expected` while there is something to find out. */
  readonly worth: number;
  /** Whether another agent is more likely to succeed, and this one is chosen to find out about it. */
  readonly exploring: boolean;
}

/** How to choose. Everything has a default. */
export interface ChoiceOptions {
  /** How many more such tasks are to come. By default as many as there were. */
  readonly ahead?: number;
  /** How many outcomes the prior of an agent weighs as much as. */
  readonly priorStrength?: number;
  /** How many outcomes the prior of agents of one kin weighs as much as. */
  readonly kinStrength?: number;
}

/** Fewer tasks to come are not assumed, and more do not change the choice. */
const minAhead = 20;
const maxAhead = 100;
/** The success rate that is assumed before the first outcome. */
const uninformedRate = 0.5;

/**
 * Chooses the agent with the highest Gittins index over a finite horizon. The worth of an agent is the certain chance of
 * success that would be as good as giving it the tasks to come for as long as it does well. That rewards an agent little
 * is known about by just what knowing it would bring. Agents of one kin share their prior. Of agents that are worth the
 * same the first given is chosen; null when none is available.
 *
 * @example
 * chooseAgent([
 *   { agent: 'careful', successes: 9, failures: 1 },
 *   { agent: 'quick', successes: 3, failures: 7 },
 * ])?.agent; // 'careful'
 */
export function chooseAgent(records: readonly AgentRecord[], options: ChoiceOptions = {}): Choice | null {
  const horizon = horizonFor(records, options);
  const believed = beliefsOf(records, options).filter(({ record }) => record.available !== false);
  const likeliestFirst = believed.toSorted((left, right) => meanOf(right.belief) - meanOf(left.belief));
  let best: (typeof believed)[number] | null = null;
  let worth = 0;
  for (const candidate of likeliestFirst) {
    if (best !== null && !isWorthMore(candidate.belief, worth, horizon)) continue;
    best = candidate;
    worth = worthOf(candidate.belief, worth, horizon);
  }
  const [likeliest] = likeliestFirst;
  if (best === null || likeliest === undefined) return null;
  const expected = meanOf(best.belief);
  return { agent: best.record.agent, expected, worth, exploring: expected < meanOf(likeliest.belief) };
}

/**
 * What each agent is expected to achieve and what giving it a task is worth, in the order given. `chooseAgent` would choose the
 * one of the highest worth.
 *
 * @example
 * worthOfAgents([{ agent: 'new', successes: 0, failures: 0 }]); // [{ agent: 'new', expected: 0.5, worth: 0.7… }]
 */
export function worthOfAgents(
  records: readonly AgentRecord[],
  options: ChoiceOptions = {},
): Omit<Choice, 'exploring'>[] {
  const horizon = horizonFor(records, options);
  return beliefsOf(records, options).map(({ record: { agent }, belief }) => ({
    agent,
    expected: meanOf(belief),
    worth: worthOf(belief, 0, horizon),
  }));
}

function horizonFor(records: readonly AgentRecord[], options: ChoiceOptions): number {
  const ahead = options.ahead ?? Math.max(minAhead, outcomesIn(records));
  return Math.max(1, Math.min(maxAhead, Math.round(ahead)));
}

function outcomesIn(records: readonly AgentRecord[]): number {
  return records.reduce((sum, { successes, failures }) => sum + successes + failures, 0);
}

/** Own outcomes on top of the prior from kin, which itself starts at the uninformed rate. */
function beliefsOf(
  records: readonly AgentRecord[],
  { priorStrength = 4, kinStrength = 2 }: ChoiceOptions,
): { record: AgentRecord; belief: Belief }[] {
  const kin = new Map<string, Belief>();
  for (const { kin: name, successes, failures } of records) {
    if (name === undefined) continue;
    const others = kin.get(name) ?? { successes: 0, failures: 0 };
    kin.set(name, { successes: others.successes + successes, failures: others.failures + failures });
  }
  return records.map((record) => {
    const all = record.kin === undefined ? record : (kin.get(record.kin) ?? record);
    const prior = meanOf({
      successes: all.successes - record.successes + kinStrength * uninformedRate,
      failures: all.failures - record.failures + kinStrength * (1 - uninformedRate),
    });
    const successes = record.successes + priorStrength * prior;
    return { record, belief: { successes, failures: record.failures + priorStrength * (1 - prior) } };
  });
}

function meanOf({ successes, failures }: Belief): number {
  return successes / (successes + failures);
}

/** The certain chance of success that is as good as an agent with this belief; at least `floor`. */
function worthOf(belief: Belief, floor: number, horizon: number): number {
  let low = floor;
  let high = 1;
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (isWorthMore(belief, middle, horizon)) low = middle;
    else high = middle;
  }
  // The upper end, so that another agent with the same record is not worth more.
  return high;
}

/**
 * Whether giving tasks to an agent, and switching to a certain chance of success when it disappoints, brings more than the
 * certain chance from the start. `gains[n]` is the advantage left after n more successes, computed from the last task
 * backwards for the few n where it is not zero.
 */
function isWorthMore({ successes, failures }: Belief, certain: number, horizon: number): boolean {
  const gains = new Float64Array(horizon + 1);
  let fewestWithGain = horizon + 1;
  for (let done = horizon - 1; done >= 0; done -= 1) {
    const outcomes = successes + failures + done;
    const evenAt = Math.floor(certain * outcomes - successes);
    const from = Math.max(0, Math.min(fewestWithGain - 1, evenAt));
    fewestWithGain = done + 1;
    for (let more = from; more <= done; more += 1) {
      const chance = (successes + more) / outcomes;
      const goingOn = chance - certain + chance * (gains[more + 1] ?? 0) + (1 - chance) * (gains[more] ?? 0);
      gains[more] = Math.max(0, goingOn);
      if (goingOn > 0) fewestWithGain = Math.min(fewestWithGain, more);
    }
  }
  return (gains[0] ?? 0) > 1e-9;
}
