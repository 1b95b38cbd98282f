import type { Json, JsonObject } from '../../json/json.ts';
import { structured } from '../../json/path.ts';
import type { Template } from '../../records/template.ts';
import { type Leniency, type Observed, placeOf } from '../../templates/observation/compare.ts';
import {
  findDifferenceOfRounds,
  findUnseenRound,
  type RoundsSeen,
} from '../../templates/observation/rounds.ts';
import { itemsAt, loopsIn, type PlannedLoop, roundsOf } from '../../templates/plan/loop.ts';
import { shortened, type Unbound } from '../../templates/plan/resolve.ts';
import { answersBefore, type Expansion, isVisible } from './expand.ts';
import { type Viewed, viewInside, viewOfItems, viewOutside, viewWithItems } from './loop-views.ts';
import {
  createObservations,
  keptAs,
  type Observations,
  recordedCallAt,
  type Scenery,
} from './observations.ts';

/**
 * The observations of a replay with loops. Calls are numbered as in the replay. Each round is compared with every recorded
 * round; a list that is looped over must have no item unlike the recorded ones, which is found out before the first round; and
 * the last round tells whether all of them together showed what the rounds of some run did.
 */
export function createLoopObservations(
  template: Template,
  scenery: Scenery,
  expansionNow: () => Expansion,
): Observations {
  const { plan } = template;
  const loops = loopsIn(plan);
  const made: JsonObject[] = [];
  const outside = viewOutside(template) as Template;
  const kept = keptAs(template, scenery);
  const loopOf = (step: number): PlannedLoop | undefined =>
    loops.find(({ from, to }) => from <= step && step < to);

  const resultsBefore = (index: number): Json[] =>
    answersBefore(index, scenery.results, expansionNow(), plan);

  const observationsAt = (view: Template, openFrom: number | undefined, index: number): Observations => {
    const { origins } = expansionNow();
    const own = origins[index] ?? { step: index };
    const observations = createObservations(view, { ...scenery, openFrom, results: resultsBefore(index) });
    for (const [at, origin] of origins.slice(0, index).entries()) {
      const given = made[at];
      if (given !== undefined && isVisible(origin, own, plan)) observations.remember(origin.step, given);
    }
    return observations;
  };

  /** The row of the run that open values were taken from; one that is not there when the run had no such round. */
  const openRow = (loop: PlannedLoop, round: number): number | undefined => {
    if (scenery.openFrom === undefined) return undefined;
    const row = roundsOf(loop).findIndex((one) => one.run === scenery.openFrom && one.round === round);
    return row === -1 ? Number.POSITIVE_INFINITY : row;
  };

  /** What a call is compared by: the runs, or in a loop their rounds. */
  const ownObservations = (index: number): { observations: Observations; step: number } => {
    const { step, round } = expansionNow().origins[index] ?? { step: index };
    const loop = loopOf(step);
    const observations =
      loop === undefined || round === undefined
        ? observationsAt(outside, scenery.openFrom, index)
        : observationsAt(viewInside(template, loop) as Template, openRow(loop, round), index);
    return { observations, step };
  };

  /** A call of the replay, or an item of a list that it answered, as it is compared with recorded rounds. */
  const observedAt = (index: number, result: Json, taskNumbers: readonly number[]): Observed => ({
    parameters: kept(scenery.values as JsonObject),
    arguments: kept(made[index] ?? {}),
    earlier: Array.from(resultsBefore(index), (one) => structured(kept(one ?? null))),
    taskNumbers,
    result: kept(result),
    at: scenery.now(),
  });

  /** What the recorded rounds of a loop saw in a call, or in their items, and what is seen now. */
  const roundsSeen = (
    loop: PlannedLoop,
    view: Viewed,
    step: number,
    now: ReadonlyArray<{ readonly index: number; readonly result: Json }>,
  ): RoundsSeen => {
    const known = recordedCallAt(view as Template, step);
    const rows = roundsOf(loop);
    return {
      recorded: loop.rounds.map((_, run) =>
        (known?.recorded ?? []).filter((_, row) => rows[row]?.run === run),
      ),
      now: now.map(({ index, result }) => observedAt(index, result, known?.taskNumbers ?? [])),
      leniency: { ...(known?.leniency ?? noLeniency), mayFollow: true },
      isCounted: recordedCallAt(outside, loop.each.step)?.leniency.counted.has(loop.each.path) === true,
    };
  };

  const onlyLooks = ({ from, to }: PlannedLoop): boolean =>
    plan.slice(from, to).every(({ effect }) => effect === 'read');

  /** The items of a list must be like those that calls were made for, which is found out before the first of these calls. */
  function findUnlikeItem(index: number, toolArguments: JsonObject, result: Json): Unbound | undefined {
    const step = expansionNow().origins[index]?.step ?? index;
    for (const loop of loops.filter(({ each }) => each.step === step)) {
      const items = itemsAt(result, loop.each.path) ?? [];
      // A run that found the list empty says nothing about what must be in one with items.
      const alike = viewWithItems(template, loop, items.length > 0) as Template;
      const other = observationsAt(alike, undefined, index).findDifference(step, toolArguments, result);
      if (other !== undefined) return other;
      const view = viewOfItems(template, loop) as Template;
      const unlike = (
        at: number | undefined,
        path: string,
        difference: Pick<Unbound, 'expected' | 'found'>,
      ): Unbound => ({
        reason: `${at === undefined ? 'The items' : `Item ${at + 1}`} of ${loop.each.path} in the answer of "${plan[step]?.tool}" ${at === undefined ? 'are' : 'is'} unlike those that calls were made for: ${path} is not what it was`,
        expected: shortened(difference.expected),
        found: shortened(difference.found),
        place: `${step + 1}:${loop.each.path}${path.slice(1)}`,
      });
      for (const [at, item] of items.entries()) {
        const found = observationsAt(view, undefined, index).findDifference(step, toolArguments, item);
        if (found !== undefined)
          return unlike(at, found.place?.slice(found.place.indexOf(':') + 1) ?? '$', found);
        const unseen = findUnseenRound([roundsSeen(loop, view, step, [{ index, result: item }])]);
        if (unseen !== undefined) return unlike(at, placeOf(unseen.path), unseen);
      }
      const all = items.map((item) => ({ index, result: item }));
      const difference = findDifferenceOfRounds(roundsSeen(loop, view, step, all), onlyLooks(loop));
      if (difference !== undefined && items.length > 0)
        return unlike(undefined, placeOf(difference.path), difference);
    }
    return undefined;
  }

  /** A round must be like a recorded one, also together with its item; the last one shows what all of them are. */
  function findUnlikeRound(index: number, result: Json): Unbound | undefined {
    const { origins, rounds, begun } = expansionNow();
    const { step, round } = origins[index] ?? { step: index };
    const loop = loopOf(step);
    const items = begun().find((one) => one.loop.number === loop?.number)?.items;
    if (loop === undefined || round === undefined || (plan[step]?.observed.length ?? 0) === 0)
      return undefined;
    const answerAt = (at: number): Json | undefined => (at === index ? result : scenery.results[at]);
    const view = viewInside(template, loop);
    const list = origins.findIndex((origin) => origin.step === loop.each.step);
    const first = index - (step - loop.from);
    const calls = [
      roundsSeen(loop, viewOfItems(template, loop), loop.each.step, [
        { index: list, result: items?.[round] ?? null },
      ]),
      ...Array.from({ length: step - loop.from + 1 }, (_, offset) => offset).flatMap((offset) => {
        const answer = answerAt(first + offset);
        // A change that took effect, and whose answer was lost.
        if (answer === undefined) return [];
        return [roundsSeen(loop, view, loop.from + offset, [{ index: first + offset, result: answer }])];
      }),
    ];
    const all = origins.flatMap((origin, at) => {
      const answer = origin.step === step ? answerAt(at) : undefined;
      return answer === undefined ? [] : [{ index: at, result: answer }];
    });
    const isLast = round === rounds(loop) - 1 && all.length === rounds(loop);
    const difference =
      findUnseenRound(calls) ??
      (isLast ? findDifferenceOfRounds(roundsSeen(loop, view, step, all), onlyLooks(loop)) : undefined);
    if (difference === undefined) return undefined;
    const path = placeOf(difference.path);
    return {
      reason: `In the answer of "${plan[step]?.tool}", ${path} is not as in any recorded round`,
      expected: shortened(difference.expected),
      found: shortened(difference.found),
      place: `${step + 1}:${path}`,
    };
  }

  return {
    remember(index, toolArguments) {
      made[index] = toolArguments;
    },
    findOutdated(step, given) {
      const results = resultsBefore(expansionNow().origins.length);
      return createObservations(outside, { ...scenery, results }).findOutdated(step, given);
    },
    findVoid(index) {
      const { observations, step } = ownObservations(index);
      return observations.findVoid(step);
    },
    capturedBefore(index) {
      const { observations, step } = ownObservations(index);
      return observations.capturedBefore(step);
    },
    findDifference(index, toolArguments, result) {
      made[index] = toolArguments;
      const { observations, step } = ownObservations(index);
      const difference = observations.findDifference(step, toolArguments, result);
      // With values that belong to one run, everything is compared with that run alone.
      if (difference !== undefined || scenery.openFrom !== undefined) return difference;
      return findUnlikeItem(index, toolArguments, result) ?? findUnlikeRound(index, result);
    },
  };
}

/** For a call that a person has added. */
const noLeniency: Omit<Leniency, 'mayFollow'> = {
  isWrite: false,
  mayWrite: true,
  free: new Set(),
  counted: new Set(),
  used: new Set(),
};
