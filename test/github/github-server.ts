import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** What the server says instead of its usual answer. */
export interface OtherAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A review as GitHub's API writes it. */
export const review = (login: string, state: string, body = '', commit = 'c1') => ({
  user: { login },
  state,
  body,
  commit_id: commit,
});

/** A pull request as GitHub's API writes it: merged, of two files. */
export const aPull = (overrides: Record<string, unknown> = {}) => ({
  number: 12,
  title: 'Round totals up',
  body: 'Closes #7.\n\nThe totals were cut off.',
  user: { login: 'ada' },
  base: { repo: { full_name: 'acme/shop' } },
  labels: [{ name: 'bug' }],
  state: 'closed',
  merged: true,
  closed_at: '2024-12-31T10:00:00Z',
  commits: 3,
  additions: 40,
  deletions: 12,
  changed_files: 2,
  ...overrides,
});

/** All that the server knows, by path below /api/v3. Lists are given out page by page. */
export interface GitHubWorld {
  readonly records: Map<string, unknown>;
  readonly lists: Map<string, unknown[]>;
  /** Asked first: what it answers is sent instead. */
  interrupt(request: SeenRequest): OtherAnswer | undefined;
}

export interface GitHubServer {
  readonly apiUrl: string;
  readonly host: string;
  readonly requests: SeenRequest[];
  readonly world: GitHubWorld;
}

const prefix = '/api/v3';

/** A server on this machine that speaks as much of GitHub's API as Engram uses. */
export async function startGitHub(
  interrupt: GitHubWorld['interrupt'] = () => undefined,
): Promise<GitHubServer> {
  const requests: SeenRequest[] = [];
  const world: GitHubWorld = { records: new Map(), lists: new Map(), interrupt };
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    let text = '';
    for await (const chunk of request) text += chunk;
    const seen: SeenRequest = {
      method: request.method ?? 'GET',
      path: url.pathname.slice(prefix.length).toLowerCase(),
      query: url.searchParams,
      authorization: request.headers.authorization,
      body: text === '' ? undefined : JSON.parse(text),
    };
    requests.push(seen);
    const other = world.interrupt(seen);
    if (other !== undefined) return send(response, other);
    const changed = change(world, seen);
    if (changed !== undefined) return send(response, changed);
    const list = world.lists.get(seen.path);
    if (list !== undefined) return sendPage(response, list, seen);
    const record = world.records.get(seen.path);
    send(
      response,
      record === undefined ? { status: 404, body: { message: 'Not Found' } } : { status: 200, body: record },
    );
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  return { apiUrl: `http://127.0.0.1:${port}${prefix}`, host: `127.0.0.1:${port}`, requests, world };
}

/** What requests that write do; undefined for those that only look. */
function change(
  { records, lists }: GitHubWorld,
  { method, path, body }: SeenRequest,
): OtherAnswer | undefined {
  const given = body as Record<string, unknown> | undefined;
  const known = records.get(path) as Record<string, unknown> | undefined;
  if (method === 'PATCH' && known !== undefined) {
    records.set(path, { ...known, ...given });
    return { status: 200, body: records.get(path) };
  }
  const list = lists.get(path);
  if (method !== 'POST' || list === undefined) return undefined;
  if (path.endsWith('/sub_issues')) {
    const parts = lists.get(path.replace(/\/\d+\/sub_issues$/, '')) ?? [];
    list.push(parts.find((issue) => (issue as { id: number }).id === given?.['sub_issue_id']));
    return { status: 201, body: {} };
  }
  const issue = anIssue({ ...given, number: 100 + list.length });
  list.unshift(issue);
  records.set(`${path}/${issue.number}`, issue);
  return { status: 201, body: issue };
}

/** An issue as GitHub's API writes it, by somebody who may write to the repository. */
export const anIssue = (overrides: Record<string, unknown> & { number?: number } = {}) => {
  const { number = 7 } = overrides;
  return {
    number,
    id: 9_000 + number,
    title: 'Checkout',
    body: '1. [backend] Build the API\n2. [frontend] Build the page\n3. Test both (after 1, 2)',
    labels: [{ name: 'urgent' }, { name: 'Backend' }],
    created_at: '2024-12-01T10:00:00Z',
    author_association: 'MEMBER',
    user: { login: 'ada', type: 'User' },
    ...overrides,
  };
};

/** Puts an issue into the world, on a server with links between issues or without. */
export function putIssue({ records, lists }: GitHubWorld, issue = anIssue(), hasLinks = true): void {
  const path = '/repos/acme/shop/issues';
  records.set(`${path}/${issue.number}`, issue);
  lists.set(path, [issue]);
  if (hasLinks) lists.set(`${path}/${issue.number}/sub_issues`, []);
}

function sendPage(response: ServerResponse, list: readonly unknown[], { query }: SeenRequest): void {
  const size = Number(query.get('per_page') ?? 30);
  const page = Number(query.get('page') ?? 1);
  const items = list.slice((page - 1) * size, page * size);
  const hasNext = page * size < list.length;
  const headers = hasNext ? { link: `<http://elsewhere.example/next>; rel="next"` } : {};
  send(response, { status: 200, headers, body: items });
}

function send(response: ServerResponse, { status, headers = {}, body = {} }: OtherAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Puts a pull request with its files and reviews into the world. */
export function putPull(
  { records, lists }: GitHubWorld,
  pull: Record<string, unknown> = aPull(),
  { files = ['src/total.ts', 'test/total.test.ts'], reviews = [] as unknown[], repo = 'acme/shop' } = {},
): void {
  const path = `/repos/${repo}/pulls/${pull['number']}`;
  records.set(path, pull);
  lists.set(
    `${path}/files`,
    files.map((filename) => ({ filename })),
  );
  lists.set(`${path}/reviews`, reviews);
}
