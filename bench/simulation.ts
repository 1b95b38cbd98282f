import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Row } from './measure.ts';
import { type Done, type Habits, withEngram, withoutEngram } from './simulation-agents.ts';
import { drawWeeks } from './simulation-chart.ts';
import { plantWrongLessons } from './simulation-lessons.ts';
import { daysOfWeek, makeWorld, type Task, type World } from './simulation-world.ts';

/** How large a world is, and how many are drawn. */
export interface Size {
  readonly seeds: number;
  readonly weeks: number;
  readonly agents: number;
  readonly tasksADay: number;
  /** The week at whose beginning wrong lessons are planted, from 0. */
  readonly plantedInWeek: number;
}

const usualSize: Size = { seeds: 10, weeks: 8, agents: 2, tasksADay: 4, plantedInWeek: 3 };
const habits: Habits = { heeding: 0.9, curiosity: 0.1 };

/** One world, worked through three times by the same agents. */
export interface Simulated {
  readonly world: World;
  readonly without: readonly Done[];
  readonly with: readonly Done[];
  /** With Engram, and fed wrong lessons. */
  readonly misled: readonly Done[];
}

/** Works through one world. The same for the same seed. */
export async function simulate(seed: number, size: Size): Promise<Simulated> {
  const world = makeWorld(seed, size);
  return {
    world,
    without: await withoutEngram(world),
    with: await withEngram(world, habits),
    misled: await withEngram(world, {
      ...habits,
      onDay: async (day, view) => {
        if (day === size.plantedInWeek * daysOfWeek) await plantWrongLessons(world, view);
      },
    }),
  };
}

export function successOf(done: readonly Done[]): number {
  return done.filter(({ success }) => success).length / done.length;
}

/** Success in each week, over all worlds. */
export function weeklySuccess(done: readonly Done[], weeks: number): number[] {
  return Array.from({ length: weeks }, (_, week) =>
    successOf(done.filter(({ task }) => weekOf(task) === week)),
  );
}

function weekOf(task: Task): number {
  return Math.floor(task.day / daysOfWeek);
}

/**
 * Tasks made worse, which succeeded without Engram and failed with it through its doing: either the approach it
 * recommended is worse than choosing blindly, or the task ran out of calls after a check asked for something useless.
 */
export function harmOf(done: readonly Done[], without: readonly Done[]): number {
  const harmed = done.filter((one, index) => {
    if (one.success || without[index]?.success !== true) return false;
    if (one.ranOut) return one.needless > 0;
    const { rates } = one.task.category;
    return one.advised && (rates[one.approach] ?? 0) < meanOf(rates);
  });
  return harmed.length / done.length;
}

/** Failures of tools that a check stands before, against those of the same tasks without Engram. */
export function recurrencesOf(
  done: readonly Done[],
  without: readonly Done[],
  isCounted: (tool: string) => boolean,
): { after: number; otherwise: number } {
  let [after, otherwise] = [0, 0];
  for (const [index, { guarded, failed }] of done.entries()) {
    for (const tool of guarded) {
      if (!isCounted(tool)) continue;
      if (failed.has(tool)) after += 1;
      if (without[index]?.failed.has(tool) === true) otherwise += 1;
    }
  }
  return { after, otherwise };
}

