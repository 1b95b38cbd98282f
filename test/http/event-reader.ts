import { onTestFinished } from 'vitest';

/** One block of a stream of events. */
export interface ReceivedEvent {
  readonly id: string | undefined;
  readonly type: string | undefined;
  readonly data: unknown;
  /** Of a line that only says that the stream is alive. */
  readonly comment: string | undefined;
}

export interface EventReader {
  readonly status: number;
  /** The next block; undefined when the stream has ended. */
  next(): Promise<ReceivedEvent | undefined>;
  /** The next block that is an event of the engine or a reset. */
  event(): Promise<ReceivedEvent | undefined>;
  leave(): void;
}

/** Listens as a browser would, block by block. */
export async function listen(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const answer = await fetch(url, { headers, signal: leaving.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = '';

  async function next(): Promise<ReceivedEvent | undefined> {
    for (;;) {
      const end = waiting.indexOf('\n\n');
      if (end >= 0) {
        const block = waiting.slice(0, end);
        waiting = waiting.slice(end + 2);
        return parseBlock(block);
      }
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return undefined;
      waiting += value;
    }
  }

  async function event(): Promise<ReceivedEvent | undefined> {
    for (;;) {
      const block = await next();
      if (block === undefined || block.type !== undefined) return block;
    }
  }

  return { status: answer.status, next, event, leave: () => leaving.abort() };
}

function parseBlock(block: string): ReceivedEvent {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
  const data = field('data');
  return {
    id: field('id'),
    type: field('event'),
    data: data === undefined ? undefined : JSON.parse(data),
    comment: field(''),
  };
}
