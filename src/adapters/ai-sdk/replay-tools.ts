import { EngramError } from '../../errors.ts';
import type { ToolDefinition, Tools } from '../../ports/run-handle.ts';
import type { ToolCheck } from '../../ports/tool-check.ts';
import { type AiSdkTool, type AiSdkTools, type ExecuteTool, isAsyncIterable, lastOf } from './contract.ts';
import { jsonSchemaOf } from './json-schema.ts';

/** A call that a tool does not make without being allowed to (`needsApproval`). */
export interface CallToApprove {
  readonly tool: string;
  readonly input: unknown;
}

/** What the AI SDK does not say about its tools. */
export interface ReplayToolsOptions {
  /** Names of tools that change nothing. */
  readonly readOnly?: readonly string[];
  /** Names of tools that change nothing more when they are called again with the same arguments. */
  readonly idempotent?: readonly string[];
  /** The check of each tool, by its name. Give the same checks to `recordTools`. */
  readonly checks?: Readonly<Record<string, ToolCheck>>;
  /** Allows a call that needs approval. Without it, such a call is not made, and a replay stops before it. */
  readonly approve?: (call: CallToApprove) => boolean | PromiseLike<boolean>;
  /** More for the second argument of `execute`, such as `context` (ai 7) or `experimental_context` (ai 6). */
  readonly executeOptions?: (tool: string) => Readonly<Record<string, unknown>>;
}

/**
 * Tools of the AI SDK as tools that Engram calls by itself: for `templates.run`, which then needs no model, and for
 * `solve`. `execute` is given what was recorded, which is what the schema made of the model's words; it is not parsed
 * again. Tools without `execute` are left out.
 *
 * @example
 * const tools = await replayTools({ getOrder, refund }, { readOnly: ['getOrder'] });
 * const report = await alice.templates.run({ id: 'refund-order', inputs: { orderId: 43 } }, tools);
 */
export async function replayTools(tools: AiSdkTools, options: ReplayToolsOptions = {}): Promise<Tools> {
  const nextCall = callNumbers();
  const definitions = Object.entries(tools).map(async ([name, tool]) =>
    typeof tool.execute === 'function'
      ? [
          [
            name,
            await definitionOf(name, tool, tool.execute.bind(tool) as ExecuteTool, options, nextCall),
          ] as const,
        ]
      : [],
  );
  return Object.fromEntries((await Promise.all(definitions)).flat());
}

async function definitionOf(
  name: string,
  tool: AiSdkTool,
  execute: ExecuteTool,
  { readOnly = [], idempotent = [], checks = {}, approve, executeOptions }: ReplayToolsOptions,
  nextCall: () => string,
): Promise<ToolDefinition> {
  const inputSchema = await jsonSchemaOf(tool.inputSchema);
  return {
    async execute(input: unknown, { signal }) {
      const call = { toolCallId: nextCall(), messages: [], ...executeOptions?.(name) };
      if ((await needsApproval(tool, input, call)) && (await approve?.({ tool: name, input })) !== true) {
        throw notApproved(name);
      }
      const result = execute(input, signal === undefined ? call : { ...call, abortSignal: signal });
      return isAsyncIterable(result) ? lastOf(result) : result;
    },
    ...(typeof tool.description === 'string' ? { description: tool.description } : {}),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(readOnly.includes(name) ? { readOnly: true } : {}),
    ...(idempotent.includes(name) ? { idempotent: true } : {}),
    ...(checks[name] === undefined ? {} : { check: checks[name] }),
  };
}

async function needsApproval({ needsApproval }: AiSdkTool, input: unknown, call: object): Promise<boolean> {
  if (typeof needsApproval !== 'function') return needsApproval === true;
  return (await needsApproval(input, call)) !== false;
}

function notApproved(tool: string): EngramError {
  return new EngramError(
    'blocked',
    `"${tool}" needs approval, and nobody gave it. It was not called. Give replayTools a function "approve" that decides.`,
    { details: { tool, mayHaveActed: false } },
  );
}

function callNumbers(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `engram-call-${last}`;
  };
}
