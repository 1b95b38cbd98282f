import { EngramError } from '../../errors.ts';
import type { Json, JsonObject } from '../../json/json.ts';
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
  idempotencyKey?: string,
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
      tools.call(tool, toolArguments, { signal: controller.signal, idempotencyKey }).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/**
 * Whether a call that failed may have done its work all the same. A tool that fails may fail after its effect, and the code of
 * an error says nothing about what was done before it. Only who knows that nothing was sent says so.
 */
export function mayHaveActed(thrown: unknown): boolean {
  if (!EngramError.is(thrown)) return true;
  return thrown.code !== 'tool_missing' && thrown.details['mayHaveActed'] !== false;
}
