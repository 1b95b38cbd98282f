import { EngramError } from '../../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import { structured } from '../../json/path.ts';
import type { RunHandle } from '../../ports/run-handle.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';
import type { KeptResults } from '../../ports/toolbox.ts';
import type { Captured } from '../../records/captured.ts';
import type { PlanStep } from '../../records/plan.ts';
import type { Template } from '../../records/template.ts';
import type { RanCall } from '../../records/template-run.ts';
import { stepsOf } from '../../templates/plan/binding-sources.ts';
import { asksForChange } from '../../templates/plan/effect.ts';
import { findAbsent, findBroken } from '../../templates/plan/present.ts';
import { resolveBinding, type Unbound } from '../../templates/plan/resolve.ts';
import { isRedacted } from '../../text/placeholder.ts';
import { describeThrown } from '../../text/thrown.ts';
import { callWithin, mayHaveActed } from './call-within.ts';
import { concealedError, concealUnbound } from './conceal.ts';
import { type CallLimits, checkBefore, recordedCheck } from './declared-check.ts';
import type { JournalCall, ReplayJournal } from './journal.ts';
import { goneTool, lostAnswer, notAnObject, notKept, notWritten, wouldChange } from './not-made.ts';
import type { Observations } from './observations.ts';
import { findSaidError } from './said-error.ts';
import { takeResult } from './take-result.ts';
import type { WitnessVerdict } from './witness.ts';

/** What a replay works with. */
export interface Scene {
  readonly template: Pick<Template, 'parameters'>;
  /** What the runs saw that the plan was made of, and what this one sees. */
  readonly observations: Observations;
  readonly now: () => number;
  readonly values: JsonObject;
  /** The names of the parameters that the caller gave. */
  readonly given: ReadonlySet<string>;
  /** Results so far, by the number of the call from 0. */
  readonly results: Json[];
  readonly tools: ToolRuntime;
  readonly limits: CallLimits;
  readonly cache: KeptResults | undefined;
  readonly conceal: (value: Json) => Json;
  readonly journal: ReplayJournal;
  /** Calls that took effect, and whose answers are not known. */
  readonly unknown: Set<number>;
  /** Whether some of its results were read from what an earlier process wrote down. */
  readonly isResumed: boolean;
  /** What a look says of a change that gave no answer. */
  readonly verify: (
    planned: PlannedCall,
    toolArguments: JsonObject,
    run: RunHandle,
  ) => Promise<WitnessVerdict>;
}

/** Why a replay does not go on after a call. */
export interface Stop {
  readonly status: 'diverged' | 'failed' | 'needs_input';
  readonly why: Unbound;
  /** Set when the call was made, or may have been. */
  readonly call?: RanCall;
  /** Whether it is still to be done: it was not made, or a tool that only looks gave no result, or said that it failed. */
  readonly isLeft: boolean;
  readonly isUncertain: boolean;
}

/** The outcome of a planned call. */
export type CallEnd =
  | { readonly call: RanCall; readonly result: Json }
  /** It took effect, and nothing is known of its answer. */
  | { readonly call: RanCall; readonly isUnknown: true }
  | { readonly stop: Stop };

/** A call of the plan, and its number from 0. */
export interface PlannedCall {
  readonly step: PlanStep;
  readonly index: number;
}