/** Weeks after the planting until those who were misled are, and stay, within 5 points of the others; null if never. */
export function weeksToRecover(
  honest: readonly number[],
  misled: readonly number[],
  plantedInWeek: number,
): number | null {
  const behind = honest.map((share, week) => share - (misled[week] ?? 0));
  const last = behind.findLastIndex((points, week) => week >= plantedInWeek && points > 0.05);
  if (last === honest.length - 1) return null;
  return last < 0 ? 0 : last + 1 - plantedInWeek;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean with its 95 % interval over worlds (Student, about 10 of them). */
function intervalOf(values: readonly number[]): { mean: number; low: number; high: number } {
  const mean = meanOf(values);
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  const margin = 2.26 * Math.sqrt(variance / values.length);
  return { mean, low: mean - margin, high: mean + margin };
}

function shown(values: readonly number[]): string {
  const { mean, low, high } = intervalOf(values);
  return `${percent(mean)} (${percent(low)} to ${percent(high)})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** An illustration: agents with and without Engram in a made-up environment. Draws `docs/simulation.svg`. */
export async function benchSimulation(size: Size = usualSize): Promise<Row[]> {
  const all: Simulated[] = [];
  for (let seed = 1; seed <= size.seeds; seed += 1) all.push(await simulate(seed, size));
  const weekly = (pick: (one: Simulated) => readonly Done[]) => weeklySuccess(all.flatMap(pick), size.weeks);
  const lines = {
    without: weekly((one) => one.without),
    with: weekly((one) => one.with),
    misled: weekly((one) => one.misled),
  };
  draw(size, lines, bestWeeks(all, size.weeks));
  return rowsOf(all, size, lines);
}

/** What somebody would reach who knew the best approach and every remedy. */
function bestWeeks(all: readonly Simulated[], weeks: number): number[] {
  return Array.from({ length: weeks }, (_, week) =>
    meanOf(
      all
        .flatMap(({ world }) => world.tasks)
        .filter((task) => weekOf(task) === week)
        .map(({ luck, category }) => (luck < Math.max(...category.rates) ? 1 : 0)),
    ),
  );
}

type Lines = Readonly<Record<'without' | 'with' | 'misled', readonly number[]>>;

function rowsOf(all: readonly Simulated[], size: Size, lines: Lines): Row[] {
  const rates = (pick: (one: Simulated) => readonly Done[]): number[] =>
    all.map((one) => successOf(pick(one)));
  const [without, withIt] = [rates((one) => one.without), rates((one) => one.with)];
  const gains = withIt.map((rate, index) => rate / (without[index] ?? 1) - 1);
  const harms = all.map((one) => harmOf(one.with, one.without));
  const recovered = weeksToRecover(lines.with, lines.misled, size.plantedInWeek);
  const planted = lines.misled.slice(size.plantedInWeek);
  const row = (
    what: string,
    measured: string,
    against: string,
    ratio: string,
    goal: string,
    held: boolean,
  ): Row => ({
    what: `illustration: ${what}`,
    measured,
    against,
    ratio,
    goal,
    held,
  });
  return [
    row(
      `tasks that succeed, ${size.seeds} made-up worlds`,
      shown(withIt),
      `${shown(without)} without`,
      `+${shown(gains)}`,
      '+30 %',
      meanOf(gains) >= 0.3,
    ),
    recurrenceRow(all, 'failures again after prevention', () => true),
    recurrenceRow(all, 'the same without those that only need a second try', (tool) => tool !== 'fetch_page'),
    row('tasks made worse', shown(harms), '–', '–', '< 2 %', meanOf(harms) < 0.02),
    row(
      'fed wrong lessons: weeks until within 5 points again',
      recovered === null ? 'never' : String(recovered),
      `${percent(Math.min(...planted))} in the worst week`,
      `${percent(lines.misled.at(-1) ?? 0)} in the last; ${percent(lines.with.at(-1) ?? 0)} without them`,
      'recovers',
      recovered !== null,
    ),
  ];
}

function recurrenceRow(all: readonly Simulated[], what: string, isCounted: (tool: string) => boolean): Row {
  const counts = all.map((one) => recurrencesOf(one.with, one.without, isCounted));
  const reductions = counts.map(({ after, otherwise }) => 1 - after / Math.max(1, otherwise));
  const sum = (part: 'after' | 'otherwise'): number =>
    counts.reduce((total, count) => total + count[part], 0);
  return {
    what: `illustration: ${what}`,
    measured: String(sum('after')),
    against: `${sum('otherwise')} without`,
    ratio: `−${shown(reductions)}`,
    goal: '−80 %',
    held: meanOf(reductions) >= 0.8,
  };
}

function draw(size: Size, lines: Lines, best: readonly number[]): void {
  const chart = drawWeeks(
    'Tasks that succeed',
    `illustration: made-up environment, ${size.seeds} worlds; wrong lessons planted in week ${size.plantedInWeek + 1}`,
    [
      { name: 'without Engram', weeks: lines.without },
      { name: 'with Engram', weeks: lines.with },
      { name: 'with wrong lessons', weeks: lines.misled },
      { name: 'best possible', weeks: best },
    ],
  );
  writeFileSync(resolve('docs/simulation.svg'), chart);
  console.log('Drawn: docs/simulation.svg');
}
