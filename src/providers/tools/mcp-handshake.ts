import {
  Client,
  ProtocolError,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Tool,
} from '@modelcontextprotocol/client';
import { EngramError } from '../../errors.ts';
import { shownUrl } from '../../text/shown-url.ts';
import { limitedFetch } from './limited-fetch.ts';
import type { McpOptions, McpServer } from './mcp-options.ts';
import { ServerProcess } from './server-process.ts';

/** Listeners for what a server does by itself. */
export interface ServerListener {
  toolsChanged(tools: readonly Tool[]): void;
  /** An answer of a service could not be read to its end. */
  broken(cause: unknown): void;
  /** A program said more at a time than it may. The protocol ends it. */
  overflowed(): void;
  closed(): void;
}

/** A server that has answered, with the tools it has. */
export interface Handshake {
  readonly client: Client;
  readonly transport: ServerProcess | StreamableHTTPClientTransport;
  readonly tools: readonly Tool[];
}

/** Tools often change several at a time; they are listed again once. */
const settlingMs = 50;

/**
 * Starts a server, or reaches it, and asks for its tools. Servers of both generations of the protocol are understood.
 *
 * @throws EngramError `config_invalid`, or `timeout`, with what the server wrote to standard error. It has ended then.
 */
export async function initializeClient(
  name: string,
  server: McpServer,
  options: McpOptions,
  listener: ServerListener,
): Promise<Handshake> {
  const { signal: given, startTimeoutMs = 60_000 } = options;
  const late = AbortSignal.timeout(startTimeoutMs);
  const signal = given === undefined ? late : AbortSignal.any([given, late]);
  let transport = transportTo(server, options, listener);
  try {
    try {
      return await sendInitialized(transport, 'legacy', signal, listener);
    } catch (error) {
      // A server that knows only the newer generation says no to the older. Asking for the newer first would cost
      // each server of the older a second process.
      if (!(error instanceof ProtocolError) && !(error instanceof SdkHttpError && error.status === 400))
        throw error;
      transport = transportTo(server, options, listener);
      return await sendInitialized(transport, 'auto', signal, listener);
    }
  } catch (error) {
    if (given?.aborted === true) throw given.reason;
    const lastWords = transport instanceof ServerProcess ? transport.lastWords() : '';
    const problem = late.aborted ? `it did not answer within ${startTimeoutMs} ms` : inWords(error);
    throw notStarted(name, server, problem, lastWords, late.aborted, error);
  }
}

async function sendInitialized(
  transport: Handshake['transport'],
  mode: 'legacy' | 'auto',
  signal: AbortSignal,
  listener: ServerListener,
): Promise<Handshake> {
  const client = new Client(
    { name: 'engram', version: '1' },
    {
      versionNegotiation: { mode },
      listChanged: {
        tools: {
          debounceMs: settlingMs,
          onChanged: (_error, tools) => tools !== null && listener.toolsChanged(tools),
        },
      },
    },
  );
  // The signal ends waiting; the protocol's own limit must not do so before.
  const requestOptions = { signal, timeout: 2 ** 31 - 1 };
  try {
    signal.throwIfAborted();
    await client.connect(transport, requestOptions);
    // Asked for tools it does not speak of, the client writes to standard output.
    const hasTools = client.getServerCapabilities()?.tools !== undefined;
    const { tools } = hasTools ? await client.listTools(undefined, requestOptions) : { tools: [] };
    client.onerror = ({ message }) => {
      // All other errors reported here also reach the caller that waits for the answer.
      if (/exceeded maximum size/.test(message)) listener.overflowed();
    };
    client.onclose = () => listener.closed();
    return { client, transport, tools };
  } catch (error) {
    await transport.close();
    throw error;
  }
}

function transportTo(
  server: McpServer,
  { folder, maxResultBytes }: McpOptions,
  listener: ServerListener,
): Handshake['transport'] {
  // A message holds a result up to twice, as a value and as an escaped text.
  const maxMessageBytes = 3 * maxResultBytes + 100_000;
  if ('url' in server) {
    const fetch = limitedFetch(maxMessageBytes, (cause) => listener.broken(cause));
    return new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: server.headers },
      fetch,
    });
  }
  const { command, args, env, cwd = folder } = server;
  const parameters = { command, args, env, maxBufferSize: maxMessageBytes };
  return new ServerProcess(cwd === undefined ? parameters : { ...parameters, cwd });
}

function notStarted(
  name: string,
  server: McpServer,
  problem: string,
  lastWords: string,
  late: boolean,
  cause: unknown,
): EngramError {
  // Arguments may hold a key, as the environment may.
  const what = 'url' in server ? shownUrl(server.url) : server.command;
  const wrote = lastWords === '' ? '' : `\nIt wrote:\n${lastWords}`;
  return new EngramError(
    late ? 'timeout' : 'config_invalid',
    `The MCP server "${name}" (${what}) did not start: ${problem}.${wrote}`,
    { details: { server: name, ...('url' in server ? { url: what } : { command: what }), lastWords }, cause },
  );
}

function inWords(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  if (code === 'ENOENT') return 'there is no such command, or no such folder to start it in';
  if (code === 'EACCES') return 'it may not be executed';
  if (code === 'CONNECTION_CLOSED') return 'it ended at once';
  const deeper = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : '';
  return deeper === '' ? message : `${message} (${deeper})`;
}
