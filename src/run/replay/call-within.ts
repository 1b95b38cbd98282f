import { EngramError } from '../../errors.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';

/** What a call may take. */
export interface CallLimits {
  readonly timeoutMs: number;
  /** Ends waiting for the call, on behalf of whoever started the replay. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls a tool and waits no longer than allowed, also when the tool does not listen to the signal. Then it rejects with
 * `timeout`, and what the tool has begun may go on.
 */
export async function callWithin(
  tools: ToolRuntime,
  tool: string,
  toolArguments: JsonObject,
  { timeoutMs, signal }: CallLimits,
): Promise<Json> {
  const controller = new AbortController();
  let giveUp: (error: EngramError) => void = () => {};
  const end = (message: string): void => {
    const error = new EngramError('timeout', message, { details: { tool, mayHaveActed: true } });
    giveUp(error);
    controller.abort(error);
  };
  const onAbort = (): void => end(`"${tool}" was not waited for any longer: the replay was ended.`);
  const timer = setTimeout(() => end(`"${tool}" did not answer within ${timeoutMs} ms.`), timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await new Promise<Json>((resolve, reject) => {
      giveUp = reject;
      tools.call(tool, toolArguments, controller.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Errors of a connection that was never made: nothing was sent. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Whether a call that failed may have done its work all the same. A tool that answered with an error may have failed after
 * its effect, so only what is known not to have been sent was not done.
 */
export function mayHaveActed(thrown: unknown, depth = 0): boolean {
  if (!(thrown instanceof Error) || depth > 5) return true;
  if (EngramError.is(thrown) && thrown.details['mayHaveActed'] !== undefined)
    return thrown.details['mayHaveActed'] === true;
  if (EngramError.is(thrown) && thrown.code === 'tool_missing') return false;
  const { code, cause } = thrown as Error & { code?: unknown };
  if (typeof code === 'string' && neverConnected.has(code)) return false;
  return cause === undefined || mayHaveActed(cause, depth + 1);
}
