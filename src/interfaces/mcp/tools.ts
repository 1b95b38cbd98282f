import type { McpServer, StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import { inputSchema, type JsonSchema } from '../../operations/json-schema.ts';
import type { Operation } from '../../operations/operation.ts';
import { inputForModels } from '../../records/field.ts';
import { parseInput } from '../../records/parse.ts';
import { answerOf, refusalInWords, refusalOf } from './answer.ts';
import type { McpCaller } from './caller.ts';
import { callFor, coreTools } from './core.ts';
import { offeredOperations, type ToolSelection, toolName } from './offered.ts';
import type { ErrorListener } from './shown-error.ts';
import { outputSchemaOf } from './tool-schemas.ts';

function annotationsOf({
  summary,
  effect,
  idempotent = false,
  actsOutside = false,
}: Operation): ToolAnnotations {
  return {
    title: summary,
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'delete' || actsOutside,
    idempotentHint: effect === 'read' || idempotent,
    openWorldHint: actsOutside,
  };
}

/**
 * A schema that is shown, and not checked here: the engine checks every input and says what is wrong with it in the
 * same words at every interface.
 */
function shownSchema(write: () => JsonSchema): StandardSchemaWithJSON {
  let written: Record<string, unknown> | undefined;
  const json = () => (written ??= { ...write() });
  return {
    '~standard': {
      version: 1,
      vendor: 'engram',
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}

/** Made once: over HTTP every request gets a server of its own, and writing the schemas takes longer than an answer. */
const tools = offeredOperations.map((operation) => ({
  operation,
  name: toolName(operation),
  config: {
    title: operation.summary,
    description: operation.mcp ?? operation.summary,
    inputSchema: shownSchema(() => inputSchema({ input: inputForModels(operation.input) })),
    outputSchema: shownSchema(() => outputSchemaOf(operation)),
    annotations: annotationsOf(operation),
  },
}));

/** The tools that were asked for and that the caller may use; the others are not shown, so that no agent tries them in vain. */
export function registerTools(
  server: McpServer,
  caller: McpCaller,
  selection: ToolSelection,
  onError: ErrorListener,
): void {
  if (selection.core) registerCore(server, caller, onError);
  for (const { operation, name, config } of tools) {
    if (!selection.has(operation) || !caller.allows(operation)) continue;
    server.registerTool(name, config, async (input) => {
      try {
        caller.require(operation, input);
        return answerOf(await operation.run(caller.request, input as never));
      } catch (thrown) {
        return refusalOf(thrown, onError);
      }
    });
  }
}

/** Without titles and schemas of answers: a model reads the list with every request. */
const core = coreTools.map((tool) => ({
  tool,
  config: {
    description: tool.description,
    inputSchema: shownSchema(() => inputSchema(tool)),
    annotations: {
      readOnlyHint: tool.effect === 'read',
      ...(tool.actsOutside === true && { destructiveHint: true }),
    },
  },
}));

function registerCore(server: McpServer, caller: McpCaller, onError: ErrorListener): void {
  const call = callFor(caller);
  for (const { tool, config } of core) {
    if (!tool.operations.every((operation) => caller.allows(operation))) continue;
    server.registerTool(tool.name, config, async (input) => {
      try {
        const answer = await tool.answer(call, parseInput(tool.input, input, tool.name) as never);
        return { content: [{ type: 'text', text: answer }] };
      } catch (thrown) {
        return refusalInWords(thrown, onError);
      }
    });
  }
}
