import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { JsonObject } from '../src/json/json.ts';
import { groupBy } from '../src/learn/group-by.ts';

/** Messages of one system, and which of them are the same event. Loghub: A Large Collection of System Log Datasets for AI-driven Log Analytics. */
export interface SystemLog {
  readonly system: string;
  readonly messages: readonly string[];
  readonly events: readonly string[];
}

/** One failed call of a coding agent. */
export interface CodingError {
  /** Twelve hexadecimal digits that name it without saying anything of it. */
  readonly key: string;
  readonly session: string;
  readonly at: number;
  readonly tool: string;
  readonly input: JsonObject;
  readonly output: string;
  /** The calls of the session before this one that were over by then, the last one last. */
  readonly before: readonly CodingCall[];
  /** The first call made after this failure that went well; none when there was none. */
  readonly next: CodingCall | undefined;
}

/** One call of a coding agent. */
export interface CodingCall {
  readonly session: string;
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly calledAt: number;
  readonly answeredAt: number;
  readonly failed: boolean;
  readonly output: string;
}

const dataFile = (path: string): string => resolve(process.env['ENGRAM_BENCH_DATA'] ?? 'no-data', path);

function has(path: string): boolean {
  const found = existsSync(dataFile(path));
  if (!found) console.log(`Left out: set ENGRAM_BENCH_DATA to a folder with ${path}.`);
  return found;
}

export const hasLogs = (): boolean => has('loghub');
export const hasCodingSessions = (): boolean => has('coding-sessions/sessions.jsonl.gz');

/** Every log there is, by name. */
export function readLogs(): readonly SystemLog[] {
  const folder = dataFile('loghub');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .sort()
    .map((name) => {
      const [header = [], ...rows] = readCsv(readFileSync(resolve(folder, name), 'utf8'));
      const column = (title: string): string[] => rows.map((row) => row[header.indexOf(title)] ?? '');
      return { system: basename(name, '.csv'), messages: column('Content'), events: column('EventId') };
    });
}

/** Fields may be quoted, and hold commas, quotes and line breaks then. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/g)) {
    if (end === '' && row.length === 0 && (quoted ?? plain) === '') break;
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

interface Recorded {
  readonly kind: 'call' | 'result';
  readonly session: string;
  readonly ts: string;
  readonly id: string;
  readonly name?: string;
  readonly input?: JsonObject;
  readonly is_error?: boolean;
  readonly output?: string;
}

/** A call that was not made, or only because another one failed, says nothing about itself. */
const notItsOwn = /The user doesn't want to (?:proceed|take this action)|Sibling tool call errored/;

/** The failed calls of all coding sessions, in time order. */
export function readCodingErrors(): readonly CodingError[] {
  return [...groupBy(readCalls(), ({ session }) => session).values()]
    .flatMap((calls) => calls.flatMap((call, place) => errorOf(call, place, calls)))
    .sort((left, right) => left.at - right.at || (left.key < right.key ? -1 : 1));
}

function errorOf(call: CodingCall, place: number, calls: readonly CodingCall[]): CodingError[] {
  const { session, id, tool, input, output, answeredAt: at } = call;
  if (!call.failed || notItsOwn.test(output)) return [];
  const key = createHash('sha256')
    .update(session + id)
    .digest('hex')
    .slice(0, 12);
  const next = calls.find((later) => later.calledAt > at && !later.failed);
  const before = calls.slice(0, place).filter(({ answeredAt }) => answeredAt <= at);
  return [{ key, session, at, tool, input, output, before, next }];
}

/** Every call that was answered, in time order. */
function readCalls(): CodingCall[] {
  const text = gunzipSync(readFileSync(dataFile('coding-sessions/sessions.jsonl.gz'))).toString('utf8');
  const records = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Recorded => JSON.parse(line));
  const name = ({ session, id }: Recorded): string => `${session} ${id}`;
  const answers = new Map(
    records.filter(({ kind }) => kind === 'result').map((record) => [name(record), record]),
  );
  return records
    .filter(({ kind }) => kind === 'call')
    .flatMap((call) => {
      const answer = answers.get(name(call));
      if (answer === undefined || call.name === undefined) return [];
      return {
        session: call.session,
        id: call.id,
        tool: call.name,
        input: call.input ?? {},
        calledAt: Date.parse(call.ts),
        answeredAt: Date.parse(answer.ts),
        failed: answer.is_error === true,
        output: answer.output ?? '',
      };
    })
    .sort((left, right) => left.calledAt - right.calledAt);
}
