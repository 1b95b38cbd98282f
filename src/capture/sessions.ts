import type * as z from 'zod';
import type { Context } from '../ports/context.ts';
import { appendMessageInput } from '../records/inputs.ts';
import { parseInput } from '../records/parse.ts';
import { schemaVersion } from '../records/record.ts';
import type { Viewer } from '../records/scope.ts';
import { type Message, messageSchema } from '../records/session.ts';
import { redactCommand } from './redact-command.ts';

export type AppendMessage = z.input<typeof appendMessageInput>;

/** A chat-style run that is being recorded. */
export interface SessionHandle {
  readonly id: string;
  append(message: Omit<AppendMessage, 'session'>): Promise<Message>;
}

/**
 * Every message brings its session along (insert-or-ignore, same commit), so a first message that failed on
 * a busy database does not orphan the later ones.
 */
export async function appendMessage(context: Context, viewer: Viewer, raw: AppendMessage): Promise<Message> {
  const { session: sessionId, ...input } = parseInput(appendMessageInput, raw, 'message');
  const createdAt = context.clock.now();
  const owned = { schemaVersion, scope: viewer, createdAt } as const;
  const message = messageSchema.parse({ ...input, ...owned, id: context.ids('msg'), sessionId });
  const command = redactCommand({ type: 'append-message', session: { ...owned, id: sessionId }, message });
  await context.store.commit([command]);
  return command.message;
}
