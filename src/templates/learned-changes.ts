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
      .map(
        ({ call, tool }): LearnedChange => ({
          call,
          tool,
          place: `${call}:$`,
          change: 'removed',
          because: after.some((other) => other.loop !== undefined && other.tool === tool)
            ? 'It is a round of a loop now, and has the guards of all its rounds.'
            : `Run ${run} did the same without this call.`,
        }),
      ),
    ...after.flatMap((call) => {
      const was = earlier.get(call.recordedStep);
      if (was !== undefined)
        return [
          ...argumentChanges(was, call, run),
          ...checkChanges(was, call, run),
          ...guardChanges(was, call, run),
        ];
      const added: LearnedChange = {
        call: call.call,
        tool: call.tool,
        place: `${call.call}:$`,
        change: 'added',
        because: `Run ${run} made this call.`,
      };
      return [added];
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

/** What the check of the tool may agree with before the call. */
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
  if (is === undefined)
    return { change: 'relaxed', because: `It must no longer be there: run ${run} did without it.` };
  if (was === undefined) {
    return {
      change: 'relaxed',
      because: `It may be there, as ${listed(is.values)}: run ${run} saw it and did the same.`,
    };
  }
  if (leniency[is.must] > leniency[was.must]) {
    return {
      change: 'relaxed',
      because: `It had to be ${listed(was.values)}; run ${run} saw ${listed(newIn(was, is))} and did the same, so it may be ${is.must === 'data' ? 'other data' : 'anything'}.`,
    };
  }
  if (leniency[is.must] < leniency[was.must] || was.must !== is.must) {
    return {
      change: 'strengthened',
      because: `It could be ${was.must === 'anything' ? 'anything' : 'other data'}; now it must be ${listed(is.values)}, as in all runs up to ${run}.`,
    };
  }
  if (is.must === 'data' || is.must === 'anything') return undefined;
  const added = newIn(was, is);
  if (added.length > 0) {
    return {
      change: 'relaxed',
      because: `It had to be ${listed(was.values)}; run ${run} saw ${listed(added)} and did the same.`,
    };
  }
  return was.values.length > is.values.length
    ? { change: 'strengthened', because: `It must be ${listed(is.values)}, as in run ${run}.` }
    : undefined;
}

const newIn = (was: ExplainedGuard, is: ExplainedGuard): readonly string[] =>
  is.values.filter((value) => !was.values.includes(value));

const listed = (values: readonly string[]): string =>
  values.length === 0 ? 'another value' : values.join(' or ');
