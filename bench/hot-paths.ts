import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { openEngine } from '../src/engine.ts';
import { createHttpApp } from '../src/interfaces/http/app.ts';
import { createEventHub } from '../src/interfaces/http/event-hub.ts';
import { serveHttp } from '../src/interfaces/http/serve.ts';
import { viewOf } from '../src/interfaces/library/view-of.ts';
import { loadDriver } from '../src/store/sqlite/driver.ts';
import { compare, type Row } from './measure.ts';

const kept = 1_000;
const listed = 5;
const searched = 3_000;
const viewer = { user: 'bench', project: 'shop', agent: 'alice' };
const empty = { user: 'bench', project: 'nothing', agent: 'alice' };
const large = { user: 'bench', project: 'large', agent: 'alice' };

/** The least that any list on SQLite could do: the statement, and the JSON of its rows. */
const leastStatement = `SELECT id, user_name, project, agent, created_at, kind, expires_at, last_accessed_at, access_count, standing, revision,
  schema_version, body FROM memories WHERE user_name = ? AND project = ? AND agent IN (?, '') AND indexed = 1
  AND standing = 'active' AND (expires_at IS NULL OR expires_at > ?)
  ORDER BY created_at DESC, id DESC, agent DESC LIMIT ${listed + 1}`;

const parts = [
  'nightly export',
  'checkout page',
  'login service',
  'billing job',
  'search index',
  'email queue',
];
const causes = ['the pool was exhausted', 'a token had expired', 'the disk was full', 'two workers raced'];
const cures = ['raise its size', 'renew it before use', 'rotate the logs', 'take a lock', 'stop after three'];
const questions = ['why did the nightly export fail', 'renew the token of the login service', 'disk full'];

/** One of many memories that share their words, as those of one project do. */
const failureText = (index: number): string =>
  `Attempt ${index}: the ${parts[index % 6]} failed because ${causes[index % 4]}; ${cures[index % 5]} (host ${index % 97}).`;

/** Lists and signs of life, each beside the least that could do the same: CPU of one warm process. */
export async function benchHotPaths(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
  const path = join(folder, 'engram.db');
  const surroundings = { environment: {}, folder, home: folder };
  const engine = await openEngine({ db: `file:${path}`, ...viewer, surroundings });
  const { store } = engine.contextFor();
  const library = viewOf(engine.contextFor());
  for (let index = 0; index < kept; index += 1) {
    const text = `Attempt ${index}: the nightly export timed out because the connection pool was exhausted; raise its size.`;
    await library.memories.record({ kind: 'experience', text, tags: ['export'] });
  }
  const project = viewOf(engine.contextFor(large));
  for (let index = 0; index < searched; index += 1)
    await project.memories.record({ kind: 'experience', text: failureText(index) });
  await engine.jobs.run();
  const { DatabaseSync } = await loadDriver();
  const database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  const statement = database.prepare(leastStatement);
  const bareList = (): unknown[] => {
    const rows = statement.all(viewer.user, viewer.project, viewer.agent, Date.now()) as Array<{
      body: string;
    }>;
    return rows.map((row) => ({ ...row, body: JSON.parse(row.body) }));
  };

  const hub = createEventHub();
  const installation = {
    tools: async () => ({}),
    settings: () => Promise.reject(new Error('not asked for')),
    diagnose: () => Promise.reject(new Error('not asked for')),
  };
  const app = createHttpApp({ engine, hub, version: 'bench', installation });
  const bare = new Hono().get('/', () => Response.json({ items: [] }));
  const server = await serveHttp(app, 0);
  const bareApp = { ...app, fetch: async (request: Request) => bare.fetch(request) };
  const bareServer = await serveHttp(bareApp, 0);
  const headers = { 'X-Engram-Project': empty.project };
  const asked = (url: string, init?: RequestInit) => async () => (await fetch(url, init)).text();
  const inProcess =
    (where: { fetch(request: Request): unknown }, url: string, init?: RequestInit) => async () =>
      (await (where.fetch(new Request(`http://localhost${url}`, init)) as Promise<Response>)).text();

  const page = { limit: listed };
  const cpu = await compare(
    [
      { name: 'bare list', run: bareList },
      { name: 'store list', run: () => store.listMemories(viewer, { now: Date.now() }, page) },
      { name: 'library list', run: () => library.memories.list(page) },
      { name: 'bare route', run: inProcess({ fetch: async (request) => bare.fetch(request) }, '/') },
      { name: 'health', run: inProcess(app, '/healthz') },
      { name: 'empty list', run: inProcess(app, '/api/memories?limit=5', { headers }) },
      { name: 'http list', run: inProcess(app, '/api/memories?limit=5') },
    ],
    { warmUp: 5, rounds: 15, repeats: 400 },
  );
  const query = (index: number): string => questions[index % questions.length] ?? '';
  const search = await compare(
    [{ name: 'search', run: (index) => project.memories.search({ query: query(index), limit: listed }) }],
    // A search runs more code than a list, and is compiled later.
    { warmUp: 40, rounds: 9, repeats: 100 },
  );
  const socket = await compare(
    [
      { name: 'bare route', run: asked(`${bareServer.url}/`) },
      { name: 'health', run: asked(`${server.url}/healthz`) },
      { name: 'empty list', run: asked(`${server.url}/api/memories?limit=5`, { headers }) },
      { name: 'http list', run: asked(`${server.url}/api/memories?limit=5`) },
    ],
    { warmUp: 3, rounds: 9, repeats: 300 },
  );
  await server.close();
  await bareServer.close();
  await engine.close();
  database.close();
  rmSync(folder, { recursive: true });

  const of = (name: string): number => cpu.get(name) ?? Number.NaN;
  const overSocket = (name: string): number => socket.get(name) ?? Number.NaN;
  const row = (what: string, measured: number, against: number, goal?: number): Row => ({
    what,
    measured: `${measured.toFixed(0)} µs`,
    against: `${against.toFixed(0)} µs`,
    ratio: `${(measured / against).toFixed(2)}×`,
    goal: goal === undefined ? '–' : `≤ ${goal}×`,
    held: goal === undefined || measured <= goal * against,
  });
  const searchCpu = search.get('search') ?? Number.NaN;
  return [
    row(`store: list of ${listed}, against its statement with JSON`, of('store list'), of('bare list')),
    row(
      `library: list of ${listed}, against its statement with JSON`,
      of('library list'),
      of('bare list'),
      3,
    ),
    row(
      `HTTP: list of ${listed}, against a bare route and that statement`,
      of('http list'),
      of('bare route') + of('bare list'),
      4,
    ),
    row('HTTP: an empty list, against a bare route', of('empty list'), of('bare route')),
    row('HTTP: a sign of life, against a bare route', of('health'), of('bare route')),
    {
      what: `library: a search over ${searched.toLocaleString('en')} memories, warm`,
      measured: `${searchCpu.toFixed(0)} µs`,
      against: '–',
      ratio: '–',
      goal: '≤ 1,000 µs',
      held: searchCpu <= 1_000,
    },
    row(
      `over a socket, client included: list of ${listed}`,
      overSocket('http list'),
      overSocket('bare route') + of('bare list'),
    ),
    row('over a socket, client included: an empty list', overSocket('empty list'), overSocket('bare route')),
    row('over a socket, client included: a sign of life', overSocket('health'), overSocket('bare route')),
  ];
}
