import { canonicalJson, isJsonObject, type Json, type JsonObject, sameJson } from '../../json/json.ts';
import { leavesOf, structured, valuesAt } from '../../json/path.ts';
import { capturedValues } from '../../records/captured.ts';
import { type PlanStep, valueInRun } from '../../records/plan.ts';
import { asRead } from '../../records/read-again.ts';
import type { Template } from '../../records/template.ts';
import {
  findDifference,
  type Leniency,
  type Observed,
  placeOf,
  type Recorded,
} from '../../templates/observation/compare.ts';
import { isTelling } from '../../templates/observation/labels.ts';
import { numbersIn } from '../../templates/observation/mask.ts';
import { directParametersOf, sourcesOf, wholeSourcesOf } from '../../templates/plan/binding-sources.ts';
import { at, shortened, type Unbound, valuesIn } from '../../templates/plan/resolve.ts';
import { findUnlikePick, picksFrom } from './picked-items.ts';

/** What the runs saw that a plan was made of, and what its replay sees. */
export interface Observations {
  /** Why an agent may do something else after this answer than it did in the runs; undefined when nothing says so. */
  findDifference(index: number, toolArguments: JsonObject, result: Json): Unbound | undefined;
  /** What the check of the tool captured in the runs that count here. */
  capturedBefore(index: number): readonly Json[];
  /** A call that an earlier process made. */
  remember(index: number, toolArguments: JsonObject): void;
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
  /** What a run was given. */
  valuesOf(run: number): JsonObject;
  /** The answers of a run. */
  answersOf(run: number): readonly Json[];
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
  return { taskNumbers, valuesOf, answersOf, callAt: calls };
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
  { values, openFrom, results, now }: Scenery,
): Observations {
  const { plan: steps = [], parameters } = template;
  const { taskNumbers, valuesOf, answersOf, callAt } = recordedRunsOf(template);
  const made: JsonObject[] = [];
  const read: Array<{ readonly result: Json; readonly value: Json }> = [];

  /** Every later call looks at the same answers: each is read once. */
  const answered = (index: number): Json => {
    const result = results[index] ?? null;
    const known = read[index];
    if (known !== undefined && known.result === result) return known.value;
    const value = structured(result);
    read[index] = { result, value };
    return value;
  };

  /** For each run, how many answers from the first on were compared with its own, and whether they were the same. */
  const alike = new Map<number, { count: number; isSame: boolean }>();
  const isAlikeSoFar = (run: number, index: number): boolean => {
    const known = alike.get(run) ?? { count: 0, isSame: sameJson(valuesOf(run), values) };
    while (known.isSame && known.count < index) {
      const recorded = steps[known.count]?.observed[run]?.result ?? null;
      known.isSame = JSON.stringify(recorded) === JSON.stringify(results[known.count] ?? null);
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
      made[index] = toolArguments;
    },
    capturedBefore(index) {
      const observed = steps[index]?.observed ?? [];
      // Open values belong to what their run saw; where it captured nothing, what the others did is still a guard.
      const own = openFrom === undefined ? [] : capturedValues(observed.slice(openFrom, openFrom + 1));
      return own.length > 0 ? own : capturedValues(observed);
    },
    findOutdated(step, given) {
      const names = directParametersOf(step.arguments);
      for (const { name, repeats } of parameters) {
        if (openFrom === undefined || given.has(name) || !names.has(name)) continue;
        for (const place of repeats) {
          const recorded = valuesAt(answersOf(openFrom)[place.step] ?? null, place.path);
          const found = valuesIn(results, place);
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
      made[index] = toolArguments;
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
        arguments: toolArguments,
        earlier,
        taskNumbers,
        result,
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
