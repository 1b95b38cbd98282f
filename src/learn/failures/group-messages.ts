import type * as z from 'zod';
import { signaturesInput } from '../../records/learning-inputs.ts';
import { parseInput } from '../../records/parse.ts';
import { errorSignature } from '../../text/signature.ts';
import { openGrouping } from './grouping/grouping.ts';

type AskSignatures = z.input<typeof signaturesInput>;

/** A message with its signature and what its group has in common. */
export interface GroupedMessage {
  /** Counted from 1. */
  readonly line: number;
  readonly signature: string;
  /** The words of the group after all messages are read, with `<*>` where they differ. */
  readonly pattern: string;
}

/** Groups messages that say the same, whatever ids, numbers and times they carry. Nothing is kept. */
export function groupMessages(raw: AskSignatures): GroupedMessage[] {
  const { messages } = parseInput(signaturesInput, raw, 'messages');
  const placing = startPlacing();
  for (const message of messages) placing.add(message);
  return [...placing.finish()];
}

/** The same for messages that come one after the other, as from a file of any length. */
export async function* groupLines(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<GroupedMessage> {
  const placing = startPlacing();
  for await (const line of lines) placing.add(line);
  yield* placing.finish();
}

/** Keeps one entry per signature until every message is read. */
function startPlacing(): { add(message: string): void; finish(): Generator<GroupedMessage> } {
  const grouping = openGrouping();
  const places = new Map<string, { readonly signature: string; readonly group: string }>();
  const lines: Array<{ readonly signature: string; readonly group: string }> = [];
  return {
    add(message) {
      const signature = errorSignature(message);
      const group = grouping.place(signature);
      const place = places.get(signature) ?? { signature, group };
      places.set(signature, place);
      lines.push(place);
    },
    *finish() {
      grouping.settle();
      for (const [index, { signature, group }] of lines.entries()) {
        yield { line: index + 1, signature, pattern: grouping.group(group)?.template ?? signature };
      }
    },
  };
}
