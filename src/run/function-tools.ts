import { EngramError } from '../errors.ts';
import type { Json } from '../json/json.ts';
import type { ToolDefinition, Tools } from '../ports/run-handle.ts';
import type { ToolDescription, ToolRuntime } from '../ports/tool-runtime.ts';
import { definedOf } from '../templates/defined.ts';

/**
 * Functions as tools, with or without a word about what they do.
 *
 * @example
 * const tools = functionTools({
 *   add: ({ a, b }: { a: number; b: number }) => a + b,
 *   getOrder: { execute: ({ id }: { id: string }) => orders.get(id), description: 'An order', readOnly: true },
 * });
 */
export function functionTools(tools: Tools): ToolRuntime {
  if (typeof tools !== 'object' || tools === null) {
    throw new EngramError('invalid_input', 'Tools are given as an object: { name: function }.');
  }
  const definitions = new Map(Object.entries(tools).map(([name, tool]) => [name, definitionOf(name, tool)]));
  const aliasOf = (name: string): string | undefined =>
    Object.keys(tools).find((other) => tools[other] === tools[name]);
  return {
    has: (tool) => definitions.has(tool),
    names: () => [...definitions.keys()],
    describe(tool) {
      const definition = definitions.get(tool);
      if (definition === undefined) return undefined;
      const alias = aliasOf(tool);
      return { ...descriptionOf(tool, definition), ...(alias !== undefined && alias !== tool && { alias }) };
    },
    async call(tool, toolArguments, { signal, idempotencyKey } = {}) {
      signal?.throwIfAborted();
      const definition = definitions.get(tool);
      if (definition === undefined) throw missing(tool);
      const result = definition.execute(toolArguments as never, definedOf({ signal, idempotencyKey }));
      return ((await untilAborted(result, signal)) ?? null) as Json;
    },
  };
}

function definitionOf(name: string, tool: Tools[string]): ToolDefinition {
  if (typeof tool === 'function') return { execute: (toolArguments) => tool(toolArguments) };
  if (typeof tool?.execute === 'function') {
    refuseBadCheck(name, tool);
    return tool;
  }
  const message = `The tool "${name}" must be a function, or an object with "execute".`;
  throw new EngramError('invalid_input', message, { details: { tool: name } });
}

function descriptionOf(name: string, definition: ToolDefinition): ToolDescription {
  const { description = '', inputSchema = null, readOnly, destructive, idempotent, check } = definition;
  const annotations = definedOf({ readOnly, destructive, idempotent });
  return { name, description, inputSchema, annotations, declared: annotations, ...definedOf({ check }) };
}

/** A check that cannot run would silently guard nothing. */
function refuseBadCheck(name: string, { check }: ToolDefinition): void {
  if (check === undefined) return;
  const isWhole =
    typeof check === 'object' &&
    typeof check?.capture === 'function' &&
    (check.compare === undefined || typeof check.compare === 'function');
  if (isWhole) return;
  throw new EngramError(
    'invalid_input',
    `The check of the tool "${name}" must be an object with the functions "capture" and, unless equal values suffice, "compare".`,
    { details: { tool: name } },
  );
}

function missing(tool: string): EngramError {
  return new EngramError('tool_missing', `There is no tool "${tool}". Nothing was called.`, {
    details: { tool },
  });
}

/** A function cannot be stopped from outside, but the caller need not wait for it. */
async function untilAborted(result: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  if (signal === undefined) return result;
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  return Promise.race([result, aborted]).finally(() => signal.removeEventListener('abort', stop));
}
