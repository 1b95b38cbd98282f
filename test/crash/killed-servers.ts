import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { createCluster } from '../../scripts/postgres.mjs';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { type ClientReport, freePort, keptIds, recordUntil, startServing } from './serving.ts';
import { integrityProblems } from './whole-database.ts';

const clients = 8;
const recordsBetweenKills = 20;

/** Clients that record until `finish` is called. */
function startClients(url: string) {
  const report: ClientReport = { acknowledged: [], refusals: [], retries: 0 };
  let stopped = false;
  const all = Array.from({ length: clients }, (_, number) =>
    recordUntil(() => stopped, url, `client-${number}`, report),
  );
  return {
    /** Waits until clients got more acknowledged: the service is back. */
    async goOn(): Promise<void> {
      const count = report.acknowledged.length + recordsBetweenKills;
      const deadline = Date.now() + 60_000;
      while (report.acknowledged.length <= count) {
        if (Date.now() > deadline) throw new Error('The service did not return.');
        await pause(10);
      }
    },
    async finish(): Promise<ClientReport> {
      stopped = true;
      await Promise.all(all);
      return report;
    },
  };
}

/** Expects that the server has all it acknowledged, and refused nothing; returns how much that was. */
async function expectNothingLost(url: string, { acknowledged, refusals }: ClientReport): Promise<number> {
  const kept = await keptIds(url);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(refusals).toEqual([]);
  return acknowledged.length;
}

/** Kills `engram serve` on SQLite again and again while clients record, and starts it again at the same port. */
export async function killServers(kills: number, tell: (progress: string) => void = () => {}) {
  const folder = temporaryFolder();
  const path = join(folder, 'memory.db');
  const port = await freePort();
  let server = await startServing(`file:${path}`, port, folder);
  onTestFinished(() => void server.child.kill('SIGKILL'));
  const work = startClients(server.url);
  for (let round = 0; round < kills; round += 1) {
    await work.goOn();
    await pause(Math.random() * 50);
    await server.end('SIGKILL');
    server = await startServing(`file:${path}`, port, folder);
    tell(`${round + 1} of ${kills} servers killed`);
  }
  const acknowledged = await expectNothingLost(server.url, await work.finish());
  expect(await server.end('SIGTERM')).toBe(0);
  expect(await integrityProblems(path)).toEqual([]);
  return acknowledged;
}

/** Kills PostgreSQL again and again under `engram serve` while clients record; the service returns by itself. */
export async function killDatabases(kills: number, tell: (progress: string) => void = () => {}) {
  const folder = temporaryFolder();
  // Not inside a folder of ours: the server runs as another user.
  const cluster = await createCluster(join(tmpdir(), `engram-postgres-${randomUUID()}`));
  onTestFinished(() => cluster.stop());
  const server = await startServing(cluster.url, await freePort(), folder);
  onTestFinished(() => void server.child.kill('SIGKILL'));
  const work = startClients(server.url);
  for (let round = 0; round < kills; round += 1) {
    await work.goOn();
    await cluster.kill();
    await cluster.start();
    tell(`PostgreSQL killed ${round + 1} of ${kills} times`);
  }
  await work.goOn();
  const acknowledged = await expectNothingLost(server.url, await work.finish());
  expect(await server.end('SIGTERM')).toBe(0);
  return acknowledged;
}
