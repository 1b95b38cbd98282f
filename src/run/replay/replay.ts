import type { Json, JsonObject } from '../../json/json.ts';
import type { RunHandle } from '../../ports/run-handle.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';
import type { KeptResults } from '../../ports/toolbox.ts';
import type { PlanStep } from '../../records/plan.ts';
import type { Template } from '../../records/template.ts';
import type { Unbound } from '../../templates/plan/resolve.ts';
import type { FillOpen } from '../fill.ts';
import { checkTools, findChangedTool, findUnusedChange } from './checks.ts';
import { concealing, concealUnbound } from './conceal.ts';
import type { CallLimits } from './declared-check.ts';
import { earlierEnds, stuckAt } from './earlier-ends.ts';
import { effectOf } from './effect.ts';
import {
  alignedWith,
  answersBefore,
  createExpansion,
  type Expansion,
  expandedBy,
  findOtherList,
} from './expand.ts';
import { fillBefore, knownBefore } from './fill-before.ts';
import { goOnFrom, isOther, type Memo } from './go-on.ts';
import { answersOf, type EarlierCall, noJournal, type ReplayJournal } from './journal.ts';
import { waitsOf } from './lanes.ts';
import { createLoopObservations } from './loop-observations.ts';
import { type CallEnd, makeCall, type Scene, type Stop } from './make-call.ts';
import { createObservations } from './observations.ts';
import { parameterValues } from './parameters.ts';
import { type ReplayReport, reportOf } from './replay-report.ts';
import { verifyByLooking } from './verify.ts';
import type { WitnessVerdict } from './witness.ts';

export type { ReplayedCall, ReplayReport } from './replay-report.ts';

/** A call of a replay that is over. */
export interface ReplayProgress {
  /** Number of the call in the plan, from 1. */
  readonly call: number;
  readonly of: number;
  readonly tool: string;
  readonly matched: boolean;
  /** How long it took; next to nothing when it was not made after all. */
  readonly durationMs: number;
}

/** The limits and services of a replay. */
export interface ReplayOptions extends CallLimits {
  /** A clock for durations. */
  readonly elapsed: () => number;
  /** The time of day. */
  readonly now: () => number;
  readonly cache?: KeptResults | undefined;
  /** Called after every call. What it throws is ignored. */
  readonly onProgress?: ((progress: ReplayProgress) => void) | undefined;
  /** Where changes are written down before they are made. */
  readonly journal?: ReplayJournal | undefined;
  /** The calls of an earlier process, when this one continues its run. */
  readonly earlier?: readonly EarlierCall[] | undefined;
  /** What a person says about a change that may have been made. */
  readonly uncertain?: Exclude<WitnessVerdict, 'unclear'> | undefined;
  /** Parameters whose recorded values the caller asks for: all that are not given, or those of these names. */
  readonly asRecorded?: boolean | readonly string[] | undefined;
  /** Fills open values just before the call that needs them. Without it they must be given. */
  readonly fill?: FillOpen | undefined;
}

/**
 * Makes the recorded calls again, without a model. A call that may change something is made only when everything before
 * it went as recorded; at the first difference nothing more is begun, so a changed world is never written to by guesswork.
 *
 * @throws only before anything is called: `tool_missing`, or `invalid_input` for parameters.
 */
export async function replay(
  template: Template,
  inputs: JsonObject,
  tools: ToolRuntime,
  run: RunHandle,
  options: ReplayOptions,
): Promise<ReplayReport> {
  const { asRecorded } = options;
  const reading = { tools, asRecorded, mayFill: options.fill !== undefined };
  const read = parameterValues(template, inputs, reading);
  const { values, missing, given, run: openFrom } = read;
  checkTools(template, tools);
  const plan = template.plan.map((step) => ({ ...step, effect: effectOf(step, tools) }));
  const { cache, timeoutMs, maxResultBytes, signal, journal = noJournal, earlier = [] } = options;
  const answered = answersOf(earlier);
  let expansion = expandedBy(plan, template.parameters, answered);
  const conceal = concealing(template.parameters, values);
  // What is filled later will be of the kind that was recorded.
  const examples = Object.fromEntries(missing.map(({ name, example }) => [name, example]));
  const changed =
    findChangedTool(template, { ...values, ...examples }, tools, options.earlier) ??
    findUnusedChange(template, values, tools);
  if (changed !== undefined) {
    const early = { step: changed.index, stop: notBegun(changed.why, { conceal }) };
    return reportOf({ plan, expansion: createExpansion(plan, []), ends: new Map(), early });
  }
  const results: Json[] = [];
  const unknown = new Set<number>();
  const replayed = { values, openFrom, results, now: options.now, conceal };
  const [known, scenery] = knownBefore(template, missing, replayed);
  const scene: Scene = {
    // A loop gives the calls behind it other numbers.
    get template() {
      return { parameters: expansion.parameters() };
    },
    observations: plan.some(({ loop }) => loop !== undefined)
      ? createLoopObservations(known, scenery, () => expansion)
      : createObservations(known, scenery),
    now: options.now,
    values,
    given,
    results,
    tools,
    limits: { timeoutMs, maxResultBytes, signal, checkTimeoutMs: options.checkTimeoutMs },
    cache,
    conceal,
    journal,
    unknown,
    isResumed: earlier.length > 0,
    verify: ({ index }, toolArguments) => verify({ index, arguments: toolArguments }),
  };
  const verify = (change: Pick<EarlierCall, 'index' | 'arguments'>): Promise<WitnessVerdict> =>
    verifyByLooking(scene, alignedWith(change.index, expansion, plan), change, run);
  const remember = (memo: Memo): void => {
    for (const [index, { answer, arguments: toolArguments }] of memo.answers) {
      results[index] = answer;
      scene.observations.remember(index, toolArguments);
    }
    for (const [index, { arguments: toolArguments }] of memo.unknown) {
      unknown.add(index);
      scene.observations.remember(index, toolArguments);
    }
  };
  const memo = await goOnFrom(earlier, expansion.steps, journal, async (change, before) => {
    remember(before);
    if (options.uncertain !== undefined) return options.uncertain;
    if (isOther(change.result)) return 'unclear';
    // The provider of the tool declares that calling it again changes nothing more.
    if (tools.describe(change.tool)?.declared?.idempotent === true) return 'not made';
    return verify(change);
  });
  if ('stuck' in memo)
    return reportOf({ plan, expansion, ends: new Map([[memo.stuck.index, { stop: stuckAt(memo.stuck) }]]) });
  results.length = 0;
  unknown.clear();
  remember(memo);
  // A list that is looked at anew may be another one.
  const lists = new Map(expansion.begun().map(({ loop, items }) => [loop.number, items]));
  expansion = expandedBy(plan, template.parameters, results);
  return performAll({ scene, template, plan, expansion, lists }, run, options, memo);
}

