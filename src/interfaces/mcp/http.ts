import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { EngramError } from '../../errors.ts';
import type { McpCaller } from './caller.ts';
import { createMcpServer, type McpServerOptions } from './server.ts';

export type McpHttpOptions = Omit<McpServerOptions, 'caller'>;

export interface McpHttpHandler {
  /** Answers one request of a caller whose token was checked before. */
  fetch(request: Request, caller: McpCaller): Promise<Response>;
  /** Ends what is still being answered. */
  close(): Promise<void>;
}

/**
 * The protocol over streamable HTTP. Nothing is kept between requests: each carries its token and gets a server of its
 * own, so that a revoked token ends at once, a restart disturbs nobody, and any number of processes may answer. Without
 * sessions there are no messages from the server on its own account; Engram has none to send. Whoever mounts this
 * checks the token, the host and the origin first.
 *
 * @example
 * const mcp = createMcpHttpHandler({ version: '1.0.0' });
 * app.all('/mcp', (context) => mcp.fetch(context.req.raw, callerWith(access, request)));
 */
export function createMcpHttpHandler(options: McpHttpOptions): McpHttpHandler {
  const handler = createMcpHandler(
    ({ authInfo }) => createMcpServer({ ...options, caller: callerIn(authInfo) }),
    options.onError === undefined ? {} : { onerror: options.onError },
  );
  return {
    fetch: (request, caller) => handler.fetch(request, { authInfo: carrying(caller) }),
    close: () => handler.close(),
  };
}

/** The protocol hands this through to where servers are made. The token itself has done its work already. */
function carrying(caller: McpCaller): AuthInfo {
  return { token: '', clientId: 'engram', scopes: [], extra: { caller } };
}

function callerIn(authInfo: AuthInfo | undefined): McpCaller {
  const caller = authInfo?.extra?.['caller'] as McpCaller | undefined;
  if (caller === undefined) throw new EngramError('internal', 'A request came in that nobody had checked.');
  return caller;
}
