import type { Json, JsonObject } from '../../model/json.ts';
import type { PlanStep } from '../../model/plan.ts';
import type { Unbound } from '../../model/resolve.ts';
import type { Template } from '../../model/template.ts';
import type { Divergence, RanCall } from '../../model/template-run.ts';
import type { RunHandle } from '../../ports/run-handle.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';
import type { FillOpen } from '../fill.ts';
import type { KeptResults } from './cache.ts';
import { checkTools, findChangedTool, findUnusedChange } from './checks.ts';
import { concealing, concealUnbound } from './conceal.ts';
import { effectOf } from './effect.ts';
import { fillBefore, knownBefore } from './fill-before.ts';
import { goOnFrom, isOther, type Memo } from './go-on.ts';
import { type EarlierCall, type Journal, noJournal } from './journal.ts';
import { waitsOf } from './lanes.ts';
import { type CallEnd, makeCall, type Scene, type Stop } from './make-call.ts';
import { createObservations } from './observations.ts';
import { fillableValues, parameterValues } from './parameters.ts';
import { verifyByLooking } from './verify.ts';
import type { Verdict } from './witness.ts';

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

/** What a replay may take, and who hears of it. */
export interface ReplayOptions {
  readonly timeoutMs: number;
  readonly maxResultBytes: number;
  /** How long the check of a tool may take; as long as a call otherwise. */
  readonly checkTimeoutMs?: number | undefined;
  /** A clock for durations. */
  readonly elapsed: () => number;
  /** The time of day. */
  readonly now: () => number;
  readonly cache?: KeptResults | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Hears of every call that is over. What it throws is ignored. */
  readonly onProgress?: ((progress: ReplayProgress) => void) | undefined;
  /** Where changes are written down before they are made. */
  readonly journal?: Journal | undefined;
  /** What an earlier process did, when this one goes on with it. */
  readonly earlier?: readonly EarlierCall[] | undefined;
  /** What a person says of a change of which nobody could tell whether it was made. */
  readonly uncertain?: Exclude<Verdict, 'unclear'> | undefined;
  /** Fills open values just before the call that needs them. Without it they must be given. */
  readonly fill?: FillOpen | undefined;
}

/** A call that was made, or may have been, with what it may have done. Secrets are concealed. */
export interface DoneCall extends Pick<RanCall, 'tool' | 'arguments' | 'result' | 'matched'> {
  readonly effect: PlanStep['effect'];
  /** It may have changed something, and no answer came. */
  readonly uncertain?: true;
}

/** What a replay did. */
export interface ReplayReport {
  readonly status: 'completed' | 'diverged' | 'failed' | 'needs_input';
  /** In the order of the plan, also those that failed. */
  readonly toolCalls: readonly RanCall[];
  /** Those among them that are not to be made again. */
  readonly done: readonly DoneCall[];
  readonly divergence?: Divergence;
}

/**
 * Makes the recorded calls again, without a model. A call that may change something is made only when everything before
 * it went as recorded; at the first difference nothing more is begun, so a changed world is never written to by guesswork.
 *
 * @throws only before anything is called: `tool_missing`, or `invalid_input` for parameters.
 */
