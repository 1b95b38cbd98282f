import { invalidInput } from '../../../errors.ts';
import { type Installation, requestFor } from '../../../operations/request-context.ts';
import type { Tools } from '../../../ports/run-handle.ts';
import { askingOf } from '../../http/access-check.ts';
import { createHttpApp } from '../../http/app.ts';
import { createEventHub } from '../../http/event-hub.ts';
import { type HttpServer, serveHttp } from '../../http/serve.ts';
import { callerWith } from '../../mcp/caller.ts';
import { createMcpHttpHandler } from '../../mcp/http.ts';
import { selectTools } from '../../mcp/offered.ts';
import { lineWithoutSecrets } from '../../without-secrets.ts';
import type { CommandCall } from '../call.ts';
import { type CliRequest, createCliRequest, type Globals } from '../cli-request.ts';
import { errorLine } from '../present/presenter.ts';

/** A server that runs, with what it stands on. */
export interface RunningServer {
  readonly url: string;
  readonly request: CliRequest;
  /** Ends the requests under way, then the background work, then the store. */
  close(): Promise<void>;
}

export const defaultPort = 3647;

/** Opens Engram, does its background work, and serves it over HTTP and MCP. `tools` are there besides the configured MCP servers. */
export async function openServer(
  { own, terminal, version, paint }: CommandCall,
  globals: Globals,
  {
    tools = {},
    isStartedByClient = false,
  }: { readonly tools?: Tools; readonly isStartedByClient?: boolean } = {},
): Promise<RunningServer> {
  const hub = createEventHub();
  const request = createCliRequest({ globals, terminal, version, onEvent: hub.publish, isStartedByClient });
  try {
    const engine = await request.engine();
    const complain = (text: string): void => terminal.writeError(errorLine(lineWithoutSecrets(text), paint));
    const installation: Installation = { ...request, tools: async () => tools };
    const offered = toolsIn(own);
    selectTools(offered);
    const mcp = createMcpHttpHandler({
      version,
      tools: offered,
      onError: (error) => complain(error.message),
    });
    const { corsOrigins, requestsPerSecond, requestBurst, maxAnswerBytes } = (await request.settings())
      .settings.server;
    const app = createHttpApp({
      engine,
      corsOrigins,
      limits: { requestsPerSecond, requestBurst, answerBytes: maxAnswerBytes },
      hub,
      version,
      installation,
      ...(typeof own['host'] === 'string' ? { host: own['host'] } : {}),
      onProblem: (requestId, error) => complain(`request ${requestId}: ${error.message}`),
      extra: (routes, accessCheck) =>
        routes.all('/mcp', accessCheck, (context) => {
          const request = requestFor(engine, installation, askingOf(context));
          return mcp.fetch(context.req.raw, callerWith(context.get('access'), request));
        }),
    });
    const server = await serveHttp(app, portIn(own));
    engine.jobs.start();
    return { url: server.url, request, close: () => closeAll(server, mcp, request) };
  } catch (error) {
    await request.close();
    throw error;
  }
}

/** The tools that agents are offered, as the command was told. */
export function toolsIn({ offeredTools }: CommandCall['own']): string | undefined {
  return typeof offeredTools === 'string' ? offeredTools : undefined;
}

function portIn({ port = defaultPort }: CommandCall['own']): number {
  if (Number.isInteger(port) && Number(port) >= 0 && Number(port) <= 65_535) return Number(port);
  throw invalidInput(`--port takes a whole number from 0 to 65535, not ${port}.`, {
    details: { flag: 'port' },
  });
}

async function closeAll(
  server: HttpServer,
  mcp: { close(): Promise<void> },
  request: CliRequest,
): Promise<void> {
  // What was accepted is answered first, over either protocol.
  await server.close();
  await mcp.close();
  await request.close();
}
