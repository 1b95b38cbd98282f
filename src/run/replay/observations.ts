import { canonicalJson, isJsonObject, type Json, type JsonObject, sameJson } from '../../json/json.ts';
import { leavesOf, structured, valuesAt } from '../../json/path.ts';
import { capturedValues } from '../../records/captured.ts';
import { type Binding, type PlanStep, valueInRun } from '../../records/plan.ts';
import { asRead } from '../../records/read-again.ts';
import type { Template } from '../../records/template.ts';
import {
  findUnlikeRuns,
  namesIn,
  type ValuesByPlace,
  valuesByPlace,
} from '../../templates/observation/alike.ts';
import {
  findDifference,
  isFree,
  type Leniency,
  type Observed,
  placeOf,
  type Recorded,
} from '../../templates/observation/compare.ts';
import { isTelling } from '../../templates/observation/labels.ts';
import { numbersIn } from '../../templates/observation/mask.ts';
import { directParametersOf, sourcesOf, wholeSourcesOf } from '../../templates/plan/binding-sources.ts';
import { isIdentityName } from '../../templates/plan/coincidence.ts';
import { daysIn } from '../../templates/plan/derive.ts';
import { mapBinding } from '../../templates/plan/map-binding.ts';
import { at, shortened, type Unbound, valuesIn } from '../../templates/plan/resolve.ts';
import { isRedacted } from '../../text/placeholder.ts';
import { redactValue } from '../../text/redact/redact.ts';
import { findUnlikePick, picksFrom } from './picked-items.ts';

/** What the runs saw that a plan was made of, and what its replay sees. */
export interface Observations {
  /** Why an agent may do something else after this answer than it did in the runs; undefined when nothing says so. */
  findDifference(index: number, toolArguments: JsonObject, result: Json): Unbound | undefined;
  /** What the check of the tool captured in the runs that count here. */
  capturedBefore(index: number): readonly Json[];
  /** A call that an earlier process made. */
  remember(index: number, toolArguments: JsonObject): void;
  /** Why a call may not repeat what all runs had alike: what they had it from may be another. */
  findVoid(index: number): Unbound | undefined;
  /** An open value of a call that repeats what an earlier change answered, and answered otherwise now. */
  findOutdated(step: PlanStep, given: ReadonlySet<string>): Unbound | undefined;
}

/** What a replay goes by. */
export interface Scenery {
  readonly values: JsonObject;
  /** The run that open values were taken from: they belong to what that run saw, and to nothing else. */
  readonly openFrom: number | undefined;
  readonly results: readonly Json[];
  readonly now: () => number;
  /** Takes out the secrets that were given. */
  readonly conceal?: ((value: Json) => Json) | undefined;
}

type ObservedPlan = Pick<Template, 'parameters'> & Partial<Pick<Template, 'plan' | 'task'>>;

/** What is known of a call of the plan before it is made again. */
interface KnownCall {
  readonly recorded: ReadonlyArray<Omit<Recorded, 'hasSameHistory' | 'isRepeated' | 'isAlikeSoFar'>>;
  readonly leniency: Omit<Leniency, 'mayFollow'>;
  /** Items that later calls take from its answer. */
  readonly picks: ReturnType<typeof picksFrom>;
}

/** What the recorded runs saw: the same in every replay of a template. */
interface RecordedRuns {
  readonly taskNumbers: readonly number[];
  /** Whether something in them was a secret, and was taken out. */
  readonly holdSecrets: boolean;
  /** What a run was given. */
  valuesOf(run: number): JsonObject;
  /** The answers of a run. */
  answersOf(run: number): readonly Json[];
  /** What each run was answered by a call, by place. */
  placesOf(index: number): readonly ValuesByPlace[];
  /** A call by its number from 0; undefined where the plan has none. */
  callAt(index: number): KnownCall | undefined;
}

const knownRuns = new WeakMap<ObservedPlan, RecordedRuns>();

function recordedRunsOf(template: ObservedPlan): RecordedRuns {
  const planned = asRead(template);
  const runs = knownRuns.get(planned) ?? readRecordedRuns(planned);
  knownRuns.set(planned, runs);
  return runs;
}

