import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/operations/operations.ts';
import { aNewSchema, requireServer } from '../store/postgres-server.ts';
import { writeTrusted } from '../trusted-file.ts';
import { type Answer, openCli, openHttp, openLibrary, openMcp, type TestedInterface } from './interfaces.ts';
import type { Known } from './step.ts';
import { story } from './story.ts';

/** An answer without what differs from call to call: ids by the order they appear in, times and durations by name. */
function alike(answers: readonly Answer[]): unknown {
  const ids = new Map<string, string>();
  const text = JSON.stringify(answers)
    .replace(/\b(run|step|ses|msg|mem|tpl|tok|les|wfl|rec)_[0-9A-Za-z]{26}\b/g, (id, prefix: string) => {
      const known = ids.get(id) ?? `${prefix}#${ids.size}`;
      ids.set(id, known);
      return known;
    })
    .replace(/"next":"[\w-]+"/g, '"next":"cursor"')
    .replace(/"next":"[\w+/=]+"/g, '"next":"cursor"')
    // Each seal is another, and hashes with it.
    .replace(/"(hash|head)":"[0-9a-f]{64}"/g, '"$1":"hash"')
    .replace(/"secret":"engram_[\w-]+"/g, '"secret":"secret"')
    .replace(/":1[78]\d{11}\b/g, '":"time"')
    // The marks around a context, and how many tokens ids take, depend on the ids in it.
    .replace(/recorded-data-[0-9a-f]{12}/g, 'recorded-data')
    .replace(/"tokens":\d+/g, '"tokens":0')
    .replace(/"(wallTimeMs|meanMs|medianMs|expectedMs)":[\d.e-]+/g, '"$1":0')
    .replace(/"(timeToFirstSuccessMs|figure":"timeToFirstSuccessMs","cold)":[\d.]+/g, '"$1":0')
    // How long finding memories took is never the same twice.
    .replace(/"(mean|p95)RetrievalMs":(null|[\d.e-]+)/g, '"$1RetrievalMs":0')
    .replace(/"(store_latency_ms|retrieve_latency_ms|query_latency_ms)":[\d.e-]+/g, '"$1":0')
    // A score of a backend depends on how quick it was.
    .replace(/"score":\d+,"recommendation":"[A-Z ]+"/g, '"score":0,"recommendation":"some"')
    .replace(/\(\d+\/100\)/g, '(0/100)')
    // Interfaces on a network note what they refused besides; the library and the command line have nobody to refuse.
    .replace(/"whole":true,"records":\d+/g, '"whole":true,"records":0')
    // Of records with such ids and times.
    .replace(/"checksum":"[0-9a-f]{64}"/g, '"checksum":"sum"')
    .replace(/"created_at":"[\d:.TZ-]+"/g, '"created_at":"time"')
    // How a request came is what the interfaces differ in.
    .replace(/"door":"\w+"/g, '"door":"its own"')
    .replace(/"timestamp":"[\d:.TZ-]+"/g, '"timestamp":"time"')
    .replace(/"(sizeBytes|storageBytes)":\d+/g, '"$1":0')
    .replace(/"seenAt":\[([\d,]+)\]/g, (_, times: string) => `"seenAt":${times.split(',').length}`)
    // Recency counts the milliseconds between writing and reading.
    .replace(/\d\.\d{6,}(e-\d+)?/g, (number) => Number(number).toFixed(4));
  // A server works in the background by itself, so how much each job found to do depends on when.
  return JSON.parse(text, (name, value: unknown) => {
    if (Array.isArray(value)) return value.filter((item) => !isConsolidation(item)).map(withoutStanding);
    return name === 'done' ? 'some' : value;
  });
}

/** A job without where it stands just now. */
function withoutStanding(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || !('leaseUntil' in item)) return item;
  return { ...item, status: 'some', holder: 'somebody', leaseUntil: 'time', left: 'some' };
}

function isConsolidation(value: unknown): boolean {
  return (value as { readonly name?: unknown } | null)?.name === 'consolidate-memories';
}

/** Sends the whole story through one door, on a database of its own. */
async function tell(door: TestedInterface): Promise<Answer[]> {
  const known: Record<string, unknown> = {};
  const answers: Answer[] = [];
  for (const { operation, input, as } of story) {
    if (door.closedTo.includes(operation)) {
      answers.push({ output: 'closed' });
      continue;
    }
    const answer = await door.send(operation, input(known as Known));
    if (as !== undefined && 'output' in answer) known[as] = answer.output;
    answers.push(answer);
  }
  return answers;
}

async function toldThrough(opening: TestedInterface | Promise<TestedInterface>): Promise<Answer[]> {
  const door = await opening;
  try {
    return await tell(door);
  } finally {
    await door.close();
  }
}

/** What a place differs in: where the database is, and how it is doing. */
const ofThePlace = ['config.show', 'doctor'];

async function compare(place: (use: string) => string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-parity-'));
  // Left out, it is "null" for programs and "local" for the others.
  writeTrusted(join(folder, 'engram.config.json'), '{"backend":{"use":"local"}}', folder);
  const library = await toldThrough(openLibrary(place('library'), folder));
  const others: Array<[string, Answer[], readonly string[]]> = [
    ['CLI', await toldThrough(openCli(place('cli'), folder)), ['config.show', 'doctor']],
    // A token of an agent is refused before the operation could say why.
    ['HTTP', await toldThrough(openHttp(place('http'), folder)), ['config.show', 'doctor', 'user.erase']],
    [
      'MCP',
      await toldThrough(openMcp(place('mcp'), folder)),
      [...ofThePlace, ...operations.filter(({ mcp }) => mcp === null).map(({ name }) => name)],
    ],
  ];
  story.forEach(({ operation, refused }, index) => {
    const answer = library[index] ?? { output: undefined };
    if (!ofThePlace.includes(operation)) {
      expect('refused' in answer ? answer.refused.code : undefined, operation).toBe(refused);
    }
  });
  for (const [name, answers, apart] of others) {
    const common = (all: readonly Answer[]) =>
      all.filter((_, index) => !apart.includes(story[index]?.operation ?? ''));
    const [mine, theirs] = [alike(common(library)), alike(common(answers))] as [unknown[], unknown[]];
    const told = story.filter(({ operation }) => !apart.includes(operation));
    told.forEach(({ operation }, index) => {
      expect(theirs[index], `${operation} through ${name}`).toEqual(mine[index]);
    });
    answers.forEach((answer, index) => {
      const operation = operations.find((candidate) => candidate.name === story[index]?.operation);
      if ('output' in answer && answer.output !== 'closed') {
        expect(
          operation?.output.safeParse(answer.output).error,
          `${operation?.name} through ${name}`,
        ).toBeUndefined();
      }
    });
  }
}

describe('API-1 … API-4: every operation answers the same through library, CLI, HTTP and MCP', () => {
  it('on SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'engram-parity-'));
    await compare((use) => `file:${join(folder, `${use}.db`)}`);
  }, 120_000);

  it('on PostgreSQL', async (context) => {
    const url = requireServer(context);
    const schemas = new Map<string, string>();
    await compare((use) => {
      const place = schemas.get(use) ?? aNewSchema(url).url;
      schemas.set(use, place);
      return place;
    });
  }, 120_000);

  it('leaves no operation out: a new one belongs into the story', () => {
    const told = new Set(story.map(({ operation }) => operation));
    expect(operations.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([]);
  });
});
