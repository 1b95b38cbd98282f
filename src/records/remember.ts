import * as z from 'zod';
import { jsonObject } from '../json/json.ts';
import { field } from './field.ts';
import { lazyObject, lazyStrictObject } from './lazy-schema.ts';
import { memoryKinds } from './memory.ts';
import { count } from './number.ts';
import { recordId } from './record.ts';

/** Messages in one call; a longer conversation is given in pieces. */
const maxMessages = 20_000;

export const rememberInput = lazyStrictObject(() => ({
  messages: field(
    z.array(jsonObject).max(maxMessages, `must have at most ${maxMessages} messages; send them in pieces`),
    'The conversation, oldest first: {role, content, at, name}, as chat APIs write it, with tool calls and their results',
  ),
  session: field(recordId.optional(), 'Name of the conversation; memories say where they come from by it'),
  by: field(
    z.enum(['auto', 'rules', 'model']).default('auto'),
    'Who chooses: rules, the configured model, or (auto) the model where there is one, and rules otherwise',
  ),
  maxTokens: field(
    z.number().int().min(0).max(1_000_000).default(20_000),
    'Tokens, in and out, that the model may use for this conversation; rules read what is left',
  ),
  dryRun: field(
    z.boolean().default(false),
    'Show what would be kept and why the rest is not, and keep nothing',
  ),
}));

/** For what a memory was kept. */
export const keptFor = ['preference', 'fact', 'event', 'rule', 'decision', 'correction', 'lesson'] as const;
export type KeptFor = (typeof keptFor)[number];

/** Why a message, or the best of its sentences, is not kept; the later one of two is the nearer to being kept. */
export const notKept = [
  'no-message',
  'not-a-person',
  'nothing-typed',
  'other-language',
  'no-statement',
  'question',
  'hedged',
  'momentary',
  'points-elsewhere',
  'vague',
  'not-chosen',
  'secret',
  'known',
] as const;
export type NotKept = (typeof notKept)[number];

/** One memory that was kept, or would be. */
export const keptSchema = lazyObject(() => ({
  /** Null in a dry run. */
  id: recordId.nullable(),
  kind: z.enum(memoryKinds),
  why: z.enum(keptFor),
  text: z.string(),
  /** The message it comes from, counted from 0. */
  position: count,
  /** Memories that held until now, and that this one contradicts. */
  supersedes: z.array(recordId),
}));

/** What a conversation was worth. */
export type RememberReport = z.infer<typeof rememberedSchema>;
export const rememberedSchema = lazyObject(() => ({
  dryRun: z.boolean(),
  by: z.enum(['rules', 'model']),
  messages: count,
  kept: z.array(keptSchema),
  /** Messages that gave nothing, by reason, most frequent first. */
  notKept: z.array(z.object({ reason: z.enum(notKept), count, positions: z.array(count) })),
  /** What the model used, and why rules did its work in the end; null when it was not asked. */
  model: z.object({ inputTokens: count, outputTokens: count, problem: z.string().nullable() }).nullable(),
}));
