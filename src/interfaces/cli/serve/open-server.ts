import { EngramError } from '../../../errors.ts';
import type { Desk } from '../../../operations/desk.ts';
import { createHttpApp } from '../../http/app.ts';
import { createEventHub } from '../../http/event-hub.ts';
import { type HttpServer, serveHttp } from '../../http/serve.ts';
import { callerWith } from '../../mcp/caller.ts';
import { createMcpHttpHandler } from '../../mcp/http.ts';
import type { Call } from '../call.ts';
import { type CliDesk, createDesk, type Globals } from '../desk.ts';
import { errorLine } from '../present/presenter.ts';

/** A server that runs, with what it stands on. */
export interface RunningServer {
  readonly url: string;
  readonly desk: CliDesk;
  /** Ends the requests under way, then the background work, then the store. */
  close(): Promise<void>;
}

export const defaultPort = 3647;

/** Opens Engram, does its background work, and serves it over HTTP and MCP. */
export async function openServer(
  { own, terminal, version, paint }: Call,
  globals: Globals,
): Promise<RunningServer> {
  const hub = createEventHub();
  const desk = createDesk({ globals, terminal, version, onEvent: hub.publish });
  try {
    const engram = await desk.engram();
    const complain = (text: string): void => terminal.writeError(errorLine(text, paint));
    // Tools are the caller's own functions, and none of those are here.
    const offered: Pick<Desk, 'settings' | 'diagnose' | 'tools'> = { ...desk, tools: async () => ({}) };
    const mcp = createMcpHttpHandler({ version, onError: (error) => complain(error.message) });
    const app = createHttpApp({
      engram,
      hub,
      version,
      desk: offered,
      ...(typeof own['host'] === 'string' ? { host: own['host'] } : {}),
      onProblem: (requestId, error) => complain(`request ${requestId}: ${error.message}`),
      extra: (routes, accessCheck) =>
        routes.all('/mcp', accessCheck, (context) => {
          const view = engram.as(context.get('viewer'));
          const desk: Desk = { ...offered, view: async () => view, jobs: async () => engram.jobs };
          return mcp.fetch(context.req.raw, callerWith(context.get('access'), desk));
        }),
    });
    const server = await serveHttp(app, portIn(own));
    engram.jobs.start();
    return { url: server.url, desk, close: () => closeAll(server, mcp, desk) };
  } catch (error) {
    await desk.close();
    throw error;
  }
}

function portIn({ port = defaultPort }: Call['own']): number {
  if (Number.isInteger(port) && Number(port) >= 0 && Number(port) <= 65_535) return Number(port);
  throw new EngramError('invalid_input', `--port takes a whole number from 0 to 65535, not ${port}.`, {
    details: { flag: 'port' },
  });
}

async function closeAll(server: HttpServer, mcp: { close(): Promise<void> }, desk: CliDesk): Promise<void> {
  await mcp.close();
  await server.close();
  await desk.close();
}
