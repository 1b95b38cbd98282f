import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEngram, type View } from '../src/index.ts';
import { freePort, keptIds, type Serving, startServing } from '../test/crash/serving.ts';
import type { Row } from './measure.ts';

const clients = 200;
const seconds = Number(process.env['ENGRAM_BENCH_SECONDS'] ?? 60);

/** What a client does next: half writes, half reads of three sorts. */
const mix = ['record', 'search', 'record', 'list', 'record', 'get'] as const;
type Deed = (typeof mix)[number];

interface Work {
  /** Records a memory and answers its id. */
  record(externalId: string, text: string): Promise<string>;
  search(query: string): Promise<void>;
  list(): Promise<void>;
  get(id: string): Promise<void>;
}

interface Outcome {
  done: number;
  readonly kept: string[];
  readonly errors: string[];
  readonly latencies: Record<Deed, number[]>;
}

async function drive(work: Work, forSeconds: number): Promise<Outcome> {
  const outcome: Outcome = {
    done: 0,
    kept: [],
    errors: [],
    latencies: { record: [], search: [], list: [], get: [] },
  };
  const until = performance.now() + forSeconds * 1_000;
  async function client(name: number): Promise<void> {
    let last = '';
    for (let turn = name; performance.now() < until; turn += 1) {
      const deed = mix[turn % mix.length] ?? 'record';
      const started = performance.now();
      try {
        if (deed === 'record') {
          const externalId = `${name}-${turn}`;
          last = await work.record(
            externalId,
            `client ${name} notes that attempt ${turn} of export${turn % 97} passed`,
          );
          outcome.kept.push(externalId);
        } else if (deed === 'search') await work.search(`export${turn % 97}`);
        else if (deed === 'list') await work.list();
        else if (last !== '') await work.get(last);
        outcome.done += 1;
        outcome.latencies[deed].push(performance.now() - started);
      } catch (error) {
        outcome.errors.push(String(error));
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, name) => client(name)));
  return outcome;
}

function throughHttp(url: string): Work {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const call = (method: string, path: string, body?: object): Promise<{ id: string }> =>
    new Promise((resolve, reject) => {
      const asked = request(
        `${url}${path}`,
        { method, agent, headers: body === undefined ? {} : { 'content-type': 'application/json' } },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (piece: string) => {
            text += piece;
          });
          answer.on('end', () => {
            if ((answer.statusCode ?? 500) < 300) resolve(JSON.parse(text) as { id: string });
            else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
          });
          answer.on('error', reject);
        },
      );
      asked.on('error', reject);
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });
  return {
    record: async (externalId, text) =>
      (await call('POST', '/api/memories', { kind: 'knowledge', text, provenance: { externalId } })).id,
    search: async (query) => void (await call('GET', `/api/memories/search?query=${query}&limit=5`)),
    list: async () => void (await call('GET', '/api/memories?limit=5')),
    get: async (id) => void (await call('GET', `/api/memories/${id}`)),
  };
}

function throughLibrary(view: View): Work {
  return {
    record: async (externalId, text) =>
      (await view.memories.record({ kind: 'knowledge', text, provenance: { externalId } })).id,
    search: async (query) => void (await view.memories.search({ query, limit: 5 })),
    list: async () => void (await view.memories.list({ limit: 5 })),
    get: async (id) => void (await view.memories.get(id)),
  };
}

/** Megabytes of memory the server takes, every few seconds, until the load is over. */
async function watchMemory({ url }: Serving, isOver: () => boolean): Promise<number[]> {
  const samples: number[] = [];
  while (!isOver()) {
    await pause(2_000);
    const text = await (await fetch(`${url}/metrics`)).text();
    const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(text) ?? [];
    samples.push(Number(bytes) / 1_048_576);
  }
  return samples;
}

const middle = (values: number[], share: number): number =>
  values.sort((left, right) => left - right)[Math.floor(values.length * share)] ?? Number.NaN;

/** 200 clients at once against the server, and the same work in one process without it. */
export async function benchLoad(name: string, dbIn: (folder: string, use: string) => string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-load-'));
  const server = await startServing(dbIn(folder, 'served'), await freePort(), folder);
  let over = false;
  const memory = watchMemory(server, () => over);
  const served = await drive(throughHttp(server.url), seconds);
  over = true;
  const samples = await memory;
  const kept = await keptIds(server.url);
  const lost = served.kept.filter((id) => !kept.has(id));
  const exitCode = await server.end('SIGTERM');

  const engram = await openEngram({
    db: dbIn(folder, 'library'),
    surroundings: { environment: {}, folder, home: folder },
  });
  const own = await drive(throughLibrary(engram), Math.max(5, seconds / 4));
  await engram.close();
  rmSync(folder, { recursive: true });

  const rate = ({ done }: Outcome, time: number): number => done / time;
  const [http, library] = [rate(served, seconds), rate(own, Math.max(5, seconds / 4))];
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const [early, late] = [
    middle(samples.slice(quarter, 2 * quarter), 0.5),
    middle(samples.slice(-quarter), 0.5),
  ];
  const trouble = served.errors.length + lost.length + (exitCode === 0 ? 0 : 1);
  if (served.errors.length > 0) console.log(served.errors.slice(0, 5));
  const row = (
    what: string,
    measured: string,
    against: string,
    ratio: string,
    goal: string,
    held: boolean,
  ) => ({
    what: `${name}: ${what}`,
    measured,
    against,
    ratio,
    goal,
    held,
  });
  return [
    row(
      `${clients} clients for ${seconds} s, requests a second`,
      http.toFixed(0),
      `library ${library.toFixed(0)}`,
      `${(http / library).toFixed(2)}×`,
      '–',
      true,
    ),
    row(
      'errors, lost acknowledged writes',
      `${served.errors.length}, ${lost.length}`,
      `${served.kept.length} writes`,
      '–',
      '0, 0',
      trouble === 0,
    ),
    row(
      'memory of the server, second and last quarter',
      `${late.toFixed(0)} MB`,
      `${early.toFixed(0)} MB`,
      `${(late / early).toFixed(2)}×`,
      'steady',
      late / early < 1.5,
    ),
    // Against the library only the rate is compared: there, whoever has to wait waits for all that need not.
    ...(['record', 'search', 'list', 'get'] as const).map((deed) =>
      row(
        `${deed}: half of the requests within, 99 % within`,
        `${middle(served.latencies[deed], 0.5).toFixed(0)} ms, ${middle(served.latencies[deed], 0.99).toFixed(0)} ms`,
        '–',
        '–',
        '–',
        true,
      ),
    ),
  ];
}