export async function replay(
  template: Template,
  given: JsonObject,
  tools: ToolRuntime,
  run: RunHandle,
  options: ReplayOptions,
): Promise<ReplayReport> {
  const read = (options.fill === undefined ? parameterValues : fillableValues)(template.parameters, given);
  const { values, missing, run: openFrom } = read;
  checkTools(template, tools);
  const steps = template.plan.map((step) => ({ ...step, effect: effectOf(step, tools) }));
  const conceal = concealing(template.parameters, values);
  // What is filled later will be of the kind that was recorded.
  const examples = Object.fromEntries(missing.map(({ name, example }) => [name, example]));
  const changed =
    findChangedTool(template, { ...values, ...examples }, tools, options.earlier) ??
    findUnusedChange(template, values);
  if (changed !== undefined) {
    const why = concealUnbound(changed.why, conceal);
    const stop: Stop = { status: 'diverged', why, isLeft: true, isUncertain: false };
    return reportOf(steps, new Map([[changed.index, { stop }]]));
  }
  const results: Json[] = [];
  const { cache, timeoutMs, maxResultBytes, signal, journal = noJournal, earlier = [] } = options;
  const unknown = new Set<number>();
  const scene: Scene = {
    template,
    observations: createObservations(
      ...knownBefore(template, missing, { values, openFrom, results, now: options.now }),
    ),
    now: options.now,
    values,
    given: new Set(Object.keys(given)),
    results,
    tools,
    limits: { timeoutMs, maxResultBytes, signal, checkTimeoutMs: options.checkTimeoutMs },
    cache,
    conceal,
    journal,
    unknown,
    isResumed: earlier.length > 0,
    verify: ({ index }, toolArguments) =>
      verifyByLooking(scene, steps, { index, arguments: toolArguments }, run),
  };
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
  const known = await goOnFrom(earlier, steps, journal, async (change, memo) => {
    remember(memo);
    if (options.uncertain !== undefined) return options.uncertain;
    if (isOther(change.result)) return 'unclear';
    // Whoever lends the tool says that making it again changes nothing more.
    if (tools.describe(change.tool)?.declared?.idempotent === true) return 'not made';
    return verifyByLooking(scene, steps, change, run);
  });
  if ('stuck' in known)
    return reportOf(steps, new Map([[known.stuck.index, { stop: stuckAt(known.stuck) }]]));
  results.length = 0;
  unknown.clear();
  remember(known);
  const ends = await performAll(scene, template, steps, run, options, known);
  return reportOf(steps, ends);
}

/** Begins every call as soon as those it waits for have matched. Once one has not, no other is begun. */
async function performAll(
  scene: Scene,
  template: Template,
  steps: readonly PlanStep[],
  run: RunHandle,
  { signal, onProgress, elapsed, fill }: ReplayOptions,
  memo: Memo,
): Promise<ReadonlyMap<number, CallEnd>> {
  const waits = waitsOf(steps, template.parameters);
  const handles = handlesOf(template, run);
  const lastWrite = steps.findLastIndex(({ effect }) => effect === 'write');
  const ends = new Map<number, CallEnd>(earlierEnds(memo));
  const over: Promise<void>[] = [];
  let isStopped = false;

  async function perform(step: PlanStep, index: number): Promise<void> {
    await Promise.all((waits[index] ?? []).map((other) => over[other]));
    if (isStopped || ends.has(index)) return;
    // What a change depends on is looked at anew: a result that was kept may be out of date.
    const mayBeKept = index > lastWrite && isIdempotent(step, scene.tools);
    const since = elapsed();
    const end =
      signal?.aborted === true
        ? endedByCaller
        : ((await fillBefore(scene, { step, index }, fill)) ??
          (await makeCall(scene, { step, index }, handles.get(step.subTask) ?? run, mayBeKept)));
    const durationMs = elapsed() - since;
    ends.set(index, end);
    if ('stop' in end) isStopped = true;
    else if ('isUnknown' in end) scene.unknown.add(index);
    else scene.results[index] = end.result;
    const matched = !('stop' in end);
    tell(onProgress, { call: index + 1, of: steps.length, tool: step.tool, matched, durationMs });
  }

  for (const [index, step] of steps.entries()) over.push(perform(step, index));
  await Promise.all(over);
  return ends;
}

/** What an earlier process did is part of what was done. */
function earlierEnds({ answers, unknown }: Memo): Array<[number, CallEnd]> {
  const callOf = ({ tool, arguments: given }: EarlierCall) => ({
    tool,
    arguments: given,
    result: null,
    matched: true,
    earlier: true as const,
  });
  return [
    ...[...answers].map(([index, call]): [number, CallEnd] => [
      index,
      { call: { ...callOf(call), result: call.answer }, result: call.answer },
    ]),
    ...[...unknown].map(([index, call]): [number, CallEnd] => [
      index,
      { call: { ...callOf(call), verified: true }, isUnknown: true },
    ]),
  ];
}

