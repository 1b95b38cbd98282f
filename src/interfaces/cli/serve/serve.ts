import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EngramError } from '../../../errors.ts';
import type { Tools } from '../../../ports/run-handle.ts';
import { shownUrl } from '../../../text/shown-url.ts';
import { viewOf } from '../../library/view-of.ts';
import type { CommandCall } from '../call.ts';
import { demoOwner } from '../demo/owner.ts';
import { buildDemo } from '../demo/team/build-demo.ts';
import { createDesk, type Desk, openOrders, refundedOrder } from '../demo/team/desk.ts';
import { moveOrders, release } from '../demo/team/plans-and-workflows.ts';
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
    const desk = await prepareDemo(db, terminal);
    const server = await openDemoServer(call, { ...globals, db, user, project }, desk);
    const owner = viewOf(await server.request.open());
    await owner.workflows.register(moveOrders(inRealTime), release(inRealTime));
    await owner.workflows.work();
    const look = `--db ${db} --user ${user} --project ${project}`;
    terminal.write(
      [
        `${paint.bold('Engram')} serves ${paint.accent(server.url)}`,
        '',
        'The demo is in it: six weeks of a software team. Five agents fix builds, deploy, migrate and help customers,',
        'and do better with what they remember. Scripted models stand in for real ones; the engine measured every figure.',
        '',
        paint.bold('Three things to try'),
        `  1. See what memory saved:  ${server.url}`,
        `  2. Refund order ${openOrders[0]} without a model; order ${refundedOrder} was paid back already, so it stops:`,
        `     curl ${server.url}/api/templates/refund-order/run -H "content-type: application/json" -d '{"inputs":{"order_id":${openOrders[0]}}}'`,
        '  3. What should an agent do about a red build?',
        `     engram learning suggest --context build-of-a-pull-request-is-red ${look}`,
        '',
        paint.dim(
          'From a clone, "engram" is "node bin/engram.js"; "engram demo" tells a story in the terminal.',
        ),
        paint.dim(
          globals['db'] === undefined
            ? 'The database is a temporary one and goes when you stop it with Ctrl+C.'
            : 'The database is kept. Stop the server with Ctrl+C.',
        ),
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

/** Tells the story into the database, unless it is there already. Answers the tools of the team, which now take real time. */
async function prepareDemo(db: string, terminal: CommandCall['terminal']): Promise<Desk> {
  const isSilent = terminal.columns === Number.POSITIVE_INFINITY;
  const say = (text: string): void => (isSilent ? undefined : terminal.write(text));
  await buildDemo({
    db,
    now: terminal.now(),
    onWeek: (week, weeks) =>
      say(`\rBuilding the demo: week ${week} of ${weeks} of a software team ${'.'.repeat(week)}`),
  });
  say('\n\n');
  return createDesk(inRealTime);
}

/** What takes seconds in the story takes a moment here, so that progress can be watched. */
const inRealTime = (milliseconds: number): Promise<void> => pause(Math.min(1_500, milliseconds / 4));

/** A newcomer whose usual port is taken is better served at another one than refused. */
async function openDemoServer(
  call: CommandCall,
  globals: CommandCall['globals'],
  tools: Tools,
): Promise<RunningServer> {
  try {
    return await openServer(call, globals, { tools });
  } catch (error) {
    const portTaken = EngramError.is(error) && error.code === 'conflict';
    if (!portTaken || call.own['port'] !== undefined) throw error;
    return openServer({ ...call, own: { ...call.own, port: 0 } }, globals, { tools });
  }
}
