import type { Template } from '../../records/template.ts';
import { type FoundLoop, findLoops } from './loops.ts';
import { type PlanKnowledge, planOf } from './plan-of.ts';
import { loopedShape, type PlannedRun } from './shape.ts';

type PlanWithLoops = Pick<Template, 'plan' | 'parameters'>;

/** Each try makes the whole plan, and saving a run must stay fast. */
const maxTried = 8;

/** The plan with its loops; undefined when the runs have none. A block of calls is a loop only if that explains all runs. */
export function planWithLoops(
  runs: readonly [PlannedRun, ...PlannedRun[]],
  knowledge: PlanKnowledge,
): PlanWithLoops | undefined {
  // Of runs with different numbers of rounds, the longest one shows most.
  const model = runs.reduce((most, run) => (run.calls.length > most.calls.length ? run : most), runs[0]);
  const { run, calls } = model;
  const found = findLoops(calls, { inputs: run.inputs, task: run.task.description });
  const together: FoundLoop[] = [];
  for (const loop of found) if (together.every((other) => endOf(other) <= loop.start)) together.push(loop);
  // Where runs differ in several loops, they fit only with all of them.
  const whole = together.length > 1 ? loopedShape(runs, together, model) : undefined;
  const planned = whole && planOf(whole, knowledge);
  if (planned !== undefined) return planned;
  let accepted: readonly FoundLoop[] = [];
  let plan: PlanWithLoops | undefined;
  let tried = 0;
  for (const loop of found) {
    const isFree = accepted.every((other) => endOf(other) <= loop.start);
    const loops = [...accepted, loop];
    const shape = isFree ? loopedShape(runs, loops, model) : undefined;
    if (shape === undefined || tried >= maxTried) continue;
    tried += 1;
    const made = planOf(shape, knowledge);
    if (made === undefined) continue;
    accepted = loops;
    plan = made;
  }
  return plan;
}

const endOf = ({ start, length, rounds }: FoundLoop): number => start + length * rounds;
