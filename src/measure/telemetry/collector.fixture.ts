import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Attribute, OtlpSpan } from './otlp.ts';

/** A request as the collector got it. */
interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly resourceSpans: ReadonlyArray<{
      readonly resource: { readonly attributes: readonly Attribute[] };
      readonly scopeSpans: ReadonlyArray<{ readonly spans: readonly OtlpSpan[] }>;
    }>;
  };
}

/** How a collector takes a request; the last way goes for all that follow. */
export type Behaviour = (response: ServerResponse) => void;

export const accept: Behaviour = (response) => response.end('{}');

/** Answers with a status, as collectors do that have had enough. */
export function answer(status: number, headers: Record<string, string> = {}): Behaviour {
  return (response) => response.writeHead(status, headers).end('{"message":"no"}');
}

/** Takes the request and says nothing. */
export const keepSilent: Behaviour = () => {};

export const hangUp: Behaviour = (response) => response.socket?.destroy();

/** Says that all is well, but never gets to the end of saying it. */
export const neverFinish: Behaviour = (response) => response.writeHead(200).write('{');

/** A collector on this machine that behaves as it is told, for the time of a test. */
export async function openCollector(...behaviours: readonly Behaviour[]) {
  const requests: ReceivedRequest[] = [];
  const waiters: Array<() => void> = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method, url, headers } = request;
    requests.push({ method, path: url, headers, body: JSON.parse(text) });
    const behave = behaviours[requests.length - 1] ?? behaviours.at(-1) ?? accept;
    behave(response);
    for (const wake of waiters.splice(0)) wake();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: (): OtlpSpan[] =>
      requests
        .flatMap(({ body }) => body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
        .flatMap(({ spans }) => spans),
    /** Resolves when it has got this many requests. */
    async received(count: number): Promise<void> {
      while (requests.length < count) await new Promise<void>((resolve) => waiters.push(resolve));
    },
    close,
  };
}

/** Attributes as a plain object, for comparison. */
export function plain(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, ...Object.values(value)]));
}