/** Makes a planned call and looks at its result. Never rejects: what the world does is part of the answer. */
export async function makeCall(
  scene: Scene,
  planned: PlannedCall,
  run: RunHandle,
  mayBeKept: boolean,
): Promise<CallEnd> {
  const { template, values, results, tools, conceal } = scene;
  const { step, index } = planned;
  const notMade = (status: Stop['status'], why: Unbound): CallEnd => ({
    stop: { status, why: concealUnbound(why, conceal), isLeft: true, isUncertain: false },
  });
  const lost = [...stepsOf(step.arguments)].find((other) => scene.unknown.has(other));
  if (lost !== undefined) return notMade('needs_input', lostAnswer(lost));
  const absent = findAbsent(step, template.parameters, values, results);
  const { observations } = scene;
  const unusable = absent ?? observations.findOutdated(step, scene.given) ?? observations.findVoid(index);
  if (unusable !== undefined) return notMade('diverged', unusable);
  const sources = { parameters: values, results, now: scene.now(), given: scene.given };
  const resolved = resolveBinding(step.arguments, sources);
  if ('unbound' in resolved) return notMade('diverged', resolved.unbound);
  if (!isJsonObject(resolved.value)) return notMade('diverged', notAnObject);
  if (scene.isResumed && isRedacted(JSON.stringify(resolved.value))) return notMade('needs_input', notKept);
  if (!tools.has(step.tool)) return notMade('failed', goneTool(step.tool));
  if (step.effect === 'read' && step.effectFrom !== 'declared' && asksForChange(resolved.value))
    return notMade('diverged', wouldChange(step.tool));
  const checked = await checkBefore(scene, { tool: step.tool, index }, resolved.value);
  if ('stop' in checked) return notMade('diverged', checked.stop);

  const shown = conceal(resolved.value) as JsonObject;
  const isWrite = step.effect === 'write';
  const entry: JournalCall = { index, tool: step.tool, arguments: shown };
  if (isWrite) {
    const refused = await scene.journal.intend(entry).then(() => undefined, describeThrown);
    if (refused !== undefined) return notMade('failed', notWritten(refused.message));
  }
  const asked = { run, shown, mayBeKept, captured: checked.captured };
  const answer = await ask(scene, planned, resolved.value, asked);
  const difference =
    'result' in answer ? differenceOf(scene, planned, resolved.value, answer.result) : undefined;
  // What says that it failed may have failed after its effect.
  const isDoubtful = isWrite && difference?.saysFailure === true;
  if (isWrite && !isDoubtful) await settle(scene.journal, entry, answer, difference?.why, conceal);
  else if (!isWrite && 'result' in answer) scene.journal.looked(entry, conceal(answer.result));
  if ('blocked' in answer) return notMade('failed', answer.blocked);
  const call = { tool: step.tool, arguments: shown, result: null, matched: false };
  if ('failure' in answer && isExpectedFailure(step)) {
    const other = scene.observations.findDifference(index, resolved.value, answer.failure.reason);
    if (other === undefined) return { call: { ...call, matched: true }, result: null };
  }
  if (isDoubtful || ('failure' in answer && answer.isUncertain)) {
    const verdict = await scene.verify(planned, resolved.value, run);
    if (verdict === 'made') {
      await scene.journal.settled(entry, { made: true });
      return { call: { ...call, matched: true, verified: true }, isUnknown: true };
    }
  }
  if ('failure' in answer) {
    const why = concealUnbound(answer.failure, conceal);
    const { isLeft, isUncertain } = answer;
    return { stop: { status: 'failed', why, call, isLeft, isUncertain } };
  }
  const { result, cached } = answer;
  const made: RanCall = {
    ...call,
    result: conceal(result),
    matched: difference === undefined,
    ...(cached ? { cached } : {}),
  };
  if (difference === undefined) return { call: made, result };
  const why = concealUnbound(isDoubtful ? doubted(step.tool, difference.why) : difference.why, conceal);
  return { stop: { status: 'diverged', why, call: made, isLeft: false, isUncertain: isDoubtful } };
}

type CallAnswer =
  | { readonly result: Json; readonly cached: boolean }
  | { readonly failure: Unbound; readonly isLeft: boolean; readonly isUncertain: boolean }
  | { readonly blocked: Unbound };

/** How a call is recorded, and what was captured before it. */
interface CallRecording {
  readonly run: RunHandle;
  readonly shown: JsonObject;
  readonly mayBeKept: boolean;
  readonly captured: Captured | undefined;
}

