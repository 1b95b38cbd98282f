import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCluster, findPrograms } from '../../scripts/postgres.mjs';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { type ClientReport, freePort, keptIds, recordUntil, startServing } from './serving.ts';
import { integrityProblems } from './whole-database.ts';

const kills = 20;
const clients = 8;

/** Clients that record until `finish` is called. */
function startClients(url: string) {
  const report: ClientReport = { acknowledged: [], refusals: [], retries: 0 };
  let stopped = false;
  const all = Array.from({ length: clients }, (_, number) =>
    recordUntil(() => stopped, url, `client-${number}`, report),
  );
  return {
    report,
    async finish() {
      stopped = true;
      await Promise.all(all);
      return report;
    },
  };
}

/** Waits until clients got something acknowledged after this moment: the service is back. */
async function untilMoreThan(count: number, report: ClientReport): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (report.acknowledged.length <= count) {
    if (Date.now() > deadline) throw new Error('The service did not return.');
    await pause(10);
  }
}

describe('a server killed under load', () => {
  it(`loses nothing it acknowledged, ${kills} times, and returns where its clients look for it`, async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'memory.db');
    const port = await freePort();
    let server = await startServing(`file:${path}`, port, folder);
    onTestFinished(() => void server.child.kill('SIGKILL'));
    const work = startClients(server.url);
    for (let round = 0; round < kills; round += 1) {
      await untilMoreThan(work.report.acknowledged.length + 20, work.report);
      await pause(Math.random() * 50);
      await server.end('SIGKILL');
      server = await startServing(`file:${path}`, port, folder);
    }
    const { acknowledged, refusals } = await work.finish();
    const kept = await keptIds(server.url);
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(refusals).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(kills * 20);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(await integrityProblems(path)).toEqual([]);
  }, 300_000);
});

const programs = findPrograms();

describe.skipIf(programs === undefined)('PostgreSQL killed under load (PostgreSQL is not installed)', () => {
  it(`loses nothing acknowledged, ${kills} times, and the service returns by itself`, async () => {
    const folder = temporaryFolder();
    // Not inside a folder of ours: the server runs as another user.
    const cluster = await createCluster(join(tmpdir(), `engram-postgres-${randomUUID()}`));
    onTestFinished(() => cluster.stop());
    const server = await startServing(cluster.url, await freePort(), folder);
    onTestFinished(() => void server.child.kill('SIGKILL'));
    const work = startClients(server.url);
    for (let round = 0; round < kills; round += 1) {
      await untilMoreThan(work.report.acknowledged.length + 20, work.report);
      await cluster.kill();
      await cluster.start();
    }
    await untilMoreThan(work.report.acknowledged.length + 20, work.report);
    const { acknowledged, refusals } = await work.finish();
    const kept = await keptIds(server.url);
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(refusals).toEqual([]);
    expect(await server.end('SIGTERM')).toBe(0);
  }, 300_000);
});
