import type { McpServer, StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import { inputSchema, type JsonSchema } from '../../operations/json-schema.ts';
import type { Operation } from '../../operations/operation.ts';
import { answerOf, refusalOf } from './answer.ts';
import type { McpCaller } from './caller.ts';
import { offeredOperations, toolName } from './offered.ts';
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
    inputSchema: shownSchema(() => inputSchema(operation)),
    outputSchema: shownSchema(() => outputSchemaOf(operation)),
    annotations: annotationsOf(operation),
  },
}));

/** A tool for every operation the caller may use; the others are not shown, so that no agent tries them in vain. */
export function registerTools(server: McpServer, caller: McpCaller, onError: ErrorListener): void {
  for (const { operation, name, config } of tools) {
    if (!caller.allows(operation)) continue;
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
