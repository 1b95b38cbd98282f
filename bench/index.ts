import { benchColdStart } from './cold-start.ts';
import { benchImport } from './import.ts';
import { benchLoad } from './load.ts';
import { printTable, type Row } from './measure.ts';
import { benchRecording } from './record.ts';
import { benchRedaction } from './redact.ts';

async function load(): Promise<Row[]> {
  const server = process.env['ENGRAM_TEST_POSTGRES'];
  const schema = (use: string): string => `${server}?schema=bench_${process.pid}_${use}`;
  return [
    ...(await benchLoad('SQLite', (folder, use) => `file:${folder}/${use}.db`)),
    ...(server === undefined ? [] : await benchLoad('PostgreSQL', (_folder, use) => schema(use))),
  ];
}

const redaction = (): Row[] =>
  benchRedaction().map(({ name, megabytesPerSecond }) => ({
    what: name,
    measured: `${megabytesPerSecond.toFixed(0)} MB/s`,
    against: '–',
    ratio: '–',
    goal: '≥ 50 MB/s',
    held: megabytesPerSecond >= 50,
  }));

/** Every figure from one run on one machine; only the ratios mean anything elsewhere. */
const benches: Readonly<Record<string, readonly [string, () => Row[] | Promise<Row[]>]>> = {
  record: ['Recording (CPU of a warm process, median of 15 rounds that take turns)', benchRecording],
  start: ['Starting (wall time, median of 25)', benchColdStart],
  redact: ['Redaction (best of 7 rounds)', redaction],
  import: ['Importing (CPU, median of 5 rounds that take turns)', benchImport],
  load: ['Load on loopback (wall time)', load],
};

const asked = process.argv.slice(2);
for (const [name, [title, measure]] of Object.entries(benches)) {
  if (asked.length === 0 || asked.includes(name)) printTable(title, await measure());
}
