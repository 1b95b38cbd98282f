import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as the server saw it. */
export interface HonchoRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

interface KeptMessage {
  readonly id: string;
  readonly content: string;
  readonly peer_id: string;
  readonly session_id: string;
  readonly workspace_id: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly token_count: number;
}

export interface HonchoServer {
  readonly url: string;
  readonly requests: HonchoRequest[];
  /** All messages, in the order they came. */
  readonly messages: KeptMessage[];
  /** A status that is answered instead, while it is set. */
  failWith: number | undefined;
}

export const honchoKey = 'hch-v3-key-of-the-test';
const idPattern = /^[a-zA-Z0-9_-]{1,512}$/;
const maxContent = 25_000;

/** A server on this machine that speaks the part of Honcho's API (version 3) that its SDK uses for peers, sessions and messages. */
export async function honchoServer(): Promise<HonchoServer> {
  const world = {
    requests: [] as HonchoRequest[],
    messages: [] as KeptMessage[],
    failWith: undefined as number | undefined,
  };
  const server = createServer((incoming, outgoing) => {
    void read(incoming).then((body) => {
      const url = new URL(incoming.url ?? '/', 'http://localhost');
      const request: HonchoRequest = {
        method: incoming.method ?? '',
        path: url.pathname,
        authorization: incoming.headers.authorization,
        body,
      };
      world.requests.push(request);
      const [status, answer] = answerTo(world, request, url.searchParams);
      outgoing.writeHead(status, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify(answer));
    });
  });
  await listen(server);
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return Object.assign(world, { url: `http://127.0.0.1:${port}` });
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve));

async function read(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

type World = Pick<HonchoServer, 'messages' | 'failWith'>;
type Answer = readonly [status: number, body: unknown];

function answerTo(
  world: World,
  { method, path, authorization, body }: HonchoRequest,
  query: URLSearchParams,
): Answer {
  if (world.failWith !== undefined) return [world.failWith, { detail: 'out of order' }];
  if (authorization !== `Bearer ${honchoKey}`) return [401, { detail: `no such key: ${authorization}` }];
  if (method !== 'POST') return [405, { detail: 'Method Not Allowed' }];
  const [, workspace, session, rest = ''] =
    /^\/v3\/workspaces(?:\/([^/]+))?(?:\/sessions\/([^/]+))?(\/.*)?$/.exec(path) ?? [];
  const created = { metadata: {}, configuration: {}, created_at: '2025-01-01T00:00:00Z' };
  if (workspace === undefined || rest === '/peers' || rest === '/sessions') {
    if (!idPattern.test(String(body['id']))) return [422, { detail: 'id' }];
    return [201, { id: body['id'], workspace_id: workspace, is_active: true, ...created }];
  }
  if (session === undefined) return [404, { detail: 'Not Found' }];
  const said = world.messages.filter(
    (message) => message.session_id === session && message.workspace_id === workspace,
  );
  switch (rest) {
    case '/messages':
      return addMessages(world, workspace, session, body['messages'] as Array<Record<string, unknown>>);
    case '/messages/list':
      return [
        200,
        pageOf(
          said.filter((message) => fits(message, body['filters'])),
          query,
        ),
      ];
    case '/search':
      return [200, search(said, String(body['query'])).slice(0, Number(body['limit'] ?? 10))];
    default:
      return [404, { detail: 'Not Found' }];
  }
}

function addMessages(
  { messages }: World,
  workspace_id: string,
  session_id: string,
  given: ReadonlyArray<Record<string, unknown>>,
): Answer {
  if (given.some(({ content }) => String(content).length > maxContent)) return [422, { detail: 'content' }];
  const added = given.map(
    (message, index): KeptMessage => ({
      id: `msg-${messages.length + index}`,
      content: String(message['content']),
      peer_id: String(message['peer_id']),
      session_id,
      workspace_id,
      metadata: (message['metadata'] ?? {}) as Record<string, unknown>,
      created_at: '2025-01-01T00:00:00Z',
      token_count: 1,
    }),
  );
  messages.push(...added);
  return [201, added];
}

/** Metadata is compared by containment; a "*" fits everything. */
function fits({ metadata }: KeptMessage, filters: unknown): boolean {
  const asked = ((filters ?? {}) as { metadata?: Record<string, unknown> }).metadata ?? {};
  return Object.entries(asked).every(([name, value]) => value === '*' || metadata[name] === value);
}

/** Without "reverse", the oldest first; 50 to a page, 100 at most. */
function pageOf(items: readonly KeptMessage[], query: URLSearchParams) {
  const size = Math.min(Number(query.get('size') ?? 50), 100);
  const page = Number(query.get('page') ?? 1);
  const ordered = query.get('reverse') === 'true' ? items.toReversed() : items;
  return {
    items: ordered.slice((page - 1) * size, page * size),
    total: items.length,
    page,
    size,
    pages: Math.ceil(items.length / size),
  };
}

function search(items: readonly KeptMessage[], query: string): KeptMessage[] {
  const words = query.toLowerCase().split(/\W+/).filter(Boolean);
  const hits = (message: KeptMessage): number =>
    words.filter((word) => message.content.toLowerCase().includes(word)).length;
  return items.filter((message) => hits(message) > 0).sort((left, right) => hits(right) - hits(left));
}
