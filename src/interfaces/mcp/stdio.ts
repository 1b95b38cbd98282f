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
  /** Where the client speaks; standard input otherwise. */
  readonly input?: Readable;
  /** Where it is answered, and nothing else may be written; standard output otherwise. */
  readonly output?: Writable;
}

/** How long the last answers may take once the client has stopped speaking. */
const patienceMs = 10_000;

/**
 * Serves one client over standard input and output, and returns when it has left.
 *
 * @example
 * await serveStdio({ version: '1.0.0', caller: localCaller(request) });
 * await engram.close();
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { input = process.stdin, output = process.stdout, onError = () => {} } = options;
  await new Promise<void>((left) => {
    const transport = answeringTransport(input, output, left);
    serve(() => createMcpServer(options), { transport, onerror: onError });
  });
}

/**
 * The protocol's transport drops what is not answered yet when its input ends. A script that pipes its questions in
 * would hear nothing, so this one first answers what was asked.
 */
function answeringTransport(input: Readable, output: Writable, left: () => void): Transport {
  const unended = new PassThrough();
  const wire = new StdioServerTransport(unended, output);
  const unanswered = new Set<string | number>();
  let patience: NodeJS.Timeout | undefined;
  let ended = false;

  function leaveWhenAnswered(): void {
    if (ended && unanswered.size === 0) unended.end();
  }
  function onEnd(): void {
    ended = true;
    patience ??= setTimeout(() => unended.end(), patienceMs);
    leaveWhenAnswered();
  }

  const transport: Transport = {
    async start() {
      await wire.start();
      input.once('end', onEnd).once('close', onEnd).pipe(unended, { end: false });
    },
    async send(message) {
      await wire.send(message);
      if (isJSONRPCResponse(message) && message.id !== undefined) unanswered.delete(message.id);
      leaveWhenAnswered();
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
    clearTimeout(patience);
    // Else the process would go on listening to a client that nobody answers.
    input.unpipe(unended).pause();
    transport.onclose?.();
    left();
  };
  return transport;
}

/** A request that its client no longer waits for is never answered. */
function cancelledRequest(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