function readRecordedRuns({ plan: steps = [], parameters, task }: ObservedPlan): RecordedRuns {
  // A small number of the task may equal an input by accident, so answers are compared with it, too.
  const taskNumbers = numbersIn(task?.description ?? '').filter(
    (number) => !isTelling(number) || !parameters.some(({ example }) => String(example) === String(number)),
  );
  const valuesOf = memoized((run) =>
    Object.fromEntries(parameters.map((parameter) => [parameter.name, valueInRun(parameter, run)])),
  );
  const answersOf = memoized((run) => steps.map(({ observed }) => structured(observed[run]?.result ?? null)));
  const calls = memoized((index): KnownCall | undefined => {
    const step = steps[index];
    if (step === undefined) return undefined;
    return {
      recorded: step.observed.map((observation, run) => ({
        parameters: valuesOf(run),
        arguments: observation.arguments,
        earlier: answersOf(run).slice(0, index),
        taskNumbers,
        result: observation.error ?? observation.result,
        at: observation.at,
        facts: {},
      })),
      leniency: leniencyOf(step, index, steps),
      picks: picksFrom(steps, index),
    };
  });
  const placesOf = memoized((index) =>
    (steps[index]?.observed ?? []).map(({ result }) => valuesByPlace(structured(result))),
  );
  const holdSecrets = isRedacted(JSON.stringify([parameters, steps.map(({ observed }) => observed)]));
  return { taskNumbers, holdSecrets, valuesOf, answersOf, placesOf, callAt: calls };
}

/** Makes a value what it would be when recorded, so that what is no secret in it, or no longer, can be compared. */
export function keptAs(
  template: ObservedPlan,
  { conceal = (value) => value }: Pick<Scenery, 'conceal'>,
): <Value extends Json>(value: Value) => Value {
  const { holdSecrets } = recordedRunsOf(template);
  return (value) => (holdSecrets ? redactValue(conceal(value) as typeof value) : value);
}

/** What the runs of a plan saw when they made a call. */
export function recordedCallAt(
  template: ObservedPlan,
  index: number,
): (KnownCall & Pick<RecordedRuns, 'taskNumbers'>) | undefined {
  const { callAt, taskNumbers } = recordedRunsOf(template);
  const call = callAt(index);
  return call && { ...call, taskNumbers };
}

