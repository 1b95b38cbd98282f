import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngramError } from '../../../errors.ts';
import { shownUrl } from '../../../text/shown-url.ts';
import { viewOf } from '../../library/view-of.ts';
import type { CommandCall } from '../call.ts';
import { demoOwner, loadDemo } from '../demo/demo.ts';
import { openServer, type RunningServer } from './open-server.ts';

/** `serve`: until it is stopped. With `--demo`, on a database of its own that goes with it. */
export async function serve(call: CommandCall): Promise<number> {
  return call.own['demo'] === true ? serveDemo(call) : serveConfigured(call);
}

async function serveConfigured(call: CommandCall): Promise<number> {
  const { terminal } = call;
  // Before anything is opened, so that an early signal stops it cleanly, too.
  const stopped = terminal.untilStopped();
  const server = await openServer(call, call.globals);
  terminal.write(`${await greeting(call, server)}\n`);
  await stopped;
  terminal.write('Stopping …\n');
  await server.close();
  return 0;
}

async function greeting({ paint, version }: CommandCall, { url, request }: RunningServer): Promise<string> {
  const { settings } = await request.settings();
  const engine = await request.engine();
  const access = (await engine.access.hasTokens())
    ? 'requests need a token'
    : 'open to everybody on this machine; "engram token create" makes the first token, and then one is needed';
  return [
    `${paint.bold('Engram')} ${version} serves ${paint.accent(url)}`,
    '',
    `  reference  ${url}/docs`,
    `  MCP        ${url}/mcp`,
    `  database   ${shownUrl(settings.db)}`,
    `  access     ${access}`,
    '',
    paint.dim('Stop it with Ctrl+C.'),
  ].join('\n');
}

async function serveDemo(call: CommandCall): Promise<number> {
  const { terminal, paint, globals } = call;
  const stopped = terminal.untilStopped();
  const folder = mkdtempSync(join(tmpdir(), 'engram-demo-'));
  const db = typeof globals['db'] === 'string' ? globals['db'] : `file:${join(folder, 'memory.db')}`;
  const { user, project } = demoOwner;
  try {
    const server = await openDemoServer(call, { ...globals, db, user, project });
    const alice = viewOf(await server.request.openAs('alice'));
    if ((await alice.runs.list({ limit: 1 })).items.length === 0) await loadDemo(alice);
    const look = `--db ${db} --user ${user} --project ${project}`;
    terminal.write(
      [
        `${paint.bold('Engram')} serves ${paint.accent(server.url)}`,
        '',
        'The demo is in it: Alice, an agent at a shop, failed to refund an order, was told that the failure is known,',
        'found the way round, and her run became a template that was replayed without a model.',
        '',
        paint.bold('Three things to try'),
        `  1. What should an agent do about such an order?  ${paint.dim('Asked over HTTP:')}`,
        `     curl "${server.url}/api/learning/suggest?context=refund-while-in-transit"`,
        '  2. See the plan that was made of her run:',
        `     engram template show refund-order ${look}`,
        `  3. Read what else there is, in a browser: ${server.url}/docs`,
        '',
        paint.dim('From a clone, "engram" is "node bin/engram.js"; "engram demo" tells the whole story.'),
        paint.dim(`The database is a temporary one and goes when you stop it with Ctrl+C.`),
        '',
      ].join('\n'),
    );
    await stopped;
    terminal.write('Stopping …\n');
    await server.close();
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A newcomer whose usual port is taken is better served at another one than refused. */
async function openDemoServer(call: CommandCall, globals: CommandCall['globals']): Promise<RunningServer> {
  try {
    return await openServer(call, globals);
  } catch (error) {
    const portTaken = EngramError.is(error) && error.code === 'conflict';
    if (!portTaken || call.own['port'] !== undefined) throw error;
    return openServer({ ...call, own: { ...call.own, port: 0 } }, globals);
  }
}
