import { McpServer } from '@modelcontextprotocol/server';
import type { McpCaller } from './caller.ts';
import { coreInstructions, instructions } from './instructions.ts';
import { selectTools } from './offered.ts';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';
import type { ErrorListener } from './shown-error.ts';
import { registerTools } from './tools.ts';

/** For whom a server is, and of which Engram. */
export interface McpServerOptions {
  readonly caller: McpCaller;
  readonly version: string;
  /** `core`, `all`, or groups of operations with commas between them; the core by default. */
  readonly tools?: string | undefined;
  /** Called with errors that the caller does not see: internal ones and those of the protocol. */
  readonly onError?: ErrorListener;
}

/** Lists do not announce changes: what is offered never changes, and of the records only the newest are listed. */
const unannounced = { listChanged: false };

/**
 * A server of the Model Context Protocol for one caller: tools from the table of operations, resources, prompts.
 *
 * @example
 * const server = createMcpServer({ version: '1.0.0', caller: localCaller(request) });
 * await server.connect(transport);
 */
export function createMcpServer({ caller, version, tools, onError = () => {} }: McpServerOptions): McpServer {
  const selection = selectTools(tools);
  const server = new McpServer(
    { name: 'engram', title: 'Engram', version },
    {
      instructions: selection.core ? coreInstructions : instructions,
      capabilities: { tools: unannounced, resources: unannounced, prompts: unannounced },
    },
  );
  registerTools(server, caller, selection, onError);
  registerResources(server, caller, onError);
  registerPrompts(server, caller, onError);
  return server;
}
