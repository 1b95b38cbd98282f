import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openEngram } from '../src/index.ts';
import { linesOf } from '../src/interfaces/cli/bulk/read-lines.ts';
import { loadDriver } from '../src/store/sqlite/driver.ts';
import { median, type Row } from './measure.ts';

const size = 100_000;
const rounds = 5;
const batch = 500;

const line = (number: number) => ({
  externalId: `turn-${number}`,
  kind: 'experience',
  text: `Ann: attempt ${number}, the nightly export timed out because the connection pool was exhausted; raising it to ${number % 40} helped`,
  createdAt: 1_750_000_000_000 + number,
  session: `session-${number % 500}`,
  position: number % 200,
});

/** Seconds of CPU a piece of work takes. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Importing against the least anybody could do: read the lines, insert their bytes in batches, each id once. */
export async function benchImport(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
  const path = join(folder, 'memories.jsonl');
  writeFileSync(path, Array.from({ length: size }, (_, number) => JSON.stringify(line(number))).join('\n'));
  const seconds = { bare: [] as number[], imported: [] as number[], indexed: [] as number[] };
  const bytes = await storedBytes(folder);
  for (let round = 0; round < rounds; round += 1) {
    seconds.bare.push(await cpuOf(() => importBarely(path, bytes, join(folder, `bare-${round}.db`))));
    const engram = await openEngram({
      db: `file:${join(folder, `engram-${round}.db`)}`,
      surroundings: { environment: {}, folder, home: folder },
    });
    seconds.imported.push(
      await cpuOf(async () => {
        for await (const lines of linesOf(createReadStream(path, { highWaterMark: 1 << 18 }))) {
          await engram.memories.import(lines.map(({ text }) => JSON.parse(text)));
        }
      }),
    );
    seconds.indexed.push(await cpuOf(async () => void (await engram.jobs.run())));
    await engram.close();
  }
  rmSync(folder, { recursive: true });
  const [bare, imported, indexed] = [median(seconds.bare), median(seconds.imported), median(seconds.indexed)];
  const row = (what: string, measured: number, goal: string, held: boolean): Row => ({
    what,
    measured: `${measured.toFixed(2)} s`,
    against: `${bare.toFixed(2)} s`,
    ratio: `${(measured / bare).toFixed(2)}×`,
    goal,
    held,
  });
  return [
    row(`${size} memories imported against bare batched inserts`, imported, '≤ 2×', imported / bare <= 2),
    row('indexing them for search afterwards, in the background', indexed, '–', true),
  ];
}

/** The very bytes Engram stores for such a memory. */
async function storedBytes(folder: string): Promise<string> {
  const engram = await openEngram({ db: 'memory:', surroundings: { environment: {}, folder, home: folder } });
  await engram.memories.import([line(0)]);
  const { items } = await engram.memories.list();
  return JSON.stringify(items[0]);
}

async function importBarely(path: string, bytes: string, database: string): Promise<void> {
  const { DatabaseSync } = await loadDriver();
  const bare = new DatabaseSync(database, { readOnly: false, timeout: 0 });
  bare.exec('PRAGMA journal_mode = WAL');
  bare.exec('PRAGMA synchronous = NORMAL');
  bare.exec('CREATE TABLE records (id TEXT PRIMARY KEY, external_id TEXT UNIQUE, body TEXT NOT NULL)');
  const insert = bare.prepare('INSERT INTO records (id, external_id, body) VALUES (?, ?, ?)');
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (number % batch === 0) bare.exec('BEGIN');
    const { externalId } = JSON.parse(text) as { externalId: string };
    insert.run(`mem_${String(number).padStart(26, '0')}`, externalId, bytes);
    number += 1;
    if (number % batch === 0) bare.exec('COMMIT');
  }
  bare.close();
}
