import { inTime, type TimeLimit } from '../../capture/in-time.ts';
import { EngramError } from '../../errors.ts';
import { type Json, type JsonObject, sameJson } from '../../json/json.ts';
import type { ToolCheck } from '../../ports/tool-check.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';
import { type Captured, capturedValues } from '../../records/captured.ts';
import type { Template } from '../../records/template.ts';
import { shortened, type Unbound } from '../../templates/plan/resolve.ts';
import { isRedacted } from '../../text/placeholder.ts';
import { describeThrown } from '../../text/thrown.ts';
import type { EarlierCall } from './journal.ts';
import type { Observations } from './observations.ts';
import { takeResult } from './take-result.ts';

/** What a call of a replay may take. */
export interface CallLimits extends TimeLimit {
  readonly maxResultBytes: number;
  /** How long the check of a tool may take; as long as a call by default. */
  readonly checkTimeoutMs?: number | undefined;
}

/** What comparing a check needs of a replay. */
interface CheckScene {
  readonly tools: Pick<ToolRuntime, 'describe'>;
  readonly limits: CallLimits;
  readonly observations: Pick<Observations, 'capturedBefore'>;
}

/** The outcome of the check of a tool: what it captured, or why the call is not made. */
export type Checked = { readonly captured?: Captured } | { readonly stop: Unbound };

/**
 * Captures what the check of a tool captures, and compares it with what the runs captured before this call: one of them must agree.
 * Where they captured nothing, nothing is compared. Never rejects.
 */
export async function checkBefore(
  { tools, limits, observations }: CheckScene,
  { tool, index }: { readonly tool: string; readonly index: number },
  toolArguments: JsonObject,
): Promise<Checked> {
  const recorded = observations.capturedBefore(index);
  const check = tools.describe(tool)?.check;
  if (check === undefined) return recorded.length === 0 ? {} : { stop: goneCheck(tool, recorded) };
  const limit = { timeoutMs: limits.checkTimeoutMs ?? limits.timeoutMs, signal: limits.signal };
  const captured = await captureWith(check, toolArguments, limit, limits.maxResultBytes);
  if (recorded.length === 0) return { captured };
  const expected = shortened(recorded.map((value) => JSON.stringify(value)).join(' or '));
  const stop = (why: string, found: string): Checked => ({
    stop: { reason: `The check of "${tool}" does not agree: ${why}`, expected, found, check: true },
  });
  if ('error' in captured)
    return stop(`nothing could be captured before the call. ${captured.error}`, 'nothing');
  const found = shortened(JSON.stringify(captured.value));
  const whys: string[] = [];
  for (const before of recorded) {
    const why = await whyNot(check, before, captured.value, limit);
    if (why === undefined) return { captured };
    whys.push(why);
  }
  return stop([...new Set(whys)].join('; '), found);
}

async function captureWith(
  check: ToolCheck,
  toolArguments: JsonObject,
  limit: TimeLimit,
  maxBytes: number,
): Promise<Captured> {
  try {
    const given = structuredClone(toolArguments) as never;
    const value = await inTime('The capture', (signal) => check.capture(given, { signal }), limit);
    const taken = takeResult(value, maxBytes);
    return 'refused' in taken ? { error: taken.refused } : { value: taken.value };
  } catch (thrown) {
    return { error: describeThrown(thrown).message };
  }
}

/** Why what was captured does not agree with what a run captured; undefined when it does. */
async function whyNot(
  check: ToolCheck,
  recorded: Json,
  now: Json,
  limit: TimeLimit,
): Promise<string | undefined> {
  if (isRedacted(JSON.stringify(recorded)))
    return 'what was captured held a secret, which is not kept; leave it out of the capture and record the run again';
  try {
    // Copies: a comparison that changes what it is given must not change what the next one sees.
    const given = [structuredClone(recorded), structuredClone(now)] as const;
    const compare = () =>
      check.compare === undefined ? sameJson(...given) : check.compare(given[0] as never, given[1] as never);
    const answer: unknown = await inTime('The comparison', compare, limit);
    // Only `true` counts: a comparison that returns nothing has not agreed.
    if (answer === true) return undefined;
    if (typeof answer === 'string') return answer;
    return answer === false
      ? 'it is not as it was when the call was recorded'
      : `the comparison answered ${shortened(String(answer))}, which is neither true nor false nor a text`;
  } catch (thrown) {
    return `the comparison failed: ${describeThrown(thrown).message}`;
  }
}

/**
 * The first call that is still to be made whose tool carried a check when it was recorded and carries none now. Nothing has to be
 * called to know that, so it stops a replay at its beginning.
 */
export function findGoneCheck(
  { plan }: Pick<Template, 'plan'>,
  tools: Pick<ToolRuntime, 'describe'>,
  earlier: readonly EarlierCall[] = [],
): { readonly index: number; readonly why: Unbound } | undefined {
  for (const [index, { tool, observed }] of plan.entries()) {
    const described = tools.describe(tool);
    const recorded = capturedValues(observed);
    if (described === undefined || described.check !== undefined) continue;
    if (earlier.some((call) => call.index === index && call.result !== undefined)) continue;
    if (recorded.length > 0) return { index, why: goneCheck(tool, recorded) };
  }
  return undefined;
}

function goneCheck(tool: string, recorded: readonly Json[]): Unbound {
  return {
    reason: `The tool "${tool}" had a check when it was recorded and has none now, so nothing says that the call is safe; it was not called`,
    expected: shortened(recorded.map((value) => JSON.stringify(value)).join(' or ')),
    found: 'no check',
    check: true,
  };
}

/** Hands what was captured to the record of the call, with secrets concealed. */
export function recordedCheck(
  captured: Captured | undefined,
  conceal: (value: Json) => Json,
): Pick<ToolCheck, 'capture'> | undefined {
  if (captured === undefined) return undefined;
  return {
    async capture() {
      if ('value' in captured) return conceal(captured.value);
      throw new EngramError('internal', String(conceal(captured.error)));
    },
  };
}
