import type { Place } from '../../records/plan.ts';
import type { RunWithTotals } from '../../records/run.ts';
import { itemsAt } from './loop.ts';
import { type FoundLoop, isSameKindOfCall } from './loops.ts';
import type { RecordedCall } from './recorded-call.ts';

/** A run as its plan sees it: the calls that are made again. */
export interface PlannedRun {
  readonly run: RunWithTotals;
  readonly calls: readonly RecordedCall[];
}

/** A loop as all runs have it. Calls are numbered as in the plan, from 0. */
export interface LoopShape {
  readonly from: number;
  readonly length: number;
  readonly each: Place;
}

/** A run with its calls at their places in the plan. */
export interface ShapedRun {
  readonly run: RunWithTotals;
  /** Calls outside of loops, by their number in the plan. */
  readonly calls: ReadonlyArray<RecordedCall | undefined>;
  /** The rounds of each loop. */
  readonly rounds: ReadonlyArray<ReadonlyArray<readonly RecordedCall[]>>;
}

/** Runs of the same work, with the loops that they have in common. */
export interface PlanShape {
  readonly runs: readonly [ShapedRun, ...ShapedRun[]];
  readonly loops: readonly LoopShape[];
  /** The calls of the plan, as one of the runs made them: of a loop, its first round. */
  readonly pattern: readonly RecordedCall[];
}

/** Runs that made the same calls one by one, without loops. */
export function plainShape([first, ...others]: readonly [PlannedRun, ...PlannedRun[]]): PlanShape {
  const shaped = ({ run, calls }: PlannedRun): ShapedRun => ({ run, calls, rounds: [] });
  return { runs: [shaped(first), ...others.map(shaped)], loops: [], pattern: first.calls };
}

/**
 * All runs with the loops found in one of them; undefined when another run does not fit: it must have made the same calls,
 * and in each loop as many rounds as its own list has items.
 */
export function loopedShape(
  [first, ...others]: readonly [PlannedRun, ...PlannedRun[]],
  found: readonly FoundLoop[],
  model: PlannedRun,
): PlanShape | undefined {
  const loops = found.map((loop) => toPlan(loop, found));
  if (loops.some((loop) => loop === undefined)) return undefined;
  const shapes = loops.filter((loop) => loop !== undefined);
  const pattern = model.calls.filter((_, index) => isInPattern(index, found));
  const shapedFirst = shapedRun(first, pattern, shapes);
  const shapedOthers = others.map((run) => shapedRun(run, pattern, shapes));
  if (shapedFirst === undefined || shapedOthers.some((run) => run === undefined)) return undefined;
  const runs = [shapedFirst, ...shapedOthers.filter((run) => run !== undefined)] as const;
  return shapes.every((_, at) => isShown(runs, at)) ? { runs, loops: shapes, pattern } : undefined;
}

/** Three rounds of one run prove a loop, and so do runs with different numbers of rounds; two alone may be a coincidence. */
function isShown(runs: readonly ShapedRun[], loop: number): boolean {
  const counts = runs.map(({ rounds }) => rounds[loop]?.length ?? 0);
  return Math.max(...counts) >= 3 || (Math.max(...counts) === 2 && new Set(counts).size > 1);
}

/** Rounds after the first are not in the plan. */
function isInPattern(index: number, loops: readonly FoundLoop[]): boolean {
  return !loops.some(
    ({ start, length, rounds }) => index >= start + length && index < start + length * rounds,
  );
}

function toPlan(loop: FoundLoop, all: readonly FoundLoop[]): LoopShape | undefined {
  const before = (index: number): number =>
    all.reduce((sum, { start, length, rounds }) => sum + (start < index ? length * (rounds - 1) : 0), 0);
  const isInLoop = all.some(
    ({ start, length, rounds }) => loop.list >= start && loop.list < start + length * rounds,
  );
  if (isInLoop) return undefined;
  return {
    from: loop.start - before(loop.start),
    length: loop.length,
    each: { step: loop.list - before(loop.list), path: loop.path },
  };
}

function shapedRun(
  { run, calls }: PlannedRun,
  pattern: readonly RecordedCall[],
  loops: readonly LoopShape[],
): ShapedRun | undefined {
  const placed: Array<RecordedCall | undefined> = [];
  const rounds: RecordedCall[][][] = [];
  let at = 0;
  const take = (place: number): RecordedCall | undefined => {
    const [call, like] = [calls[at], pattern[place]];
    at += 1;
    return call !== undefined && like !== undefined && isSameKindOfCall(call, like) ? call : undefined;
  };
  for (let place = 0; place < pattern.length; place += 1) {
    const loop = loops.find(({ from }) => from === place);
    if (loop === undefined) {
      const call = take(place);
      if (call === undefined) return undefined;
      placed.push(call);
      continue;
    }
    const list = placed[loop.each.step];
    const items = list === undefined || list.cut ? undefined : itemsAt(list.step.result, loop.each.path);
    if (items === undefined) return undefined;
    const made = items.map(() => Array.from({ length: loop.length }, (_, offset) => take(place + offset)));
    if (made.flat().includes(undefined)) return undefined;
    rounds.push(made.map((round) => round.filter((call) => call !== undefined)));
    placed.push(...Array.from({ length: loop.length }, () => undefined));
    place += loop.length - 1;
  }
  return at === calls.length ? { run, calls: placed, rounds } : undefined;
}
