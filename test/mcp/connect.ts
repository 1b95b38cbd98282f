import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { toEngramError } from '../../src/errors.ts';
import { type Engram, openEngram, type Viewer } from '../../src/index.ts';
import { viewerFor } from '../../src/interfaces/access.ts';
import { callerWith, type McpCaller } from '../../src/interfaces/mcp/caller.ts';
import { createMcpHttpHandler } from '../../src/interfaces/mcp/http.ts';
import { createMcpServer } from '../../src/interfaces/mcp/server.ts';
import { bundle, removeBundle } from '../crash/child-process.ts';
import { requestOf } from './request-of.ts';

/** The two generations of the protocol: with a handshake, and without. */
export type Generation = '2025' | '2026';

export function newClient(generation: Generation): Client {
  const mode = generation === '2025' ? 'legacy' : { pin: '2026-07-28' };
  return new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
}

/** A folder with a database in it, and Engram on that database in this process. */
export interface Place {
  readonly folder: string;
  readonly surroundings: { environment: Record<string, string>; folder: string; home: string };
  readonly engram: Engram;
  close(): Promise<void>;
}

export async function createPlace(viewer: Partial<Viewer> = {}): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-mcp-'));
  const environment = { ENGRAM_DB: `file:${join(folder, 'memory.db')}` };
  const surroundings = { environment, folder, home: folder };
  const engram = await openEngram({ surroundings, ...viewer });
  return {
    folder,
    surroundings,
    engram,
    async close() {
      await engram.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A client and a server in this process, for what does not depend on the way between them. */
export async function connectDirectly(
  caller: McpCaller,
  onError?: (error: Error) => void,
  tools = 'all',
): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer({ version: '0.0.0-test', caller, tools, ...(onError && { onError }) });
  await server.connect(serverSide);
  const client = newClient('2025');
  await client.connect(clientSide);
  return client;
}

/** The program that serves over standard input and output, ready to be started. */
export interface StdioProgram {
  readonly path: string;
  connect(place: Place, agent: string, generation: Generation): Promise<Client>;
  remove(): void;
}

export async function buildStdioProgram(): Promise<StdioProgram> {
  const path = await bundle(join(import.meta.dirname, 'stdio-server.ts'));
  return {
    path,
    async connect(place, agent, generation) {
      const client = newClient(generation);
      const args = [path, place.folder, agent];
      await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
      return client;
    },
    remove: () => removeBundle(path),
  };
}

/** A server on a port of this machine, behind tokens, as `engram serve` mounts it. */
export interface HttpServer {
  readonly url: URL;
  connect(secret: string, generation: Generation, agent?: string, address?: URL): Promise<Client>;
  /** As if another process had taken its place: nothing it knew is there any more. */
  replace(): Promise<void>;
  close(): Promise<void>;
}

export async function startHttp({ engram, surroundings }: Place): Promise<HttpServer> {
  let handler = createMcpHttpHandler({ version: '0.0.0-test', tools: 'all' });
  async function answer(request: Request): Promise<Response> {
    const secret = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
    const access = await engram.access.authenticate(secret);
    const view = engram.as(viewerFor(access, { agent: request.headers.get('x-engram-agent') ?? undefined }));
    return handler.fetch(request, callerWith(access, requestOf(engram, view, surroundings)));
  }
  const refused = (thrown: unknown) => new Response(null, { status: toEngramError(thrown).httpStatus });
  const fetch = (request: Request) => answer(request).catch(refused);
  // As long as the product waits: on a slow machine, a client must not meet a connection that is just being closed.
  const serverOptions = { keepAliveTimeout: 65_000 };
  const server = serve({ fetch, hostname: '127.0.0.1', port: 0, serverOptions });
  await new Promise<void>((listening) => server.once('listening', listening));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  return {
    url,
    async connect(secret, generation, agent, address = url) {
      const headers = {
        Authorization: `Bearer ${secret}`,
        ...(agent === undefined ? {} : { 'X-Engram-Agent': agent }),
      };
      const client = newClient(generation);
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
      return client;
    },
    async replace() {
      await handler.close();
      handler = createMcpHttpHandler({ version: '0.0.0-test', tools: 'all' });
    },
    async close() {
      await handler.close();
      await new Promise((closed) => server.close(closed));
    },
  };
}
