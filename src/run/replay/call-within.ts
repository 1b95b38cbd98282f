import type { TimeLimit } from '../../capture/in-time.ts';
import { EngramError } from '../../errors.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';

/** Calls a tool with a timeout, also when the tool ignores the signal. Then it rejects, and the tool may go on. */
export async function callWithin(
  tools: ToolRuntime,
  tool: string,
  toolArguments: JsonObject,
  { timeoutMs, signal }: TimeLimit,
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
 * Whether a call that failed may have taken effect. A tool may fail after its effect, whatever the code of its error; only
 * an error that says that nothing was sent is certain.
 */
export function mayHaveActed(thrown: unknown): boolean {
  if (!EngramError.is(thrown)) return true;
  return thrown.code !== 'tool_missing' && thrown.details['mayHaveActed'] !== false;
}
