import { EngramError } from '../../errors.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import type { ToolRequest } from '../../ports/language-model.ts';
import type { WorkRun } from '../../ports/strategy.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';
import type { RanCall } from '../../records/template-run.ts';
import { describeThrown } from '../../text/thrown.ts';
import type { EarlierAnswer } from './done-calls.ts';
import { showResult } from './show-result.ts';

/** What is needed to call tools for a model. */
export interface ToolCaller {
  readonly tools: ToolRuntime;
  readonly run: WorkRun;
  readonly toolTimeoutMs: number;
  readonly maxResultBytes: number;
  readonly elapsed: () => number;
  readonly signal: AbortSignal | undefined;
  /** What a call that was already made has answered. */
  readonly earlier: (tool: string, toolArguments: JsonObject) => EarlierAnswer | undefined;
}

/** The outcome of a request. */
export interface AnsweredRequest {
  readonly request: ToolRequest;
  readonly result: Json;
  readonly failed: boolean;
  readonly durationMs: number;
  /** The call, when it was made. */
  readonly ran: RanCall | null;
}

/**
 * Makes the calls that one answer of a model asks for: at the same time when all of them only read, else in the order the
 * model wrote them. Never rejects: errors are for the model to read.
 */
export async function answerRequests(
  caller: ToolCaller,
  requests: readonly ToolRequest[],
  answered: (answer: AnsweredRequest) => void,
): Promise<readonly AnsweredRequest[]> {
  const answer = async (request: ToolRequest): Promise<AnsweredRequest> => {
    const since = caller.elapsed();
    const outcome = await answerRequest(caller, request);
    const whole = { request, ...outcome, durationMs: caller.elapsed() - since };
    answered(whole);
    return whole;
  };
  if (requests.every(({ tool }) => isReadOnly(caller, tool))) return Promise.all(requests.map(answer));
  const answers: AnsweredRequest[] = [];
  for (const request of requests) answers.push(await answer(request));
  return answers;
}

type RequestOutcome = Pick<AnsweredRequest, 'result' | 'failed' | 'ran'>;

async function answerRequest(caller: ToolCaller, request: ToolRequest): Promise<RequestOutcome> {
  const { tools, run } = caller;
  const { tool, arguments: given, unreadable } = request;
  if (caller.signal?.aborted === true) return notMade('It was stopped before this call was made.');
  if (unreadable !== undefined) {
    return notMade(`The call was not made: its arguments are ${unreadable}. Write them as one JSON object.`);
  }
  if (!tools.has(tool)) {
    return notMade(`There is no tool "${tool}". The tools are: ${tools.names().join(', ') || 'none'}.`);
  }
  const earlier = isReadOnly(caller, tool) ? undefined : caller.earlier(tool, given);
  if (earlier !== undefined) {
    await run.note(`${tool} was not called again: it was already called with these arguments in this run.`);
    const shown = showResult(earlier.result, caller.maxResultBytes);
    return { result: shown.result, failed: earlier.failed || shown.failed, ran: null };
  }
  let made = false;
  try {
    const result = await run.call(
      tool,
      given,
      () => {
        made = true;
        // A copy: what a tool does to its arguments must not change what the model is said to have asked for.
        return callInTime(caller, tool, structuredClone(given));
      },
      { check: tools.describe(tool)?.check },
    );
    return outcomeOf(request, showResult(result, caller.maxResultBytes));
  } catch (thrown) {
    const { message } = describeThrown(thrown);
    const { result } = showResult(message, caller.maxResultBytes);
    // A check stood before it.
    if (!made) return notMade(result);
    return outcomeOf(request, { result, failed: true });
  }
}

function notMade(result: Json): RequestOutcome {
  return { result, failed: true, ran: null };
}

function outcomeOf(
  { tool, arguments: given }: ToolRequest,
  { result, failed }: { readonly result: Json; readonly failed: boolean },
): RequestOutcome {
  return { result, failed, ran: { tool, arguments: given, result, matched: !failed } };
}

function isReadOnly({ tools }: ToolCaller, tool: string): boolean {
  return tools.describe(tool)?.annotations.readOnly === true;
}

/** Not left to the signal alone: a tool may pay no attention to it. */
async function callInTime(caller: ToolCaller, tool: string, given: JsonObject): Promise<Json> {
  const { tools, signal, toolTimeoutMs } = caller;
  // A call that timed out may have taken effect, and must not be repeated blindly.
  const doubt = isReadOnly(caller, tool)
    ? ''
    : ' It is not known whether it took effect: find out before you call it again.';
  const ending = new AbortController();
  let giveUp: (why: string) => void = () => {};
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = (why) => reject(new EngramError('timeout', `${why}${doubt}`));
  });
  const tooLate = `${tool} did not answer within ${toolTimeoutMs} ms (tools.timeoutMs).`;
  const timer = setTimeout(() => giveUp(tooLate), toolTimeoutMs);
  const stop = (): void => giveUp(`${tool} was stopped while it was going on.`);
  signal?.addEventListener('abort', stop);
  try {
    return await Promise.race([givenUp, tools.call(tool, given, { signal: ending.signal })]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    ending.abort();
  }
}
