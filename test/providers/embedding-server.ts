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
    readonly input: readonly string[];
    readonly encoding_format: string;
    readonly dimensions?: number;
  };
}

/** How a server takes a request; the last way goes for all that follow. */
export type Behaviour = (response: ServerResponse, texts: readonly string[]) => void;

/** The vector of a text that everyone can compute: its length and its first character. */
export function vectorOf(text: string): number[] {
  return [text.length, text.charCodeAt(0), 1];
}

/** Answers as OpenAI does. */
export const embed: Behaviour = (response, texts) =>
  answerJson({ data: texts.map((text, index) => ({ index, embedding: vectorOf(text) })) })(response, texts);

export function answerJson(body: unknown): Behaviour {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

/** Answers one vector for each text, whatever the text. */
export function answerVectors(...vectors: readonly unknown[]): Behaviour {
  return answerJson({ data: vectors.map((embedding, index) => ({ index, embedding })) });
}

/** Answers with a status, as services do that refuse. */
export function refuse(status: number, message = 'no', headers: Record<string, string> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, headers).end(JSON.stringify({ error: { message } }));
  };
}

/** Takes requests of so many texts, of so many characters each, and refuses all others. */
export function takeAtMost(texts: number, characters: number): Behaviour {
  return (response, given) => {
    const isTooLarge = given.length > texts || given.some((text) => text.length > characters);
    (isTooLarge ? refuse(400, 'too large') : embed)(response, given);
  };
}

/** Takes the request and says nothing. */
export const keepSilent: Behaviour = () => {};

export const hangUp: Behaviour = (response) => response.socket?.destroy();

/** A server on this machine that behaves as it is told, for the time of a test. */
export async function openEmbeddingServer(...behaviours: readonly Behaviour[]) {
  const requests: ReceivedRequest[] = [];
  const waiters: Array<() => void> = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { method, url, headers } = request;
    const body = JSON.parse(text) as ReceivedRequest['body'];
    requests.push({ method, path: url, headers, body });
    const behave = behaviours[requests.length - 1] ?? behaviours.at(-1) ?? embed;
    behave(response, body.input);
    for (const wake of waiters.splice(0)) wake();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    /** The texts of each request. */
    texts: (): ReadonlyArray<readonly string[]> => requests.map(({ body }) => body.input),
    /** Resolves when it has got this many requests. */
    async received(count: number): Promise<void> {
      while (requests.length < count) await new Promise<void>((resolve) => waiters.push(resolve));
    },
    close,
  };
}
