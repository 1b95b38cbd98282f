import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type Serving, startServing } from '../crash/serving.ts';
import { randomFrom } from '../random-worlds/random.ts';
import { writeTrusted } from '../trusted-file.ts';
import type { Manner } from './inputs.ts';
import { createMemoryProbe, growthPerThousand, type MemoryPoint } from './live-memory.ts';
import { requestMakers } from './requests.ts';
import { overhear, send } from './send.ts';
import { newCanary, plant } from './victim.ts';

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  readonly tell?: ((progress: string) => void) | undefined;
}

/** What became of the server. */
export interface FuzzReport {
  readonly requests: number;
  /** Answers with a status from 500 on, but for 501 (not configured here) and 503 (busy); and requests without an answer. */
  readonly serverErrors: number;
  /** How often the process ended. */
  readonly crashes: number;
  /** Answers and events of strangers with the word of the victim in them. */
  readonly leaks: number;
  readonly statuses: Readonly<Record<string, number>>;
  /**
   * The memory of the server at ten points, and by how much it grew per thousand requests: in the first part everything is asked
   * for and records are written; in the second, requests only read, and each says a word that was never said before.
   */
  readonly memory: {
    readonly points: readonly MemoryPoint[];
    readonly writing: MemoryGrowth;
    readonly reading: MemoryGrowth;
  };
  /** The first few that went wrong. */
  readonly findings: readonly string[];
}

/** Megabytes per thousand requests. */
export interface MemoryGrowth {
  readonly heapMbPerThousand: number;
  readonly storeMbPerThousand: number;
}

const inFlight = 8;
const parts = 10;
/** From here on requests only read. What a first request of a kind loads is there by then. */
const writingParts = 6;
const readers = requestMakers.filter(({ onlyReads }) => onlyReads);
const maxFindings = 10;
const manners: readonly Manner[] = ['valid', 'nearly valid', 'hostile'];
const expected = new Set([501, 503]);

/** Sends requests that are made from the schemas of all routes and tools to a real server, as strangers with valid tokens. */
export async function runFuzz({ requests, seed, tell }: FuzzOptions): Promise<FuzzReport> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-fuzz-'));
  const database = join(folder, 'memory.db');
  const db = `file:${database}`;
  const probe = createMemoryProbe(folder, database);
  const canary = newCanary();
  const random = randomFrom(seed);
  let serving: Serving | undefined;
  try {
    const { known, token, strangers } = await plant(db, folder, canary);
    // All that is sent is to be answered; the limit itself has tests of its own.
    writeTrusted(join(folder, 'engram.config.json'), '{"server":{"requestsPerSecond":0}}', folder);
    serving = await startServing(db, await freePort(), folder, probe.flags);
    const statuses: Record<string, number> = {};
    const findings: string[] = [];
    const counts = { serverErrors: 0, crashes: 0, leaks: 0 };
    const find = (what: keyof typeof counts, about: string): void => {
      counts[what] += 1;
      if (findings.length < maxFindings) findings.push(`${what}: ${about}`);
    };
    const points: MemoryPoint[] = [];
    const ears = await Promise.all(strangers.map((stranger) => overhear(serving?.url ?? '', stranger)));
    let sent = 0;

    const sendNext = async (): Promise<void> => {
      const number = sent;
      sent += 1;
      const isWriting = number < (requests * writingParts) / parts;
      // A word of its own, and a project: what is remembered by what is asked for would grow with each.
      const words = isWriting ? known : [...known, ...known.map((word) => `${word} ${number}`)];
      const request = random
        .oneOf(isWriting ? requestMakers : readers)
        .make(random.oneOf(manners), random, words);
      const headers = isWriting
        ? request.headers
        : { ...request.headers, 'X-Engram-Project': `project-${number}` };
      const { status, text } = await send(serving?.url ?? '', random.oneOf(strangers), {
        ...request,
        ...(random.chance(0.5) && { headers }),
      });
      statuses[status] = (statuses[status] ?? 0) + 1;
      const about = `${request.name} ${request.path.slice(0, 200)} ${(request.body ?? '').slice(0, 500)} → ${status} ${text.slice(-300)}`;
      // Over MCP a failure is an answer like any other; inside of it the quotes are escaped.
      const isInternal = /\\?"code\\?":\\?"internal\\?"/.test(text);
      if (status === 0 || isInternal || (status >= 500 && !expected.has(status))) find('serverErrors', about);
      if (text.includes(canary)) find('leaks', about);
      if (number % 100 !== 0 || !isWriting) return;
      // The victim works meanwhile, so that there is something to overhear.
      const victimSays = { kind: 'knowledge', text: `${canary} ${number}` };
      await send(serving?.url ?? '', token, {
        name: 'victim',
        method: 'POST',
        path: '/api/memories',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(victimSays),
      });
      tell?.(`${number} of ${requests}`);
    };
    const sender = async (until: number): Promise<void> => {
      while (sent < until && serving?.child.exitCode === null) await sendNext();
    };
    for (let part = 1; part <= parts; part += 1) {
      const until = Math.round((requests * part) / parts);
      await Promise.all(Array.from({ length: inFlight }, () => sender(until)));
      points.push(await probe.read(serving, sent));
    }
    if (serving.child.exitCode !== null || serving.child.signalCode !== null) {
      find('crashes', serving.errors().slice(-500));
    }
    for (const ear of ears) {
      if (ear.heard().includes(canary)) find('leaks', 'a stream of events');
      await ear.stop();
    }
    return {
      requests: sent,
      ...counts,
      statuses,
      memory: {
        points,
        writing: growthOf(points.slice(0, writingParts)),
        reading: growthOf(points.slice(writingParts)),
      },
      findings,
    };
  } finally {
    await serving?.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function growthOf(points: readonly MemoryPoint[]): MemoryGrowth {
  return {
    heapMbPerThousand: growthPerThousand(points, 'heapMb'),
    storeMbPerThousand: growthPerThousand(points, 'storeMb'),
  };
}
