import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as the server got it. */
interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly messages: ReadonlyArray<Record<string, unknown>>;
    readonly tools?: readonly unknown[];
    readonly [member: string]: unknown;
  };
}

/** How a server takes a request; the last way goes for all that follow. */
export type Behaviour = (response: ServerResponse) => void;

/** Answers with a message, as OpenAI does. */
export function say(
  message: string | Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): Behaviour {
  const { finish_reason = 'stop', ...others } = more;
  return answerJson({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'small',
    choices: [
      {
        index: 0,
        finish_reason,
        message: { role: 'assistant', ...(typeof message === 'string' ? { content: message } : message) },
      },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    ...others,
  });
}

/** A call as a service writes it. */
export function call(id: string, name: string, toolArguments: unknown): Record<string, unknown> {
  return {
    id,
    type: 'function',
    function: {
      name,
      arguments: typeof toolArguments === 'string' ? toolArguments : JSON.stringify(toolArguments),
    },
  };
}

/** Asks for calls. */
export function ask(...calls: ReadonlyArray<Record<string, unknown>>): Behaviour {
  return say({ content: null, tool_calls: calls }, { finish_reason: 'tool_calls' });
}

export function answerJson(body: unknown): Behaviour {
  return answerText(JSON.stringify(body), 'application/json');
}

export function answerText(text: string, contentType = 'text/plain'): Behaviour {
  return (response) => {
    response.writeHead(200, { 'content-type': contentType }).end(text);
  };
}

/** Answers with a status, as services do that refuse. */
export function refuse(status: number, message = 'no', headers: Record<string, string> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, headers).end(JSON.stringify({ error: { message } }));
  };
}

/** A stream of events that does not end by itself. */
export const streamForever: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('data: {"choices":[{"delta":{"content":"a"}}]}\n\n');
};

/** An answer that goes on for as long as somebody reads it. */
export const neverEnd: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const piece = Buffer.alloc(1_000_000, 'x');
  const write = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', write);
  response.write('{"choices":[{"message":{"content":"');
  write();
};

/** Takes the request and says nothing. */
export const keepSilent: Behaviour = () => {};

export const hangUp: Behaviour = (response) => response.socket?.destroy();

/** A server on this machine that speaks chat completions and behaves as it is told, for the time of a test. */
export async function openChatServer(...behaviours: readonly Behaviour[]) {
  const requests: ReceivedRequest[] = [];
  const waiters: Array<() => void> = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { method, url, headers } = request;
    requests.push({ method, path: url, headers, body: JSON.parse(text) as ReceivedRequest['body'] });
    const behave = behaviours[requests.length - 1] ?? behaviours.at(-1) ?? say('Yes.');
    behave(response);
    for (const wake of waiters.splice(0)) wake();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    /** Resolves when it has got this many requests. */
    async received(count: number): Promise<void> {
      while (requests.length < count) await new Promise<void>((resolve) => waiters.push(resolve));
    },
  };
}
