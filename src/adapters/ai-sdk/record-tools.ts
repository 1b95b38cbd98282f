import { AsyncLocalStorage } from 'node:async_hooks';
import type { RunHandle } from '../../ports/run-handle.ts';
import type { ToolCheck } from '../../ports/tool-check.ts';
import { type AiSdkTool, type AiSdkTools, type ExecuteTool, isAsyncIterable, lastOf } from './contract.ts';

/** What the AI SDK does not say about its tools. */
export interface RecordToolsOptions {
  /** The check of each tool, by its name: captured before each call, and compared before a replay makes that call. */
  readonly checks?: Readonly<Record<string, ToolCheck>>;
}

/**
 * The same tools, recorded: every call with its arguments and its result or error. All else about them stays as it is.
 * Tools without `execute` are carried out elsewhere and stay out of the record.
 *
 * @example
 * const { text } = await generateText({ model, tools: recordTools(run, { getOrder, refund }), prompt });
 */
export function recordTools<Tools extends AiSdkTools>(
  run: RunHandle,
  tools: Tools,
  { checks = {} }: RecordToolsOptions = {},
): Tools {
  const recorded = Object.entries(tools).map(([name, tool]) => [
    name,
    recordTool(run, name, tool, checks[name]),
  ]);
  return Object.fromEntries(recorded) as Tools;
}

function recordTool(run: RunHandle, name: string, tool: AiSdkTool, check: ToolCheck | undefined): AiSdkTool {
  if (typeof tool.execute !== 'function') return tool;
  const original = tool.execute.bind(tool) as ExecuteTool;

  function execute(input: unknown, options: unknown): unknown {
    let outputs: AsyncIterable<unknown> | undefined;
    let hasReturned = false;
    const executed = (given: unknown): unknown => {
      const result = original(given, options);
      if (!isAsyncIterable(result)) return result;
      // The caller already holds a promise, which can only give the last output.
      if (hasReturned) return lastOf(result);
      const watched = watchOutputs(result, () => recorded);
      outputs = watched.outputs;
      return watched.result;
    };
    const recorded = run.call(name, input, executed, { check });
    hasReturned = true;
    return outputs ?? recorded;
  }

  return { ...tool, execute: execute as (input: never, options: never) => unknown };
}

/** The outputs for the caller to read, and a promise of the last one. The outputs end once the call is recorded. */
function watchOutputs(
  given: AsyncIterable<unknown>,
  recorded: () => Promise<unknown>,
): { readonly outputs: AsyncIterable<unknown>; readonly result: Promise<unknown> } {
  let succeed = (_result: unknown): void => {};
  let fail = (_error: unknown): void => {};
  const result = new Promise<unknown>((resolve, reject) => {
    succeed = resolve;
    fail = reject;
  });
  // Created now, inside the call: when the first output is asked for, the async context is the reader's.
  const inside = insideCall(given);

  async function* read(): AsyncGenerator<unknown> {
    let last: unknown;
    try {
      for await (const output of inside) {
        last = output;
        yield output;
      }
    } catch (error) {
      fail(error);
      throw error;
    } finally {
      // Also when the reader stopped early: then the last output read is the result.
      succeed(last);
      // A failure is known to the reader already.
      await recorded().catch(() => {});
    }
  }

  return { outputs: read(), result };
}

/** The same outputs, made in the async context of the call, so that calls made by the tool are recorded as its own. */
function insideCall(outputs: AsyncIterable<unknown>): AsyncIterable<unknown> {
  const inside = AsyncLocalStorage.snapshot();
  return {
    [Symbol.asyncIterator]() {
      const iterator = inside(() => outputs[Symbol.asyncIterator]());
      return {
        next: () => inside(() => iterator.next()),
        return: async () => (await inside(() => iterator.return?.())) ?? { done: true, value: undefined },
      };
    },
  };
}