/** Calls the tool, recorded; or takes what was kept of the same call. */
async function ask(
  { tools, limits, cache, conceal, journal }: Scene,
  { step: { tool, effect }, index }: PlannedCall,
  toolArguments: JsonObject,
  { run, shown, mayBeKept, captured }: CallRecording,
): Promise<CallAnswer> {
  const isWrite = effect === 'write';
  let answer: CallAnswer | undefined;

  async function answerOf(): Promise<CallAnswer> {
    const kept = mayBeKept ? cache?.find(tool, toolArguments) : undefined;
    if (kept !== undefined) return { result: kept, cached: true };
    const changesBefore = cache?.changes() ?? 0;
    // A copy: what a tool does to its arguments must not reach the calls after it, nor what the caller has given.
    const key = isWrite ? journal.keyOf(index) : undefined;
    // A change that has begun is not aborted: else its outcome would be unknown.
    const within = isWrite ? { timeoutMs: limits.timeoutMs } : limits;
    const raw = await callWithin(tools, tool, structuredClone(toolArguments), within, key).finally(() => {
      // Also when it failed: it may have changed something before that.
      if (isWrite) cache?.empty();
    });
    const taken = takeResult(raw, limits.maxResultBytes);
    if ('refused' in taken) return notTaken(taken.refused, isWrite);
    if (mayBeKept) cache?.keep(tool, toolArguments, taken.value, changesBefore);
    return { result: taken.value, cached: false };
  }

  try {
    await run.call(
      tool,
      shown,
      async () => {
        answer = await answerOf().catch((thrown: unknown) => {
          answer = failureOf(thrown, tool, isWrite);
          throw concealedError(thrown, conceal);
        });
        // Of a result that was not taken, only the reason is recorded.
        return 'result' in answer ? conceal(answer.result) : { notTaken: reasonOf(answer) };
      },
      { check: recordedCheck(captured, conceal) },
    );
  } catch (error) {
    // The tool was not reached: a check of the run stands before the call.
    answer ??= {
      blocked: {
        reason: describeThrown(error).message,
        expected: 'a call',
        found: 'a check that blocks it',
        blocked: true,
      },
    };
  }
  return answer ?? failureOf(undefined, tool, isWrite);
}

/** Stores the outcome of a change. One that may have been made stays begun. */
async function settle(
  journal: ReplayJournal,
  entry: JournalCall,
  answer: CallAnswer,
  differs: Unbound | undefined,
  conceal: (value: Json) => Json,
): Promise<void> {
  if ('result' in answer)
    await journal.settled(entry, {
      answer: conceal(answer.result),
      ...(differs === undefined ? {} : { differs: concealUnbound(differs, conceal) }),
    });
  else if ('blocked' in answer || answer.isLeft) await journal.settled(entry, { notMade: true });
  else if (!answer.isUncertain) await journal.settled(entry, { made: true });
}

function failureOf(thrown: unknown, tool: string, isWrite: boolean): CallAnswer {
  const { message } = describeThrown(thrown);
  if (EngramError.is(thrown) && thrown.code === 'too_large') return notTaken(message, isWrite);
  const isUncertain = isWrite && mayHaveActed(thrown);
  const reason = isUncertain
    ? `"${tool}" failed, and it is not known whether it did its work before that; it is not called again. ${message}`
    : isWrite
      ? `"${tool}" was not reached: ${message}`
      : message;
  const failure = { reason, expected: 'a result', found: 'an error' };
  return { failure, isLeft: !isUncertain, isUncertain };
}

function reasonOf(answer: CallAnswer): string {
  return 'failure' in answer ? answer.failure.reason : '';
}

function notTaken(why: string, isWrite: boolean): CallAnswer {
  const reason = isWrite ? `${why.replace(/\.$/, '')}. The call was made, and is not made again` : why;
  const failure = { reason, expected: 'a result that can be checked', found: 'one that cannot' };
  return { failure, isLeft: !isWrite, isUncertain: false };
}

/** How a result differs from the expected one. A failure that the tool reports comes first, because it explains more. */
function differenceOf(
  { observations }: Scene,
  call: PlannedCall,
  toolArguments: JsonObject,
  result: Json,
): { readonly why: Unbound; readonly saysFailure: boolean } | undefined {
  const { step, index } = call;
  const said = findSaidError(step, structured(result));
  if (said !== undefined) return { why: said, saysFailure: true };
  const difference = observations.findDifference(index, toolArguments, result);
  if (difference !== undefined) return { why: difference, saysFailure: false };
  const broken = findBroken(step.holds, structured(result));
  if (broken === undefined) return undefined;
  return { why: { ...broken, reason: `In the answer, ${broken.reason}` }, saysFailure: false };
}

function doubted(tool: string, { reason, ...more }: Unbound): Unbound {
  return {
    ...more,
    reason: `${reason}. It is not known whether "${tool}" did its work before that; it is not called again`,
  };
}

/** A look that failed in the recorded runs, which is also something that agents decide by. */
function isExpectedFailure({ effect, observed }: PlanStep): boolean {
  return effect === 'read' && observed.length > 0 && observed.every(({ error }) => error !== null);
}
