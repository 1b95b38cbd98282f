import { counted } from '../../text/counted.ts';
import { isFree, type Leniency, type Observed, traitsSeen } from './compare.ts';
import type { Difference } from './same-answer.ts';
import { isState, type Traits } from './traits.ts';

/** What the rounds of a loop saw of one call, or of their items: in each recorded run, and now. */
export interface RoundsSeen {
  readonly recorded: ReadonlyArray<readonly Observed[]>;
  readonly now: readonly Observed[];
  readonly leniency: Leniency;
  /** Whether several items of the list were used one by one: then their number and positions are compared. */
  readonly isCounted?: boolean;
}

type IsIrrelevant = (path: string) => boolean;

interface RoundTraits {
  /** Runs without a round are left out: they say nothing about rounds. */
  readonly runs: ReadonlyArray<readonly Traits[]>;
  readonly seen: readonly Traits[];
  readonly shown: readonly Traits[];
  readonly isIrrelevant: IsIrrelevant;
}

function traitsIn({ recorded, now, leniency }: RoundsSeen): RoundTraits {
  const traits = (rounds: readonly Observed[]): Traits[] => rounds.map((one) => traitsSeen(one, leniency));
  const runs = recorded.filter((rounds) => rounds.length > 0).map(traits);
  const seen = runs.flat();
  return { runs, seen, shown: traits(now), isIrrelevant: (path) => isFree(path, seen, leniency) };
}

/**
 * A combination that the current round shows, in its item and the answers of its calls so far, and no recorded round did. An
 * agent that acts when A or B holds would not act in a round with neither. Each of `calls` has one `now`.
 */
export function findUnseenRound(calls: readonly RoundsSeen[]): Difference | undefined {
  const all = calls.map(traitsIn);
  const rowsOf = (rounds: (call: RoundTraits) => readonly Traits[]): string[] => {
    const count = Math.max(...all.map((call) => rounds(call).length));
    return Array.from({ length: count }, (_, row) =>
      all.map((call) => signatureOf(rounds(call)[row] ?? new Map(), call.isIrrelevant)).join('\n'),
    );
  };
  const [round = ''] = rowsOf(({ shown }) => shown);
  if (rowsOf(({ seen }) => seen).includes(round)) return undefined;
  const last = all.at(-1);
  const varied = last === undefined ? [] : variedPaths([...last.seen, ...last.shown], last.isIrrelevant);
  const told = (traits: Traits): string =>
    varied.map((path) => `${path} ${[...(traits.get(path) ?? ['nothing'])].join(' ')}`).join(' with ');
  return {
    path: varied[0] ?? '$',
    expected: [...new Set(last?.seen.map(told))].slice(0, 3).join(', or ') || 'what a recorded round saw',
    found: last?.shown.map(told).join() || 'something else together with its item',
  };
}

/**
 * A state that the rounds of a loop show in none, one or several of them, where no run had it that often: an agent may have
 * decided by that after the loop. Where the rounds change nothing, also another order: the agent may stop at the first round
 * that shows a certain thing, and no change would tell.
 */
export function findDifferenceOfRounds(rounds: RoundsSeen, onlyLook: boolean): Difference | undefined {
  const { runs, shown, isIrrelevant } = traitsIn(rounds);
  return (
    otherStates(runs, shown, isIrrelevant) ??
    (onlyLook || rounds.isCounted === true ? findOtherOrder(rounds) : undefined)
  );
}

/** A text that is equal for rounds that showed the same. */
function signatureOf(traits: Traits, isIrrelevant: IsIrrelevant): string {
  const told = [...traits]
    .filter(([path]) => !isIrrelevant(path))
    .map(([path, values]) => [path, [...values].sort()]);
  return JSON.stringify(told.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1)));
}

function variedPaths(rounds: readonly Traits[], isIrrelevant: IsIrrelevant): string[] {
  const paths = new Set(rounds.flatMap((traits) => [...traits.keys()]));
  return [...paths].filter(
    (path) =>
      !isIrrelevant(path) &&
      new Set(rounds.map((traits) => [...(traits.get(path) ?? [])].sort().join())).size > 1,
  );
}

function otherStates(
  runs: ReadonlyArray<readonly Traits[]>,
  now: readonly Traits[],
  isIrrelevant: IsIrrelevant,
): Difference | undefined {
  const counts = runs.map(statesIn);
  const shown = statesIn(now);
  for (const key of new Set([...counts.flatMap((states) => [...states.keys()]), ...shown.keys()])) {
    const [path = '', value = ''] = JSON.parse(key) as string[];
    if (isIrrelevant(path)) continue;
    const found = classOf(shown.get(key));
    const expected = [...new Set(counts.map((states) => classOf(states.get(key))))];
    if (expected.includes(found)) continue;
    const inRounds = (how: string): string => `${value} in ${how} of the rounds`;
    return {
      path,
      expected: expected.map(inRounds).join(', '),
      found: `${inRounds(found)} (${counted(now.length, 'round')})`,
    };
  }
  return undefined;
}

/** In how many rounds each state was shown and each place existed. */
function statesIn(rounds: readonly Traits[]): ReadonlyMap<string, number> {
  const states = new Map<string, number>();
  for (const traits of rounds) {
    for (const [path, values] of traits) {
      for (const value of ['something', ...[...values].filter(isState)]) {
        const key = JSON.stringify([path, value]);
        states.set(key, (states.get(key) ?? 0) + 1);
      }
    }
  }
  return states;
}

function classOf(count = 0): 'none' | 'one' | 'several' {
  return count === 0 ? 'none' : count === 1 ? 'one' : 'several';
}

/**
 * An order of the items that no run saw. Neighbours that show the same are one stretch, of one or of several items. Where
 * items were used one by one, each must show what the recorded item at its position did.
 */
export function findOtherOrder(rounds: RoundsSeen): Difference | undefined {
  const { runs, shown, isIrrelevant } = traitsIn(rounds);
  const orderOf = (all: readonly Traits[]): string => {
    const stretches: Array<{ readonly signature: string; length: number }> = [];
    for (const traits of all) {
      const signature = signatureOf(traits, isIrrelevant);
      const last = stretches.at(-1);
      if (last?.signature === signature) last.length += 1;
      else stretches.push({ signature, length: 1 });
    }
    const told = (length: number): string => (rounds.isCounted === true ? String(length) : classOf(length));
    return stretches.map(({ signature, length }) => `${told(length)} ${signature}`).join('\n');
  };
  const order = orderOf(shown);
  if (shown.length === 0 || runs.some((all) => orderOf(all) === order)) return undefined;
  const [path = '$'] = variedPaths(shown, isIrrelevant);
  return { path, expected: 'the order in which a run saw it', found: 'another order' };
}
