import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { EngramError, type ErrorCode, invalidInput } from '../../errors.ts';
import { addCommonHeaders, errorAnswer, rawErrorAnswer } from './answer.ts';
import type { HttpApp } from './app.ts';
import { isLoopback } from './browser-safety.ts';
import { type Connections, watchConnections } from './connections.ts';
import type { HttpLimits } from './limits.ts';

/** A server that listens. */
export interface HttpServer {
  /** Where to find it: `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Takes no new requests, lets those under way end for a while, and returns when all connections are closed. */
  close(): Promise<void>;
}

/** Without tokens, whoever reaches the server owns everything in it. So it listens on this machine only. */
export function refuseUnprotected(host: string, hasTokens: boolean): void {
  if (isLoopback(host) || hasTokens) return;
  throw new EngramError(
    'forbidden',
    `Listening on ${host} lets other machines in, and no token protects what is here. Create one with "engram token create", or leave out --host.`,
    { details: { host } },
  );
}

/**
 * Listens for HTTP. Port 0 takes any that is free.
 *
 * @example
 * const server = await serveHttp(createHttpApp({ engine, hub, version, installation }), 0);
 * await fetch(`${server.url}/healthz`);
 * await server.close();
 */
export async function serveHttp(app: HttpApp, port: number): Promise<HttpServer> {
  const { host, limits } = app;
  refuseUnprotected(host, await app.hasTokens());
  const server = createServer({
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headersMs,
    // The app refuses slow bodies itself, and better; this is for those that it never reads.
    requestTimeout: limits.headersMs + limits.bodyMs * 2,
    connectionsCheckingInterval: Math.min(limits.headersMs, 5_000),
    // Longer than proxies keep theirs, so that none sends a request on a connection that is just being closed.
    keepAliveTimeout: 65_000,
    // Without a Host the request is refused by us, in the form of all other refusals.
    requireHostHeader: false,
  });
  const connections = watchConnections(server);
  const answer = getRequestListener((request, bindings) => app.fetch(request, bindings as HttpBindings), {
    overrideGlobalObjects: false,
    errorHandler: () => {
      const requestId = randomUUID();
      const refusal = invalidInput('The address or the host of the request is not valid.');
      return addCommonHeaders(errorAnswer(refusal, requestId), requestId);
    },
  });
  server.on('request', answer);
  // An expectation we do not know is no reason to refuse.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable && connections.isFree(socket)) socket.end(rawErrorAnswer(refusalOf(error, limits)));
    else socket.destroy();
  });
  server.on('connect', (_request, socket: Socket) => {
    socket.end(rawErrorAnswer(new EngramError('wrong_method', 'This server is no proxy.')));
  });
  await listen(server, host, port);
  const { port: taken } = server.address() as AddressInfo;
  return { url: `http://${shownHost(host)}:${taken}`, close: () => close(server, app, connections) };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen(port, host, resolve);
  });
}

function cannotListen(cause: NodeJS.ErrnoException, host: string, port: number): EngramError {
  const refusal = (code: ErrorCode, problem: string): EngramError =>
    new EngramError(code, problem, { details: { host, port }, cause });
  switch (cause.code) {
    case 'EADDRINUSE':
      return refusal('conflict', `Port ${port} is in use. Choose another with --port.`);
    case 'EACCES':
      return refusal('forbidden', `Port ${port} needs more rights. Choose one above 1023 with --port.`);
    default:
      return refusal('invalid_input', `Cannot listen on ${host}, port ${port}: ${cause.message}.`);
  }
}

/** What arrived was no request; Node says why. */
function refusalOf(error: NodeJS.ErrnoException, { headBytes, headersMs }: HttpLimits): EngramError {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new EngramError('timeout', 'The request did not arrive in time.', {
        details: { limitMs: headersMs },
      });
    case 'HPE_HEADER_OVERFLOW':
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new EngramError('too_large', 'The head of the request is too large.', {
        details: { limit: headBytes },
      });
    default:
      return invalidInput('This is not HTTP as this server understands it.');
  }
}

async function close(server: Server, app: HttpApp, connections: Connections): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  app.endStreams();
  connections.closeQuiet();
  const late = setTimeout(() => server.closeAllConnections(), app.limits.closingMs);
  await closed;
  clearTimeout(late);
}

function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
