import { basename } from 'node:path';
import { EngramError, invalidInput } from '../../../errors.ts';
import { isJsonObject } from '../../../json/json.ts';
import type { CarryOut } from '../call.ts';
import { openFile } from './read-lines.ts';

const maxBytes = 100_000_000;

/** `memory remember --file F`: messages as a JSON list, an object with "messages", or a message a line. */
export const rememberFile: CarryOut = async ({ own, input, terminal }, perform) => {
  const source = own['file'];
  if (typeof source !== 'string') return undefined;
  const messages = messagesIn(await textOf(source, terminal));
  const session = input['session'] ?? (source === '-' ? undefined : basename(source));
  return perform({ ...input, messages, ...(session === undefined ? {} : { session }) });
};

async function textOf(source: string, terminal: Parameters<typeof openFile>[1]): Promise<string> {
  const file = await openFile(source, terminal);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of file.content) {
    bytes += piece.length;
    if (bytes > maxBytes)
      throw new EngramError('too_large', `The file ${source} is larger than ${maxBytes} bytes. Split it.`, {
        details: { limit: maxBytes },
      });
    pieces.push(piece);
  }
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

function messagesIn(text: string): unknown[] {
  const whole = parsed(text);
  if (whole === undefined) return text.split('\n').flatMap(messageIn);
  if (Array.isArray(whole.value)) return whole.value;
  if (isJsonObject(whole.value) && Array.isArray(whole.value['messages'])) return whole.value['messages'];
  return [whole.value];
}

function messageIn(line: string, index: number): unknown[] {
  if (line.trim() === '') return [];
  const message = parsed(line);
  if (message !== undefined) return [message.value];
  throw invalidInput(
    `Line ${index + 1} is not valid JSON. Give a JSON list of messages, or JSON Lines with {"role", "content"} on each line.`,
  );
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
