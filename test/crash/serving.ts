import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Tests and benchmarks are started in the folder of the project. */
const program = resolve('bin/engram.js');

/** A port nobody listens at, so that a server that was killed comes back where its clients look for it. */
export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** `engram serve` as a process of its own. */
export interface Serving {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it wrote to standard error. */
  errors(): string;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export async function startServing(
  db: string,
  port: number,
  folder: string,
  nodeFlags: readonly string[] = [],
): Promise<Serving> {
  const child = spawn(
    process.execPath,
    [...nodeFlags, program, 'serve', '--db', db, '--port', String(port)],
    { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdout?.resume();
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const url = `http://127.0.0.1:${port}`;
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`engram serve ended: ${errors}`);
    const answers = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return { url, child, errors: () => errors, end };
    await pause(50);
  }
  await end('SIGKILL');
  throw new Error(`engram serve did not answer: ${errors}`);
}

/** What clients learned. */
export interface ClientReport {
  /** External ids of the memories the server said it keeps. */
  readonly acknowledged: string[];
  /** Answers that are no success and no "try again". */
  readonly refusals: string[];
  /** How often a client had to try again. */
  retries: number;
}

/**
 * One client that records memories, one after the other, until it is told to stop. It tries again while the
 * server is away; a memory that was kept although its answer was lost is found by its external id.
 */
export async function recordUntil(
  stopped: () => boolean,
  url: string,
  name: string,
  report: ClientReport,
): Promise<void> {
  for (let number = 0; !stopped(); number += 1) {
    const externalId = `${name}-${number}`;
    while (!stopped()) {
      const status = await post(`${url}/api/memories`, {
        kind: 'knowledge',
        text: `client ${name} says ${number}`,
        provenance: { externalId },
      });
      if (status === 201 || status === 409) {
        report.acknowledged.push(externalId);
        break;
      }
      if (status !== 0 && status !== 503) {
        report.refusals.push(`${externalId}: ${status}`);
        break;
      }
      report.retries += 1;
      await pause(20);
    }
  }
}

/** The status of the answer; 0 when there was none. */
async function post(url: string, body: object): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    await answer.text();
    return answer.status;
  } catch {
    return 0;
  }
}

/** External ids of all memories that are there, read page by page. */
export async function keptIds(url: string): Promise<Set<string>> {
  const kept = new Set<string>();
  let cursor = '';
  do {
    const answer = await fetch(`${url}/api/memories?limit=1000${cursor}`);
    const { items, next } = (await answer.json()) as {
      items: Array<{ provenance: { externalId: string | null } }>;
      next: string | null;
    };
    for (const { provenance } of items) if (provenance.externalId !== null) kept.add(provenance.externalId);
    cursor = next === null ? '' : `&cursor=${next}`;
  } while (cursor !== '');
  return kept;
}
