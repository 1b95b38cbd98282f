import { tmpdir } from 'node:os';
import { openEngram } from '../src/index.ts';
import { type FixedClock, fixedClock } from '../src/testing/index.ts';
import { type Cause, casesOf } from './devices/cases.ts';
import { type Gaps, type Measure, measures } from './devices/home.ts';
import { learnCase, type Moment, type Played, replayCase, withAgent } from './devices/play.ts';
import type { Row } from './measure.ts';

/** The first was looked at while the world was written, the others were not. */
const seeds = (process.env['ENGRAM_BENCH_SEEDS'] ?? '1,2').split(',').map(Number);
/** Replays of each template in its own home, each with other measured values. */
const ownReplays = 5;

interface Replayed extends Played {
  readonly complaint: string;
  readonly recorded: string;
  readonly met: string;
}

const openOne = (clock: FixedClock) =>
  openEngram({
    db: 'memory:',
    clock,
    surroundings: { environment: {}, folder: tmpdir(), home: '/nowhere' },
    templates: { cache: { enabled: false }, demotion: { runs: 1_000, failures: 1_000 } },
  });

/** How a seed is measured. */
interface Setting {
  readonly seed: number;
  /** Recorded runs of the same cause that a template is made of. */
  readonly runs: number;
  readonly varying: ReadonlySet<Measure>;
  readonly gaps?: Gaps;
}

interface Measured {
  readonly own: readonly Replayed[];
  readonly others: readonly Replayed[];
  /** Runs of the same calls that a template refused to learn from. */
  readonly refused: number;
}

/** Replays what was recorded for each cause: where it was recorded, and where something else is behind the complaint. */
async function replaySeed({ seed, runs, varying, gaps }: Setting): Promise<Measured> {
  const own: Replayed[] = [];
  const others: Replayed[] = [];
  let refused = 0;
  for (const situation of casesOf(seed, gaps)) {
    const clock = fixedClock();
    const open = () => openOne(clock);
    await withAgent(open, async (agent) => {
      for (const [index, cause] of situation.causes.entries()) {
        const at = (met: Cause, instance: number): Moment => ({
          cause: met,
          instance: seed * 1_000_003 + instance,
          varying,
          clock,
        });
        const [first = at(cause, index), ...further] = Array.from({ length: runs }, (_, run) =>
          at(cause, 500_000 + run * 1_000 + index),
        );
        const learned = await learnCase(agent, situation, first, further);
        refused += learned.refused;
        for (const [other, met] of situation.causes.entries()) {
          const isOwn = other === index;
          const times = isOwn ? ownReplays : 1;
          for (let time = 1; time <= times; time += 1) {
            const played = await replayCase(
              agent,
              learned.id,
              situation,
              at(met, index * 1_009 + other * 101 + time),
            );
            const names = { complaint: situation.ticket.complaint, recorded: cause.name, met: met.name };
            (isOwn ? own : others).push({ ...played, ...names });
          }
        }
      }
    });
  }
  return { own, others, refused };
}

/** Support for phones, routers and printers: tools without arguments that answer in prose. */
export async function benchDevices(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const seed of seeds) {
    for (const runs of [1, 2, 3, 5, 8]) {
      const setting = { seed, runs, varying: new Set(measures) };
      const name = runs === 1 ? 'learned from one run' : `learned from ${runs} runs`;
      rows.push(...rowsOf(`Seed ${seed}, ${name}`, await replaySeed(setting)));
    }
    for (const measure of [undefined, ...measures]) {
      const varying = new Set(measure === undefined ? [] : [measure]);
      const replayed = await replaySeed({ seed, runs: 1, varying });
      rows.push(...rowsOf(`Seed ${seed}, one run, ${measure ?? 'nothing'} varies`, replayed));
    }
    const varying = new Set(['signal', 'heat'] as const);
    const narrow = await replaySeed({ seed, runs: 1, varying, gaps: 'narrow' });
    rows.push(...rowsOf(`Seed ${seed}, one run, signal and heat vary, narrow gaps`, narrow));
  }
  return rows;
}

function rowsOf(name: string, { own, others, refused }: Measured): Row[] {
  if (process.env['ENGRAM_BENCH_DETAILS'] !== undefined) showDetails(name, own, others);
  const without = refused === 0 ? '' : `, ${refused} runs refused`;
  return [ownRow(`${name}${without}: the same cause`, own), otherRow(`${name}: another cause`, others)];
}

const count = (replayed: readonly Replayed[], verdict: Played['verdict']): number =>
  replayed.filter((one) => one.verdict === verdict).length;

function ownRow(what: string, replayed: readonly Replayed[]): Row {
  const share = count(replayed, 'solved') / replayed.length;
  const worse = replayed.filter((one) => one.worse.length > 0).length;
  return {
    what: `${what} (${replayed.length} replays)`,
    measured: `solved ${(share * 100).toFixed(1)} %`,
    against: `stopped ${count(replayed, 'stopped')}, completed unsolved ${count(replayed, 'unsolved')}, left worse ${worse}`,
    ratio: '–',
    goal: 'solved ≥ 95 %',
    held: share >= 0.95,
  };
}

function otherRow(what: string, replayed: readonly Replayed[]): Row {
  const worse = replayed.filter((one) => one.worse.length > 0).length;
  const unsolved = count(replayed, 'unsolved');
  const stopped = replayed.filter(({ verdict }) => verdict === 'stopped');
  const anyway = stopped.filter((one) => one.isSolvedAnyway).length;
  const needless = replayed.filter((one) => one.needless.length > 0).length;
  return {
    what: `${what} (${replayed.length} replays)`,
    measured: `completed unsolved ${unsolved}, left worse ${worse}`,
    against: `solved ${count(replayed, 'solved')}, stopped ${stopped.length} (${anyway} of them with everything solved), with a needless change ${needless}`,
    ratio: '–',
    goal: '0, 0',
    held: unsolved === 0 && worse === 0,
  };
}

function showDetails(name: string, own: readonly Replayed[], others: readonly Replayed[]): void {
  const bad = [
    ...own.filter(({ verdict }) => verdict !== 'solved'),
    ...others.filter(
      ({ verdict, worse, needless }) => verdict === 'unsolved' || worse.length > 0 || needless.length > 0,
    ),
  ];
  for (const { complaint, recorded, met, verdict, worse, needless, reason } of bad)
    console.log(
      `${name}; ${verdict} ${complaint}: recorded "${recorded}", met "${met}", worse [${worse}], needless [${needless}] ${reason}`,
    );
}
