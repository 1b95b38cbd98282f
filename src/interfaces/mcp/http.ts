import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { EngramError } from '../../errors.ts';
import type { McpCaller } from './caller.ts';
import { selectTools } from './offered.ts';
import { createMcpServer, type McpServerOptions } from './server.ts';

/** `tools` is what a client gets that asks for none in its address: `/mcp?tools=all`. */
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
    ({ authInfo }) => createMcpServer({ ...options, ...sessionIn(authInfo) }),
    options.onError === undefined ? {} : { onerror: options.onError },
  );
  return {
    async fetch(request, caller) {
      const tools = new URL(request.url).searchParams.get('tools') ?? options.tools;
      // Refused before the protocol begins, which could only say that something went wrong.
      selectTools(tools);
      return handler.fetch(request, { authInfo: carrying({ caller, tools }) });
    },
    close: () => handler.close(),
  };
}

type McpSession = Pick<McpServerOptions, 'caller' | 'tools'>;

/** The protocol hands this through to where servers are made. The token itself has done its work already. */
function carrying(session: McpSession): AuthInfo {
  return { token: '', clientId: 'engram', scopes: [], extra: { session } };
}

function sessionIn(authInfo: AuthInfo | undefined): McpSession {
  const session = authInfo?.extra?.['session'] as McpSession | undefined;
  if (session === undefined)
    throw new EngramError('internal', 'A request reached the protocol without a checked caller.');
  return session;
}
