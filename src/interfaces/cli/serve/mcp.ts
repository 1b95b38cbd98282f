import { localCaller } from '../../mcp/caller.ts';
import { selectTools } from '../../mcp/offered.ts';
import { serveStdio } from '../../mcp/stdio.ts';
import { lineWithoutSecrets } from '../../without-secrets.ts';
import type { CommandCall } from '../call.ts';
import { errorLine } from '../present/presenter.ts';
import { openServer, toolsIn } from './open-server.ts';

/** `mcp`: speaks with one agent over standard input and output until it leaves; or, with `--http`, with many. */
export async function speakMcp(call: CommandCall): Promise<number> {
  return call.own['http'] === true ? speakOverHttp(call) : speakOverStdio(call);
}

async function speakOverStdio({ request, version, terminal, paint, own }: CommandCall): Promise<number> {
  const tools = toolsIn(own);
  selectTools(tools);
  const engine = await request.engine();
  engine.jobs.start();
  const stopped = terminal.untilStopped();
  const spoken = serveStdio({
    version,
    tools,
    caller: localCaller(request),
    // Standard output belongs to the protocol.
    onError: (error) => terminal.writeError(errorLine(lineWithoutSecrets(error.message), paint)),
  });
  await Promise.race([spoken, stopped]);
  return 0;
}

async function speakOverHttp(call: CommandCall): Promise<number> {
  const { terminal, paint } = call;
  const stopped = terminal.untilStopped();
  const server = await openServer(call, call.globals, { isStartedByClient: true });
  terminal.write(`${paint.bold('Engram')} speaks MCP at ${paint.accent(`${server.url}/mcp`)}\n`);
  terminal.write(`${paint.dim('Stop it with Ctrl+C.')}\n`);
  await stopped;
  await server.close();
  return 0;
}
