import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Serving } from '../crash/serving.ts';

/** What a server holds at one point: after a collection of garbage, so that what is left is in use. */
export interface MemoryPoint {
  readonly requests: number;
  /** Megabytes of live objects and of the buffers they hold. */
  readonly heapMb: number;
  readonly rssMb: number;
  /** Megabytes of the database, which grows with what is recorded. */
  readonly storeMb: number;
}

/** Reads the memory of a server that was started with `flags`. */
export interface MemoryProbe {
  readonly flags: readonly string[];
  read(serving: Serving, requests: number): Promise<MemoryPoint>;
}

/** The server answers a signal by collecting garbage and writing down what is left. */
const program = (answer: string): string => `import { writeFileSync } from 'node:fs';
let count = 0;
process.on('SIGUSR2', () => {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  writeFileSync(${JSON.stringify(answer)}, JSON.stringify({ count: ++count, live: heapUsed + external, rss }));
});
`;

const megabytes = (bytes: number): number => Math.round((bytes / 2 ** 20) * 100) / 100;
const patienceMs = 20_000;

/** A probe that keeps its files in the folder, beside the database. */
export function createMemoryProbe(folder: string, database: string): MemoryProbe {
  const answer = join(folder, 'memory-probe.json');
  const file = join(folder, 'memory-probe.mjs');
  writeFileSync(file, program(answer));
  let asked = 0;
  return {
    flags: ['--expose-gc', '--import', pathToFileURL(file).href],
    async read(serving, requests) {
      asked += 1;
      serving.child.kill('SIGUSR2');
      for (let waited = 0; waited < patienceMs && serving.child.exitCode === null; waited += 20) {
        await pause(20);
        const { count, live, rss } = answered(answer);
        if (count !== asked) continue;
        const storeMb = megabytes(sizeOf(database) + sizeOf(`${database}-wal`));
        return { requests, heapMb: megabytes(live), rssMb: megabytes(rss), storeMb };
      }
      return { requests, heapMb: Number.NaN, rssMb: Number.NaN, storeMb: Number.NaN };
    },
  };
}

function answered(file: string): { count: number; live: number; rss: number } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Not there yet, or half written.
    return { count: 0, live: 0, rss: 0 };
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Megabytes that the live memory grew by per thousand requests, by least squares. While records are written, what search keeps in
 * memory of them grows with the store; where requests only read, whatever grows is a cache without a bound.
 *
 * @example growthPerThousand([…], 'heapMb') // 0.02
 */
export function growthPerThousand(points: readonly MemoryPoint[], of: 'heapMb' | 'storeMb'): number {
  const count = points.length;
  const meanX = points.reduce((sum, { requests }) => sum + requests, 0) / count;
  const meanY = points.reduce((sum, point) => sum + point[of], 0) / count;
  const spread = points.reduce((sum, { requests }) => sum + (requests - meanX) ** 2, 0);
  if (spread === 0) return 0;
  const shared = points.reduce((sum, point) => sum + (point.requests - meanX) * (point[of] - meanY), 0);
  return Math.round((shared / spread) * 1_000 * 100) / 100;
}
