import {
  type CallToolResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import { EngramError } from '../../errors.ts';
import { inputSchema, type JsonSchema } from '../../operations/json-schema.ts';
import type { Operation } from '../../operations/operation.ts';
import { operations } from '../../operations/operations.ts';
import { inputForModels } from '../../records/field.ts';
import { parseInput } from '../../records/parse.ts';
import { forPeople } from '../access.ts';
import { answerOf, refusalInWords, refusalOf } from './answer.ts';
import type { McpCaller } from './caller.ts';
import { callFor, coreTools } from './core.ts';
import { type ToolSelection, toolName } from './offered.ts';
import type { ErrorListener } from './shown-error.ts';
import { outputSchemaOf } from './tool-schemas.ts';

/** A tool, offered or not: also what a caller may not use is known, so that a try is refused and noted. */
interface KnownTool {
  readonly name: string;
  /** What a caller must be allowed to do to be offered it. */
  readonly operations: readonly Operation[];
  /** Null for the core. */
  readonly operation: Operation | null;
  /** Made once: over HTTP every request gets a server of its own, and writing the schemas takes longer than an answer. */
  describe(): Tool;
  call(caller: McpCaller, input: Readonly<Record<string, unknown>>): Promise<CallToolResult>;
  refuse(thrown: unknown, onError: ErrorListener): CallToolResult;
}

function annotationsOf({
  summary,
  effect,
  idempotent = false,
  actsOutside = false,
}: Operation): NonNullable<Tool['annotations']> {
  return {
    title: summary,
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'delete' || actsOutside,
    idempotentHint: effect === 'read' || idempotent,
    openWorldHint: actsOutside,
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** What an operation takes of a model: fields that raise trust, and those for people alone, are not shown. */
function shownInput({ input, trust = [] }: Pick<Operation, 'input' | 'trust'>): Tool['inputSchema'] {
  const schema: JsonSchema = inputSchema({ input: inputForModels(input) });
  const withheld = new Set(trust === true ? [] : trust);
  const shown = Object.entries(schema.properties ?? {}).filter(([name]) => !withheld.has(name));
  return { ...schema, properties: Object.fromEntries(shown) } as Tool['inputSchema'];
}

/** Schemas are shown, and not checked here: the engine says what is wrong with an input in the same words at every interface. */
const knownTools: readonly KnownTool[] = [
  // Without titles and schemas of answers: a model reads the list with every request.
  ...coreTools.map(
    (tool): KnownTool => ({
      name: tool.name,
      operations: tool.operations,
      operation: null,
      describe: once(() => ({
        name: tool.name,
        description: tool.description,
        inputSchema: shownInput(tool),
        annotations: {
          readOnlyHint: tool.effect === 'read',
          ...(tool.actsOutside === true && { destructiveHint: true }),
        },
      })),
      async call(caller, input) {
        const text = await tool.answer(callFor(caller), parseInput(tool.input, input, tool.name) as never);
        return { content: [{ type: 'text', text }] };
      },
      refuse: refusalInWords,
    }),
  ),
  ...operations.map(
    (operation): KnownTool => ({
      name: toolName(operation),
      operations: [operation],
      operation,
      describe: once(() => ({
        name: toolName(operation),
        title: operation.summary,
        description: operation.mcp ?? operation.summary,
        inputSchema: shownInput(operation),
        outputSchema: outputSchemaOf(operation) as NonNullable<Tool['outputSchema']>,
        annotations: annotationsOf(operation),
      })),
      async call(caller, input) {
        caller.require(operation, input);
        return answerOf(await operation.run(caller.request, input as never));
      },
      refuse: refusalOf,
    }),
  ),
];
const byName = new Map(knownTools.map((tool) => [tool.name, tool]));

/** The tools that were asked for and that the caller may use; the others are not shown, so that no agent tries them in vain. */
export function registerTools(
  { server }: McpServer,
  caller: McpCaller,
  selection: ToolSelection,
  onError: ErrorListener,
): void {
  const isSelected = ({ operation }: KnownTool): boolean =>
    operation === null ? selection.core : operation.mcp !== null && selection.has(operation);
  const offered = new Set(
    knownTools.filter((tool) => isSelected(tool) && tool.operations.every(caller.allows)),
  );
  server.setRequestHandler('tools/list', () => ({ tools: [...offered].map((tool) => tool.describe()) }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: input = {} } }) => {
    const tool = byName.get(name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${name} not found`);
    try {
      if (!offered.has(tool)) refuseWithheld(tool, caller, input);
      return await tool.call(caller, input);
    } catch (thrown) {
      await caller.refused(tool.operations[0]?.name ?? name, thrown);
      return tool.refuse(thrown, onError);
    }
  });
}

/** Refuses a tool that is not offered, by the scope that is missing where one is. */
function refuseWithheld({ name, operations: used }: KnownTool, caller: McpCaller, input: unknown): never {
  for (const operation of used) {
    if (operation.mcp === null) throw forPeople(operation.name);
    caller.require(operation, input);
  }
  throw new EngramError(
    'forbidden',
    `${name} is not among the tools of this session. Use those of tools/list.`,
  );
}
