import * as z from 'zod';
import { jsonObject } from '../json/json.ts';
import { slugSchema } from '../text/slug.ts';
import { nameText, storableText } from '../text/text.ts';
import { field, pageInput } from './field.ts';
import { lazySchema, lazyStrictObject } from './lazy-schema.ts';
import { recordId } from './record.ts';
import { maxExamples, sessionTypes } from './session-template.ts';

/** What callers may ask for about session templates. Unknown fields are refused, as everywhere. */

const type = lazySchema(() => field(z.enum(sessionTypes).optional(), 'Only templates of this type'));
const tags = lazySchema(() =>
  field(z.array(nameText).max(50).default([]), 'Only templates with one of these tags'),
);
const name = field(recordId, 'Name or id of the template', { argument: true });

export const createSessionTemplateInput = lazyStrictObject(() => ({
  session: field(recordId, 'The session whose calls become examples; a run does, too', { argument: true }),
  name: field(slugSchema.optional(), 'Its name; one that you have already gets another version'),
  type: field(
    z.enum(sessionTypes).optional(),
    'What the session was about; told from its calls when left out',
  ),
  tags: field(z.array(nameText).max(50).optional(), 'What it is found by'),
  description: field(storableText.optional(), 'What it is good for'),
  maxExamples: field(
    z.number().int().min(1).max(maxExamples).default(maxExamples),
    'How many examples it has at most',
  ),
}));

export const listSessionTemplatesInput = lazyStrictObject(() => ({
  type,
  tags,
  limit: pageInput.limit,
}));

export const sessionTemplateInput = lazyStrictObject(() => ({ name }));

export const bestSessionTemplateInput = lazyStrictObject(() => ({ type, tags }));

export const chatFormats = ['openai', 'anthropic'] as const;
/** The chat API whose messages are given: OpenAI's and all that follow it, or Anthropic's. */
export type ChatFormat = (typeof chatFormats)[number];

export const injectSessionTemplateInput = lazyStrictObject(() => ({
  name,
  messages: field(
    z.array(jsonObject).max(10_000, 'must have at most 10000 messages'),
    'The messages of the chat, as its API takes them',
  ),
  format: field(z.enum(chatFormats).default('openai'), 'The form of the messages'),
  system: field(
    z.union([z.string(), z.array(jsonObject)]).optional(),
    'The system prompt, where the API takes it apart from the messages (anthropic)',
  ),
  tools: field(z.array(nameText).optional(), 'Only examples of these tools: those the session has'),
  session: field(recordId.optional(), 'The session that is seeded; how it ends is then followed up'),
  run: field(recordId.optional(), 'The run that is seeded; how it ends is then followed up'),
}));

const sessions = lazySchema(() => z.array(recordId).max(1_000).optional());

export const sessionExperimentInput = lazyStrictObject(() => ({
  name,
  cold: field(
    sessions,
    'Sessions or runs that were not seeded; finished runs of the same tasks when left out',
  ),
  seeded: field(sessions, 'Sessions or runs that were; those the template was injected into when left out'),
}));

export const listExperimentsInput = lazyStrictObject(() => ({
  name: field(recordId.optional(), 'Only experiments with this template, by its name'),
  limit: pageInput.limit,
}));

export const experimentInput = lazyStrictObject(() => ({
  id: field(recordId, 'Name or id of the experiment', { argument: true }),
}));
