import { type ChangeName, changeNames } from './changes.ts';
import { type Decision, decisionNames } from './decisions.ts';
import { type Judgement, judgements } from './judge.ts';

/** One judged replay. */
export interface JudgedCase {
  /** Everything about the case follows from it, and from the change and the number of runs. */
  readonly seed: number;
  readonly decision: Decision;
  readonly change: ChangeName;
  readonly runs: 1 | 2;
  readonly judgement: Judgement;
  /** Why the replay did not complete, in its own words. */
  readonly why: string;
  /** What happened, for people. */
  readonly story: () => string;
}

export type Counts = Record<Judgement, number>;

/** Counts of judged replays. */
export interface Tally {
  readonly total: Readonly<Counts>;
  count(): number;
  add(judged: JudgedCase): void;
  /** Counts of the cases that fit. */
  of(filter: { decision?: Decision; change?: ChangeName; runs?: 1 | 2 }): Counts;
  /** The first wrong ones, in full. */
  readonly stories: readonly string[];
  /** Why replays did not complete, the commonest reasons first. */
  reasons(): ReadonlyArray<{ readonly why: string; readonly count: number }>;
}

const noCounts = (): Counts => ({ right: 0, stopped: 0, asks: 0, wrong: 0, unseen: 0 });

/** @param maxStories so many wrong cases are told in full. */
export function createTally(maxStories = 3): Tally {
  const cells = new Map<string, { readonly judged: JudgedCase; readonly counts: Counts }>();
  const total = noCounts();
  const stories: string[] = [];
  const reasons = new Map<string, number>();
  return {
    total,
    stories,
    count: () => judgements.reduce((sum, judgement) => sum + total[judgement], 0),
    add(judged) {
      const key = `${judged.decision}|${judged.change}|${judged.runs}`;
      const cell = cells.get(key) ?? { judged, counts: noCounts() };
      cells.set(key, cell);
      cell.counts[judged.judgement] += 1;
      total[judged.judgement] += 1;
      const why = withoutNames(judged.why);
      if (why !== '') reasons.set(why, (reasons.get(why) ?? 0) + 1);
      if (judged.judgement === 'wrong' && stories.length < maxStories) stories.push(judged.story());
    },
    reasons: () =>
      [...reasons].map(([why, count]) => ({ why, count })).sort((left, right) => right.count - left.count),
    of({ decision, change, runs }) {
      const counts = noCounts();
      for (const { judged, counts: some } of cells.values()) {
        const fits =
          (decision ?? judged.decision) === judged.decision &&
          (change ?? judged.change) === judged.change &&
          (runs ?? judged.runs) === judged.runs;
        if (fits) for (const judgement of judgements) counts[judgement] += some[judgement];
      }
      return counts;
    },
  };
}

/** A reason without the names and values of its case, so that those of the same kind are counted together. */
function withoutNames(why: string): string {
  return why
    .replace(/"[^"]*"/g, '"…"')
    .replace(/("…"[, ]*)+/g, '"…" ')
    .replace(/\$[\w.[\]*]+/g, '$…')
    .replace(/\d+/g, '#')
    .slice(0, 100);
}

/** The counts by kind of decision and by change, after one run and after two. */
export function tallyInWords(tally: Tally): string {
  const row = (name: string, ofRuns: (runs: 1 | 2) => Counts): string => {
    const counts = ([1, 2] as const).flatMap((runs) => judgements.map((one) => String(ofRuns(runs)[one])));
    return `${name.padEnd(28)}${counts.map((count) => count.padStart(8)).join('')}`;
  };
  const heading = (name: string): string =>
    `${name.padEnd(28)}${[1, 2].flatMap((runs) => judgements.map((one) => `${one} ${runs}`.padStart(8))).join('')}`;
  return [
    heading('decision'),
    ...decisionNames.map((decision) => row(decision, (runs) => tally.of({ decision, runs }))),
    '',
    heading('change'),
    ...changeNames.map((change) => row(change, (runs) => tally.of({ change, runs }))),
    '',
    row('all', (runs) => tally.of({ runs })),
    '',
    'why replays did not complete',
    ...tally
      .reasons()
      .slice(0, 15)
      .map(({ why, count }) => `${String(count).padStart(8)}  ${why}`),
  ].join('\n');
}
