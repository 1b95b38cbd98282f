import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { EngramOptions } from '../../src/engine.ts';
import { createHttpApp, type HttpAppOptions } from '../../src/interfaces/http/app.ts';
import { createEventHub, type EventHub } from '../../src/interfaces/http/event-hub.ts';
import { type HttpServer, serveHttp } from '../../src/interfaces/http/serve.ts';
import type { Engram } from '../../src/interfaces/library/engram.ts';
import type { Installation } from '../../src/operations/request-context.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Viewer } from '../../src/records/scope.ts';
import { type TokenScope, tokenScopes } from '../../src/records/token.ts';
import type { FixedClock } from '../../src/testing/index.ts';
import { openForTest } from '../stories/open-for-test.ts';

type Headers = Readonly<Record<string, string>>;

/** An answer, read to its end. What its body holds is up to the test that reads it. */
export interface Answer {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly text: string;
  readonly body: unknown;
}

/** A server of one test's own, with an engine in memory behind it. */
export interface HttpTestServer {
  readonly engram: Engram & { readonly time: FixedClock };
  readonly hub: EventHub;
  readonly server: HttpServer;
  readonly url: string;
  /** Sends a request; a body is sent as JSON, text as it is. */
  call(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  /** Makes a token and answers the header that shows it. */
  token(viewer: Partial<Viewer>, scopes?: readonly TokenScope[], more?: object): Promise<Headers>;
}

export interface TestServerOptions extends Partial<Omit<HttpAppOptions, 'engine'>> {
  readonly options?: EngramOptions;
  /** Puts something else in the place of what the store does. */
  readonly instead?: Partial<Store>;
}

export const everyScope: readonly TokenScope[] = tokenScopes;

/** Settings and a diagnosis that do not depend on the machine. */
export const installationForTest: Installation = {
  settings: async () => ({
    settings: { db: 'memory:' } as never,
    origins: { db: 'default' },
    withheld: [],
    fromProject: [],
    mayUse: () => true,
    home: '/nowhere',
  }),
  diagnose: async () => ({ healthy: true, checks: [] }),
  tools: async () => ({ get_order: ({ id }: { id: number }) => ({ id, total: id * 10 }) }),
};

/** Opens a server that ends with the test it is made in. */
export async function openTestServer({
  options: given,
  instead,
  ...options
}: TestServerOptions = {}): Promise<HttpTestServer> {
  const hub = options.hub ?? createEventHub();
  const opened = await openForTest({ ...given, onEvent: hub.publish });
  const contextFor: Engram['contextFor'] = (...asked) => {
    const context = opened.contextFor(...asked);
    return { ...context, store: { ...context.store, ...instead } };
  };
  const engine = { ...opened, contextFor };
  const installation = installationForTest;
  const app = createHttpApp({ version: '0.0.0-test', installation, ...options, engine, hub });
  const server = await serveHttp(app, 0);
  onTestFinished(async () => {
    await server.close();
    await opened.close();
  });
  return {
    engram: opened,
    hub,
    server,
    url: server.url,
    async call(method, path, body, headers = {}) {
      const answer = await fetch(server.url + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type') === 'application/json' && text !== '';
      return {
        status: answer.status,
        headers: answer.headers,
        text,
        body: isJson ? JSON.parse(text) : undefined,
      };
    },
    async token(viewer, scopes = everyScope, more = {}) {
      const { secret } = await opened
        .as(viewer)
        .tokens.create({ name: 'test', scopes: [...scopes], ...more });
      return { Authorization: `Bearer ${secret}` };
    },
  };
}

/** A connection without a client's good manners. */
export interface RawConnection {
  readonly socket: Socket;
  /** All that was answered, when the server has closed the connection. */
  readonly whole: Promise<string>;
}

/** Connects and writes what it is given, whether or not it is HTTP. */
export function connectRaw(url: string, text: string): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  const whole = new Promise<string>((resolve) => {
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
  socket.write(text);
  return { socket, whole };
}

/** The status and the JSON body of an answer that was read as bytes. */
export function parseRaw(answer: string): { status: number; body: unknown } {
  const [head = '', body = ''] = answer.split(/\r\n\r\n([\s\S]*)/);
  const text = /transfer-encoding: chunked/i.test(head)
    ? body.replace(/^[0-9a-f]+\r\n|\r\n0\r\n\r\n$/g, '')
    : body;
  return { status: Number(head.split(' ')[1]), body: JSON.parse(text) };
}

/** A promise and the function that fulfils it. */
export function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