/** What a replay makes its calls of. */
interface ReplayMeans {
  readonly scene: Scene;
  readonly template: Template;
  readonly plan: readonly PlanStep[];
  readonly expansion: Expansion;
  /** The lists of loops that an earlier process has begun: what it did is known by the number of the call. */
  readonly lists: ReadonlyMap<number, readonly Json[]>;
}

/**
 * Begins every call as soon as those it waits for have matched. Once one has not, no other is begun. A loop begins when all
 * calls before it have matched.
 */
async function performAll(
  { scene, template, plan, expansion, lists }: ReplayMeans,
  run: RunHandle,
  { signal, onProgress, elapsed, fill }: ReplayOptions,
  memo: Memo,
): Promise<ReplayReport> {
  const handles = handlesOf(template, run);
  const lastWrite = plan.findLastIndex(({ effect }) => effect === 'write');
  const ends = new Map<number, CallEnd>(earlierEnds(memo));
  const over: Promise<void>[] = [];
  let isStopped = false;
  // Filling an argument needs the answers by the numbers of the plan.
  const known = (index: number): Scene => ({
    ...scene,
    results: answersBefore(index, scene.results, expansion, plan),
  });

  async function perform(step: PlanStep, index: number, waits: readonly number[]): Promise<void> {
    await Promise.all(waits.map((other) => over[other]));
    if (isStopped || ends.has(index)) return;
    const origin = expansion.origins[index] ?? { step: index };
    // What a change depends on is looked at anew: a result that was kept may be out of date.
    const mayBeKept =
      origin.step > lastWrite && origin.round === undefined && isIdempotent(step, scene.tools);
    const since = elapsed();
    const end =
      signal?.aborted === true
        ? endedByCaller
        : ((await fillBefore(known(index), { step, index: origin.step }, fill)) ??
          (await makeCall(scene, { step, index }, handles.get(step.subTask) ?? run, mayBeKept)));
    const durationMs = elapsed() - since;
    ends.set(index, end);
    if ('stop' in end) isStopped = true;
    else if ('isUnknown' in end) scene.unknown.add(index);
    else scene.results[index] = end.result;
    const matched = !('stop' in end);
    const of = expansion.steps.length + expansion.rest().length;
    tell(onProgress, { call: index + 1, of, tool: step.tool, matched, durationMs });
  }

  for (;;) {
    const waits = waitsOf(expansion.steps, expansion.parameters());
    for (const [index, step] of expansion.steps.entries())
      if (index >= over.length) over.push(perform(step, index, waits[index] ?? []));
    await Promise.all(over);
    const next = isStopped ? undefined : expansion.next(scene.results);
    if (next === undefined) return reportOf({ plan, expansion, ends });
    const stopBefore = (step: number, why: Unbound): ReplayReport =>
      reportOf({ plan, expansion, ends, early: { step, stop: notBegun(why, scene) } });
    if ('missing' in next) return stopBefore(next.step, next.missing);
    const other = findOtherList(next, lists, scene.conceal);
    if (other !== undefined) return stopBefore(next.loop.from, other);
    expansion.add(next);
  }
}

/** Nothing of a call was made. */
function notBegun(why: Unbound, { conceal }: Pick<Scene, 'conceal'>): Stop {
  return { status: 'diverged', why: concealUnbound(why, conceal), isLeft: true, isUncertain: false };
}

/** Calls are recorded as part of the sub-task they belonged to. */
function handlesOf({ subTasks }: Template, run: RunHandle): ReadonlyMap<string | null, RunHandle> {
  // Without the agents of the recorded run: these calls are made by whoever replays.
  return new Map(subTasks.map(({ id, index, text }) => [id, run.subTask({ id, index, text })]));
}

function isIdempotent({ tool, effect }: PlanStep, tools: ToolRuntime): boolean {
  return effect === 'read' && tools.describe(tool)?.annotations.idempotent === true;
}

function tell(onProgress: ReplayOptions['onProgress'], progress: ReplayProgress): void {
  try {
    onProgress?.(progress);
  } catch {
    // A listener must not break the replay.
  }
}

const ended: Unbound = {
  reason: 'The replay was ended by whoever started it',
  expected: 'to go on',
  found: 'the wish to stop',
};
const endedByCaller: CallEnd = { stop: { status: 'failed', why: ended, isLeft: true, isUncertain: false } };