export function createObservations(
  template: ObservedPlan,
  { openFrom, results, now, ...scenery }: Scenery,
): Observations {
  const { plan: steps = [], parameters } = template;
  const { taskNumbers, valuesOf, answersOf, placesOf, callAt } = recordedRunsOf(template);
  const kept = keptAs(template, scenery);
  const values = kept(scenery.values as JsonObject);
  const made: JsonObject[] = [];
  const read: Array<{ readonly result: Json; readonly value: Json }> = [];

  /** Every later call looks at the same answers: each is read once. */
  const answered = (index: number): Json => {
    const result = results[index] ?? null;
    const known = read[index];
    if (known !== undefined && known.result === result) return known.value;
    const value = structured(kept(result));
    read[index] = { result, value };
    return value;
  };

  /** For each run, how many answers from the first on were compared with its own, and whether they were the same. */
  const alike = new Map<number, { count: number; isSame: boolean }>();
  const isAlikeSoFar = (run: number, index: number): boolean => {
    const known = alike.get(run) ?? { count: 0, isSame: sameJson(valuesOf(run), values) };
    while (known.isSame && known.count < index) {
      const recorded = steps[known.count]?.observed[run]?.result ?? null;
      known.isSame = JSON.stringify(recorded) === JSON.stringify(kept(results[known.count] ?? null));
      known.count += 1;
    }
    alike.set(run, known);
    return known.isSame;
  };

  const hasSameHistory = (run: number, index: number): boolean =>
    steps.slice(0, index).every((step, at) => {
      const given = made[at];
      if (step.effect === 'read' || given === undefined) return true;
      const recorded = step.observed[run]?.arguments ?? {};
      if (canonicalJson(given) === canonicalJson(recorded)) return true;
      return canonicalJson(given) === canonicalJson(withNewNames(recorded, run, at));
    });

  /** What a change was given, with what earlier changes answered now in place of what they answered then. */
  const withNewNames = (value: Json, run: number, before: number): Json => {
    if (Array.isArray(value)) return value.map((item) => withNewNames(item, run, before));
    if (isJsonObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, withNewNames(member, run, before)]),
      );
    for (const [at, step] of steps.slice(0, before).entries()) {
      if (step.effect === 'read' || (typeof value !== 'string' && typeof value !== 'number')) continue;
      const leaf = leavesOf(answersOf(run)[at] ?? null).find((one) => one.value === value);
      const [now] =
        leaf === undefined ? [] : leavesOf(answered(at)).filter((one) => isSamePath(one.path, leaf.path));
      if (now !== undefined) return now.value;
    }
    return value;
  };

  return {
    remember(index, toolArguments) {
      made[index] = kept(toolArguments);
    },
    capturedBefore(index) {
      const observed = steps[index]?.observed ?? [];
      // Open values belong to what their run saw; where it captured nothing, what the others did is still a guard.
      const own = openFrom === undefined ? [] : capturedValues(observed.slice(openFrom, openFrom + 1));
      return own.length > 0 ? own : capturedValues(observed);
    },
    findVoid(index) {
      const { recorded = [] } = callAt(index) ?? {};
      const constants = constantsOfRuns(steps[index]?.arguments);
      const mayMatter = steps.slice(index).some(({ effect }) => effect === 'write');
      // With the inputs of a run, the answers are compared with those of that run.
      if (constants.length === 0 || !mayMatter || recorded.some((run) => sameJson(run.parameters, values)))
        return undefined;
      // A constant that has the day of the runs in it comes from that day.
      const inputsOf = (parameters: JsonObject, time: number): ValuesByPlace =>
        valuesByPlace({
          ...parameters,
          day: daysIn(JSON.stringify(constants), time).map(({ text }) => text),
        });
      const looks = steps.slice(0, index).flatMap(({ effect }, at) => (effect === 'read' ? [at] : []));
      const names = [
        ...recorded.map((_, run) => namesIn(looks.flatMap((at) => steps[at]?.observed[run] ?? []))),
        namesIn(looks.map((at) => ({ arguments: made[at] ?? null, result: answered(at) }))),
      ];
      for (let at = -1; at < index; at += 1) {
        if (at >= 0 && results[at] === undefined) continue;
        const { leniency } = callAt(at) ?? {};
        const { path, expected, found } =
          findUnlikeRuns(
            at < 0 ? recorded.map((run) => inputsOf(run.parameters, run.at)) : placesOf(at),
            at < 0 ? inputsOf(values, now()) : valuesByPlace(answered(at)),
            names,
            (place, wasAlike) =>
              leniency === undefined
                ? // A number inside a text that was given belongs to a name.
                  !wasAlike && / number/.test(place)
                : isFree(place, [], { ...leniency, mayFollow: false }) ||
                  // What a change answers has new ids.
                  (leniency.mayWrite && (leniency.used.has(place) || isIdentityName(place))),
          ) ?? {};
        if (path === undefined) continue;
        const where = at < 0 ? 'of the inputs' : `in the answer of "${steps[at]?.tool}"`;
        return {
          reason: `All runs had ${shortened(JSON.stringify(constants[0]))} here, but ${path} ${where} is unlike all of them, and may decide it`,
          expected: shortened(expected ?? ''),
          found: shortened(found ?? ''),
          ...(at >= 0 && { place: `${at + 1}:${placeOf(path)}` }),
        };
      }
      return undefined;
    },
    findOutdated(step, given) {
      const names = directParametersOf(step.arguments);
      for (const { name, repeats } of parameters) {
        if (openFrom === undefined || given.has(name) || !names.has(name)) continue;
        for (const place of repeats) {
          const recorded = valuesAt(answersOf(openFrom)[place.step] ?? null, place.path);
          const found = kept(valuesIn(results, place));
          if (sameJson(recorded, found)) continue;
          return {
            reason: `"${name}" repeats ${at(place)}, which is another now`,
            expected: JSON.stringify(recorded[0] ?? null),
            found: JSON.stringify(found[0] ?? null),
          };
        }
      }
      return undefined;
    },
    findDifference(index, toolArguments, result) {
      const step = steps[index];
      const known = callAt(index);
      if (step === undefined || known === undefined) return undefined;
      const given = kept(toolArguments);
      made[index] = given;
      const earlier = Array.from({ length: Math.min(index, results.length) }, (_, at) => answered(at));
      const recorded = known.recorded.map(
        (observation, run): Recorded => ({
          ...observation,
          hasSameHistory: hasSameHistory(run, index),
          isRepeated: openFrom === run,
          isAlikeSoFar: isAlikeSoFar(run, index),
        }),
      );
      // A call that a person has added was never seen; what must hold after it, that person says.
      if (recorded.length === 0) return undefined;
      if (step.observed.some(({ isCut }) => isCut)) return notKept;
      const observed: Observed = {
        parameters: values,
        arguments: given,
        earlier,
        taskNumbers,
        result: kept(result),
        at: now(),
      };
      const relevant = openFrom === undefined ? recorded : recorded.slice(openFrom, openFrom + 1);
      const leniency = { ...known.leniency, mayFollow: openFrom === undefined };
      const difference =
        findDifference(relevant, observed, leniency) ??
        findUnlikePick(known.picks, index, relevant, observed, leniency);
      if (difference === undefined) return undefined;
      const { path, expected, found } = difference;
      return {
        reason: `In the answer of "${step.tool}", ${path} is not what it was`,
        expected: shortened(expected),
        found: shortened(found),
        place: `${index + 1}:${placeOf(path)}`,
      };
    },
  };
}

