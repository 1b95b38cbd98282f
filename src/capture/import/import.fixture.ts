import { readSessions } from './read.ts';
import type { ImportFormat, ImportItem } from './records.ts';

/** Bytes in chunks of these sizes, over and over; all at once unless told otherwise. */
export async function* chunksOf(
  content: string | Uint8Array,
  sizes: readonly number[] = [],
): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  let start = 0;
  for (let turn = 0; start < bytes.length; turn += 1) {
    const size = sizes[turn % Math.max(sizes.length, 1)] ?? bytes.length;
    yield bytes.slice(start, start + size);
    start += size;
  }
}

interface Options {
  readonly format?: ImportFormat;
  readonly sizes?: readonly number[];
  readonly maximumBytes?: number;
}

/** Everything a reader yields for this content of a file called `chat.jsonl`. */
export async function itemsIn(content: string | Uint8Array, options: Options = {}): Promise<ImportItem[]> {
  const { sizes, maximumBytes = 100_000_000, format = 'auto' } = options;
  const items: ImportItem[] = [];
  const source = { name: 'chat.jsonl', format, maximumBytes };
  for await (const item of readSessions(chunksOf(content, sizes), source)) items.push(item);
  return items;
}

/** The same for values, written as JSON Lines. */
export function itemsInLines(...values: readonly unknown[]): Promise<ImportItem[]> {
  return itemsIn(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
}

/** A few words for each item, for tests that look at the order of many. */
export function outline(items: readonly ImportItem[]): string[] {
  return items.map((item) => {
    switch (item.kind) {
      case 'message':
        return `${item.session} ${item.role}: ${item.text}`;
      case 'call':
        return `${item.session} calls ${item.tool} ${JSON.stringify(item.arguments)} as ${item.key}`;
      case 'result': {
        const outcome = item.error === null ? 'answers' : `fails with ${item.error.type}`;
        return `${item.session} ${outcome} ${item.key}: ${JSON.stringify(item.result)}`;
      }
      default:
        return `${item.kind} ${item.place}: ${item.reason}`;
    }
  });
}
