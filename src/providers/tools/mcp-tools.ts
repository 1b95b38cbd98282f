import type { ToolSettings } from '../../config/template-settings.ts';
import { EngramError } from '../../errors.ts';
import type { ToolDescription, ToolRuntime } from '../../ports/tool-runtime.ts';
import type { McpConnection } from './mcp-connection.ts';
import type { McpOptions } from './mcp-options.ts';

/** A tool of one of several servers. */
interface Offer {
  readonly connection: McpConnection;
  readonly description: ToolDescription;
}

/**
 * The tools of MCP servers (TPL-12). All servers are started at once; when one does not start, none is left running.
 * A tool goes by its own name, or by `server/tool` when two servers have one of that name; `server/tool` always works.
 *
 * @example
 * const tools = await openMcpTools(await readMcpFile('mcp.json', process.env), settings.tools);
 * try {
 *   await tools.call('cancel_order', { id: '#W1' });
 * } finally {
 *   await tools.close();
 * }
 *
 * @throws EngramError `config_invalid` or `timeout` for a server that does not start, with what it wrote.
 */
export async function openMcpTools(
  servers: ToolSettings['mcpServers'],
  options: McpOptions,
): Promise<ToolRuntime & { close(): Promise<void> }> {
  const connections = await connectToAll(servers, options);
  let offers = offersByName(connections);
  let seen = connections.map((connection) => connection.tools());
  function currentOffers(): typeof offers {
    if (connections.some((connection, index) => connection.tools() !== seen[index])) {
      offers = offersByName(connections);
      seen = connections.map((connection) => connection.tools());
    }
    return offers;
  }
  function find(name: string): Offer | undefined {
    const named = currentOffers().get(name);
    return named?.length === 1 ? named[0] : undefined;
  }
  return {
    has: (tool) => find(tool) !== undefined,
    names: () =>
      connections.flatMap(({ server, tools }) =>
        [...tools().keys()].map((tool) => (find(tool) === undefined ? `${server}/${tool}` : tool)),
      ),
    describe(tool) {
      const offer = find(tool);
      if (offer === undefined) return undefined;
      const own = offer.description.name;
      return { ...offer.description, name: tool, ...(own !== tool && find(own) === offer && { alias: own }) };
    },
    async call(tool, toolArguments, context) {
      const offer = find(tool);
      if (offer === undefined) throw missing(connections, tool);
      return offer.connection.call(offer.description.name, toolArguments, context);
    },
    close: () => closeAll(connections),
  };
}

async function connectToAll(
  servers: ToolSettings['mcpServers'],
  options: McpOptions,
): Promise<readonly McpConnection[]> {
  const entries = Object.entries(servers);
  if (entries.length === 0) return [];
  // Nobody without servers pays for loading the protocol.
  const { connectTo } = await import('./mcp-connection.ts');
  const failed = new AbortController();
  const signal =
    options.signal === undefined ? failed.signal : AbortSignal.any([options.signal, failed.signal]);
  const outcomes = await Promise.allSettled(
    entries.map(async ([name, server]) => {
      try {
        return await connectTo(name, server, { ...options, signal });
      } catch (error) {
        // The others need not go on starting. The first error is the one that is told.
        failed.abort(error);
        throw error;
      }
    }),
  );
  const connections = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  if (connections.length === entries.length) return connections;
  await closeAll(connections);
  throw options.signal?.aborted === true ? options.signal.reason : failed.signal.reason;
}

async function closeAll(connections: readonly McpConnection[]): Promise<void> {
  await Promise.allSettled(connections.map((connection) => connection.close()));
}

/** Each tool under both of its names. A name that two tools share means neither of them. */
function offersByName(connections: readonly McpConnection[]): Map<string, Offer[]> {
  const offers = new Map<string, Offer[]>();
  for (const connection of connections) {
    for (const [tool, description] of connection.tools()) {
      for (const name of [tool, `${connection.server}/${tool}`]) {
        offers.set(name, [...(offers.get(name) ?? []), { connection, description }]);
      }
    }
  }
  return offers;
}

function missing(connections: readonly McpConnection[], tool: string): EngramError {
  const owners = connections.filter((connection) => connection.tools().has(tool));
  const hint =
    owners.length > 1
      ? `several servers have it: say ${owners.map(({ server }) => `${server}/${tool}`).join(' or ')}`
      : 'no server has it (any more)';
  return new EngramError('tool_missing', `There is no tool "${tool}": ${hint}. Nothing was called.`, {
    details: { tool, mayHaveActed: false },
  });
}
