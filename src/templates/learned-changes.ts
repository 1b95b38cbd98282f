import type { ExplainedCall, ExplainedGuard, LearnedChange } from '../records/explained-plan.ts';

/**
 * What another run taught a plan: which guards were relaxed or strengthened, which arguments became explained, constant
 * or open, and by which evidence. No guard gets lost without being named here.
 *
 * @example
 * learnedChanges(before, after, 'run_2'); // [{ call: 1, place: '1:$.customer', change: 'relaxed', because: … }]
 */
export function learnedChanges(
  before: readonly ExplainedCall[],
  after: readonly ExplainedCall[],
  run: string,
): LearnedChange[] {
  const earlier = new Map(before.map((call) => [call.recordedStep, call]));
  const later = new Set(after.map(({ recordedStep }) => recordedStep));
  return [
    ...before
      .filter(({ recordedStep }) => !later.has(recordedStep))
      .map(({ call, tool }): LearnedChange => {
        const because = after.some((other) => other.loop !== undefined && other.tool === tool)
          ? 'It is a round of a loop now, and has the guards of all its rounds.'
          : `Run ${run} did the same without this call.`;
        return { call, tool, place: `${call}:$`, change: 'removed', because };
      }),
    ...after.flatMap((call) => {
      const was = earlier.get(call.recordedStep);
      if (was !== undefined)
        return [
          ...argumentChanges(was, call, run),
          ...checkChanges(was, call, run),
          ...guardChanges(was, call, run),
        ];
      const { call: number, tool } = call;
      const because = `Run ${run} made this call.`;
      return [{ call: number, tool, place: `${number}:$`, change: 'added' as const, because }];
    }),
  ];
}

/** `2:$.id` without the number of the call, which may be another one now. */
const pathOf = (place: string): string => place.slice(place.indexOf(':') + 1);

function argumentChanges(before: ExplainedCall, after: ExplainedCall, run: string): LearnedChange[] {
  const earlier = new Map(before.arguments.map((argument) => [pathOf(argument.place), argument]));
  return after.arguments.flatMap((argument) => {
    const was = earlier.get(pathOf(argument.place));
    if (was?.state === argument.state && was.because === argument.because) return [];
    const { call, tool } = after;
    const wasSo = was === undefined ? 'It was not there before' : `It was ${was.state} (${was.because})`;
    const isSo =
      argument.state === 'open'
        ? `no explanation holds in run ${run} too`
        : `in run ${run} too it is ${argument.state === 'constant' ? 'the same' : argument.because}`;
    return [{ call, tool, place: argument.place, change: argument.state, because: `${wasSo}; ${isSo}.` }];
  });
}

/** Changes of what the tool's check may capture before the call. */
function checkChanges(before: ExplainedCall, after: ExplainedCall, run: string): LearnedChange[] {
  const { call, tool } = after;
  const [was, is] = [before.check?.values ?? [], after.check?.values ?? []];
  const added = is.filter((value) => !was.includes(value));
  const isGone = was.some((value) => !is.includes(value));
  if (added.length === 0 && !isGone) return [];
  const place = `${call}:check`;
  if (was.length === 0) {
    const because = `Its check is compared now: it captured ${listed(added)} in run ${run}.`;
    return [{ call, tool, place, change: 'strengthened', because }];
  }
  const captured = added.length === 0 ? 'nothing' : listed(added);
  const because = `Its check had to agree with ${listed(was)}; in run ${run} it captured ${captured}, and the run did the same.`;
  return [{ call, tool, place, change: 'relaxed', because }];
}

/** How much a guard lets through: the larger, the less it stops. */
const leniency = { equal: 0, named: 0, data: 1, anything: 2 } as const;

function guardChanges(before: ExplainedCall, after: ExplainedCall, run: string): LearnedChange[] {
  if (before.guardsLeftOut === true || after.guardsLeftOut === true) {
    const { call, tool } = after;
    const because = `The answers of this call are too large to be taken apart: whatever run ${run} saw and did the same with is fine now.`;
    return [{ call, tool, place: `${call}:$`, change: 'relaxed', because }];
  }
  const earlier = new Map(before.guards.map((guard) => [pathOf(guard.place), guard]));
  const later = new Map(after.guards.map((guard) => [pathOf(guard.place), guard]));
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((path) => {
    const [was, is] = [earlier.get(path), later.get(path)];
    const found = changeOf(was, is, run);
    if (found === undefined) return [];
    return [{ call: after.call, tool: after.tool, place: `${after.call}:${path}`, ...found }];
  });
}

function changeOf(
  was: ExplainedGuard | undefined,
  is: ExplainedGuard | undefined,
  run: string,
): Pick<LearnedChange, 'change' | 'because'> | undefined {
  const relaxed = (because: string) => ({ change: 'relaxed' as const, because });
  const strengthened = (because: string) => ({ change: 'strengthened' as const, because });
  if (is === undefined) return relaxed(`It need not be there any more: run ${run} did without it.`);
  if (was === undefined)
    return relaxed(`It may be there, as ${listed(is.values)}: run ${run} saw it and did the same.`);
  const added = is.values.filter((value) => !was.values.includes(value));
  const sawOther = `It had to be ${listed(was.values)}; run ${run} saw ${listed(added)} and did the same`;
  if (leniency[is.must] > leniency[was.must])
    return relaxed(`${sawOther}, so it may be ${is.must === 'data' ? 'other data' : 'anything'}.`);
  if (leniency[is.must] < leniency[was.must] || was.must !== is.must) {
    const could = was.must === 'anything' ? 'anything' : 'other data';
    const all = `as in all runs up to ${run}`;
    return strengthened(`It could be ${could}; now it must be ${listed(is.values)}, ${all}.`);
  }
  if (is.must === 'data' || is.must === 'anything') return undefined;
  if (added.length > 0) return relaxed(`${sawOther}.`);
  return was.values.length > is.values.length
    ? strengthened(`It must be ${listed(is.values)}, as in run ${run}.`)
    : undefined;
}

const listed = (values: readonly string[]): string =>
  values.length === 0 ? 'another value' : values.join(' or ');