/** The constants whose only reason is that all runs had them. */
function constantsOfRuns(binding: Binding | undefined): Json[] {
  const found: Json[] = [];
  if (binding === undefined) return found;
  mapBinding(binding, (part) => {
    if (part.from === 'constant' && part.because === 'runs') found.push(part.value);
    // An item that is picked has guards of its own, and what must agree with an answer has another reason.
    return part.from === 'item' || part.from === 'agreeing' ? part : undefined;
  });
  return found;
}

const notKept: Unbound = {
  reason: 'What this call answered was not kept when it was recorded, so nothing can be compared with it',
  expected: 'a recorded answer',
  found: 'none',
};

function leniencyOf(step: PlanStep, index: number, plan: readonly PlanStep[]): Omit<Leniency, 'mayFollow'> {
  const used = plan.flatMap((other) =>
    wholeSourcesOf(other.arguments).flatMap((source) => {
      if (!('step' in source) || source.step !== index) return [];
      return [source.from === 'item' ? source.path + source.value.slice(1) : source.path];
    }),
  );
  return {
    isWrite: step.effect === 'write' && step.effectFrom !== 'unknown',
    mayWrite: step.effect === 'write',
    free: new Set(step.free),
    counted: new Set(takenLists(index, plan)),
    used: new Set(used.map((path) => path.replace(/\[\d+\]/g, '[*]'))),
  };
}

/** Lists of an answer that several different items were taken from. */
function takenLists(index: number, plan: readonly PlanStep[]): string[] {
  const items = plan
    .flatMap((step) => sourcesOf(step.arguments))
    .filter((source) => source.from === 'item' && source.step === index)
    .map((source) => (source.from === 'item' ? [source.path, JSON.stringify(source.selectors)] : []));
  const selectors = new Map<string, Set<string>>();
  for (const [path = '', selector = ''] of items)
    selectors.set(path, new Set([...(selectors.get(path) ?? []), selector]));
  return [...selectors].filter(([, found]) => found.size > 1).map(([path]) => path);
}

function memoized<Value>(make: (run: number) => Value): (run: number) => Value {
  const known = new Map<number, Value>();
  return (run) => {
    const value = known.get(run) ?? make(run);
    known.set(run, value);
    return value;
  };
}

function isSamePath(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}
