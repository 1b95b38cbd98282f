import { PassThrough, type Readable, type Writable } from 'node:stream';
import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpServerOptions } from './server.ts';

export interface StdioOptions extends McpServerOptions {
  /** The client's messages; standard input by default. */
  readonly input?: Readable;
  /** Receives the answers, and must receive nothing else; standard output by default. */
  readonly output?: Writable;
}

/** How long the last answers may take once the input has ended. */
const maxDrainMs = 10_000;

/**
 * Serves one client over standard input and output, and returns when it has disconnected.
 *
 * @example
 * await serveStdio({ version: '1.0.0', caller: localCaller(request) });
 * await engram.close();
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { input = process.stdin, output = process.stdout, onError = () => {} } = options;
  await new Promise<void>((onClosed) => {
    const transport = answeringTransport(input, output, onClosed);
    serve(() => createMcpServer(options), { transport, onerror: onError });
  });
}

/**
 * The SDK's transport drops unanswered requests when its input ends. A script that pipes its requests in would get no
 * answer, so this transport closes only after it has answered them.
 */
function answeringTransport(input: Readable, output: Writable, onClosed: () => void): Transport {
  const unended = new PassThrough();
  const wire = new StdioServerTransport(unended, output);
  const unanswered = new Set<string | number>();
  let drainTimer: NodeJS.Timeout | undefined;
  let ended = false;

  function closeWhenAnswered(): void {
    if (ended && unanswered.size === 0) unended.end();
  }
  function onEnd(): void {
    ended = true;
    drainTimer ??= setTimeout(() => unended.end(), maxDrainMs);
    closeWhenAnswered();
  }

  const transport: Transport = {
    async start() {
      await wire.start();
      input.once('end', onEnd).once('close', onEnd).pipe(unended, { end: false });
    },
    async send(message) {
      await wire.send(message);
      if (isJSONRPCResponse(message) && message.id !== undefined) unanswered.delete(message.id);
      closeWhenAnswered();
    },
    close: () => wire.close(),
  };
  wire.onmessage = (message) => {
    if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen') unanswered.add(message.id);
    const cancelled = cancelledRequest(message);
    if (cancelled !== undefined) unanswered.delete(cancelled);
    transport.onmessage?.(message);
  };
  wire.onerror = (error) => transport.onerror?.(error);
  wire.onclose = () => {
    clearTimeout(drainTimer);
    // A listening input would keep the process alive.
    input.unpipe(unended).pause();
    transport.onclose?.();
    onClosed();
  };
  return transport;
}

/** A request that its client no longer waits for is never answered. */
function cancelledRequest(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
