import type { Json } from '../../json/json.ts';
import { structured, valuesAt } from '../../json/path.ts';
import type { Loop } from '../../records/loop-schema.ts';
import type { Binding, Place, PlanStep } from '../../records/plan.ts';

/** A loop of a plan: its calls are those from `from` up to, but not including, `to`. */
export interface PlannedLoop extends Loop {
  readonly from: number;
  readonly to: number;
}

/** One round of a recorded run, both from 0. */
export interface RecordedRound {
  readonly run: number;
  readonly round: number;
}

/** The loops of a plan, in their order. Calls of one loop that do not stand together are several loops. */
export function loopsIn(plan: ReadonlyArray<Pick<PlanStep, 'loop'>>): PlannedLoop[] {
  const loops: PlannedLoop[] = [];
  for (const [index, { loop }] of plan.entries()) {
    const last = loops.at(-1);
    if (loop === undefined) continue;
    if (last !== undefined && last.number === loop.number && last.to === index)
      loops[loops.length - 1] = { ...last, to: index + 1 };
    else loops.push({ ...loop, from: index, to: index + 1 });
  }
  return loops;
}

/** The rounds of all runs, in the order in which a call of the loop has its observations. */
export function roundsOf({ rounds }: Pick<Loop, 'rounds'>): RecordedRound[] {
  return rounds.flatMap((count, run) => Array.from({ length: count }, (_, round) => ({ run, round })));
}

/**
 * The items that a loop is over; undefined where there is no list: that is not an empty one.
 *
 * @example
 * itemsAt({ orders: [{ id: 1 }] }, '$.orders[*]'); // [{ id: 1 }]
 */
export function itemsAt(result: Json, path: string): readonly Json[] | undefined {
  const [list, ...more] = valuesAt(structured(result), listPath(path));
  return Array.isArray(list) && more.length === 0 ? list : undefined;
}

/** The path of the list itself: `$.orders` of `$.orders[*]`. */
export const listPath = (path: string): string => path.replace(/\[\*\]$/, '');

/**
 * A loop in words.
 *
 * @example
 * describeLoop({ number: 1, each: { step: 0, path: '$.orders[*]' }, rounds: [3, 5] }); // 'for each of $.orders[*] of call 1; recorded: 3 and 5 rounds'
 */
export function describeLoop({ each, rounds }: Loop): string {
  const counts = [...new Set(rounds)];
  const recorded =
    counts.length === 0
      ? ''
      : `; recorded: ${counts.join(' and ')} ${counts.join() === '1' ? 'round' : 'rounds'}`;
  return `for each of ${each.path} of call ${each.step + 1}${recorded}`;
}

/** The item of the round, or a place in it. */
export function itemOfRound({ step, path }: Place, value: string): Binding {
  return { from: 'item', step, path, value, selectors: [{ where: [], take: 'each' }] };
}

/** Whether a binding is the item of the round, or a place in it. */
export function isItemOfRound(binding: Binding): boolean {
  return binding.from === 'item' && binding.selectors.some(({ take }) => take === 'each');
}