function stuckAt({ tool, arguments: toolArguments, result }: EarlierCall): Stop {
  const call = { tool, arguments: toolArguments, result: null, matched: false, earlier: true as const };
  if (isOther(result)) {
    const { differs, answer } = result;
    const reason = `"${tool}" was called before, and its answer was not as recorded; it is not called again. Say that it was made when you resume, and the run goes on after it. ${differs.reason}`;
    const why = { ...differs, reason };
    return { status: 'diverged', why, call: { ...call, result: answer }, isLeft: false, isUncertain: true };
  }
  return {
    status: 'failed',
    why: {
      reason: `"${tool}" was begun before the run was interrupted, and no look of the plan shows whether it took effect; it is not called again. Find out, and say so when you resume`,
      expected: 'to know whether it was made',
      found: 'no answer',
    },
    call,
    isLeft: false,
    isUncertain: true,
  };
}

/** Calls are recorded as part of the sub-task they belonged to. */
function handlesOf({ subTasks }: Template, run: RunHandle): ReadonlyMap<string | null, RunHandle> {
  return new Map(subTasks.map((subTask) => [subTask.id, run.subTask(subTask)]));
}

function isIdempotent({ tool, effect }: PlanStep, tools: ToolRuntime): boolean {
  return effect === 'read' && tools.describe(tool)?.annotations.idempotent === true;
}

function tell(onProgress: ReplayOptions['onProgress'], progress: ReplayProgress): void {
  try {
    onProgress?.(progress);
  } catch {
    // Whoever listens must not break what it listens to.
  }
}

const ended: Unbound = {
  reason: 'The replay was ended by whoever started it',
  expected: 'to go on',
  found: 'the wish to stop',
};
const endedByCaller: CallEnd = { stop: { status: 'failed', why: ended, isLeft: true, isUncertain: false } };

function reportOf(steps: readonly PlanStep[], ends: ReadonlyMap<number, CallEnd>): ReplayReport {
  const inOrder = [...ends].sort(([left], [right]) => left - right);
  const toolCalls = inOrder.flatMap(([, end]) => callOf(end) ?? []);
  const done = inOrder.flatMap(([index, end]) => doneCallOf(steps[index], end) ?? []);
  const stops = inOrder.flatMap(([index, end]) => ('stop' in end ? [{ index, ...end.stop }] : []));
  // Several calls may have been going on. That one of them may have changed something is told before all else.
  const stop = stops.find(({ isUncertain }) => isUncertain) ?? stops[0];
  if (stop === undefined) return { status: 'completed', toolCalls, done };
  const isLeft = (index: number): boolean => {
    const end = ends.get(index);
    return end === undefined || ('stop' in end && end.stop.isLeft);
  };
  const divergence: Divergence = {
    call: stop.index + 1,
    tool: steps[stop.index]?.tool ?? '',
    ...stop.why,
    remaining: steps.filter((_, index) => isLeft(index)).map(({ tool }) => tool),
    ...(stop.isUncertain ? { uncertain: true } : {}),
  };
  return { status: stop.status, toolCalls, done, divergence };
}

function callOf(end: CallEnd): RanCall | undefined {
  return 'stop' in end ? end.stop.call : end.call;
}

function doneCallOf(step: PlanStep | undefined, end: CallEnd): DoneCall | undefined {
  const call = callOf(end);
  if (step === undefined || call === undefined || ('stop' in end && end.stop.isLeft)) return undefined;
  const { tool, arguments: toolArguments, result, matched } = call;
  const isUncertain = 'stop' in end && end.stop.isUncertain;
  return {
    tool,
    arguments: toolArguments,
    result,
    matched,
    effect: step.effect,
    ...(isUncertain ? { uncertain: true } : {}),
  };
}
