import * as z from 'zod';
import { jsonObject } from '../json/json.ts';
import { nameText, storableText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { recordBase, recordId, timestamp } from './record.ts';

/** A chat-style run. It exists from its first message on. */
export type Session = z.infer<typeof sessionSchema>;
export const sessionSchema = lazyObject(() => ({ ...recordBase }));

export const messageRoles = ['system', 'user', 'assistant', 'tool'] as const;

export const toolCallSchema = lazyObject(() => ({ id: recordId, name: nameText, arguments: jsonObject }));

export const messageSchema = lazyObject(() => ({
  ...recordBase,
  sessionId: recordId,
  role: z.enum(messageRoles),
  content: storableText,
  toolCalls: z.array(toolCallSchema).default([]),
  /** On a tool message: the call it answers. */
  toolCallId: recordId.nullable().default(null),
  toolName: nameText.nullable().default(null),
}));
/** One message of a session, with the tool calls it asked for or the call it answers. */
export type Message = z.infer<typeof messageSchema>;

/** A session with how many messages it has and when the last one came. */
export type SessionSummary = z.infer<typeof sessionSummarySchema>;
export const sessionSummarySchema = lazyObject(() => ({
  ...sessionSchema.shape,
  messages: count,
  lastMessageAt: timestamp,
}));
