import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEngram, type TemplateRun } from '../../src/index.ts';
import { freePort, startServing } from '../crash/serving.ts';
import { writeTrusted } from '../trusted-file.ts';
import { program, type World, worldForTest } from './world.ts';

const slowDesk = join(import.meta.dirname, '../tools/slow-desk.mjs');
const slowMs = 1_500;

/** A database with the template `refund`, and a configuration with a server whose refund takes a while. */
async function aDesk() {
  const world = worldForTest();
  const file = join(world.folder, 'refunds');
  const desk = { command: process.execPath, args: [slowDesk, file, String(slowMs)] };
  // The server is started with the folder as its home.
  const config = JSON.stringify({ tools: { mcpServers: { desk } } });
  writeTrusted(join(world.folder, 'engram.config.json'), config, world.home, world.folder);
  const db = `file:${world.databasePath}`;
  const surroundings = { environment: {}, folder: world.home, home: world.home };
  const engram = await openEngram({ db, surroundings });
  const run = await engram.startRun({ description: 'Refund order W1', inputs: { id: 'W1' } });
  await run.call('get_order', { id: 'W1' }, async () => ({ id: 'W1', status: 'paid' }));
  await run.call('refund', { id: 'W1' }, async () => ({ id: 'W1', refunded: true }));
  await run.call('get_order', { id: 'W1' }, async () => ({ id: 'W1', status: 'refunded' }));
  await run.finish({ outcome: 'success' });
  const known = {
    get_order: { execute: () => null, readOnly: true },
    refund: { execute: () => null, readOnly: false },
  };
  await engram.templates.save({ run: run.id, name: 'refund', approve: true }, known);
  await engram.close();
  const done = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return { world, db, done };
}

/** What the last run of the template recorded of the refund, and what running it again says. */
async function recorded(world: World, db: string) {
  const surroundings = { environment: {}, folder: world.home, home: world.home };
  const engram = await openEngram({ db, surroundings });
  onTestFinished(() => engram.close());
  const [last] = (await engram.runs.list({ limit: 1 })).items;
  const steps = last === undefined ? [] : (await engram.runs.show(last.id)).steps;
  return { run: last, refund: steps.find((step) => step.kind === 'tool' && step.tool === 'refund') };
}

describe('TPL-12 a process that is asked to stop while a tool is being called', () => {
  it('engram serve waits for the change, records it, answers and ends in order', async () => {
    const { world, db, done } = await aDesk();
    const server = await startServing(db, await freePort(), world.folder);
    onTestFinished(() => void server.child.kill('SIGKILL'));
    const answer = fetch(`${server.url}/api/templates/refund/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ inputs: { id: 'W2' } }),
    });
    await expect.poll(done, { timeout: 30_000 }).toContain('begun W2');
    expect(await server.end('SIGTERM')).toBe(0);
    expect(done()).toBe('begun W2\ndone W2\n');
    const report = (await (await answer).json()) as TemplateRun;
    expect(report.toolCalls[1]).toMatchObject({ tool: 'refund', matched: true });
    const { refund } = await recorded(world, db);
    expect(refund).toMatchObject({ error: null, result: '{"id":"W2","refunded":true}' });
  });

  it('engram template run does so, too, and the run goes on later', async () => {
    const { world, db, done } = await aDesk();
    const words = ['--json', 'template', 'run', 'refund', '--input', 'id=W2'];
    const environment = { PATH: process.env['PATH'], HOME: world.home, ENGRAM_DB: db };
    const child = spawn(process.execPath, [program, ...words], { cwd: world.folder, env: environment });
    onTestFinished(() => void child.kill('SIGKILL'));
    let told = '';
    child.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      told += chunk.toString();
    });
    const ended = new Promise<[number | null, string | null]>((resolve) =>
      child.once('close', (code, signal) => resolve([code, signal])),
    );
    await expect.poll(done, { timeout: 30_000 }).toContain('begun W2');
    child.kill('SIGTERM');
    const [code, signal] = await ended;
    expect(signal).toBeNull();
    expect(code, told).not.toBe(143);
    expect(done()).toBe('begun W2\ndone W2\n');
    const { run, refund } = await recorded(world, db);
    expect(refund).toMatchObject({ error: null, result: '{"id":"W2","refunded":true}' });
    expect(run?.finishedAt).toEqual(expect.any(Number));
  });
});
