import * as z from 'zod';
import { jsonObject } from '../json/json.ts';
import { slugSchema } from '../text/slug.ts';
import { nameText, storableText } from '../text/text.ts';
import { meanings } from './field.ts';
import { lazySchema } from './lazy-schema.ts';
import { recordId } from './record.ts';
import { maxExamples, sessionTypes } from './session-template.ts';

/** What callers may ask for about session templates. Unknown fields are refused, as everywhere. */

const type = lazySchema(() => z.enum(sessionTypes).optional().describe('Only templates of this type'));
const tags = lazySchema(() =>
  z.array(nameText).max(50).default([]).describe('Only templates with one of these tags'),
);
const name = recordId.describe('Name or id of the template').register(meanings, { argument: true });

export const createSessionTemplateInput = lazySchema(() =>
  z.strictObject({
    session: recordId
      .describe('The session whose calls become examples; a run does, too')
      .register(meanings, { argument: true }),
    name: slugSchema.optional().describe('Its name; one that you have already gets another version'),
    type: z
      .enum(sessionTypes)
      .optional()
      .describe('What the session was about; told from its calls when left out'),
    tags: z.array(nameText).max(50).optional().describe('What it is found by'),
    description: storableText.optional().describe('What it is good for'),
    maxExamples: z
      .number()
      .int()
      .min(1)
      .max(maxExamples)
      .default(maxExamples)
      .describe('How many examples it has at most'),
  }),
);

export const listSessionTemplatesInput = lazySchema(() =>
  z.strictObject({
    type,
    tags,
    limit: z.number().int().min(1).max(1_000).default(20).describe('How many to answer at most'),
  }),
);

export const sessionTemplateInput = lazySchema(() => z.strictObject({ name }));

export const bestSessionTemplateInput = lazySchema(() => z.strictObject({ type, tags }));

export const chatFormats = ['openai', 'anthropic'] as const;
/** The chat API whose messages are given: OpenAI's and all that follow it, or Anthropic's. */
export type ChatFormat = (typeof chatFormats)[number];

export const injectSessionTemplateInput = lazySchema(() =>
  z.strictObject({
    name,
    messages: z
      .array(jsonObject)
      .max(10_000, 'must have at most 10000 messages')
      .describe('The messages of the chat, as its API takes them'),
    format: z.enum(chatFormats).default('openai').describe('The form of the messages'),
    system: z
      .union([z.string(), z.array(jsonObject)])
      .optional()
      .describe('The system prompt, where the API takes it apart from the messages (anthropic)'),
    tools: z.array(nameText).optional().describe('Only examples of these tools: those the session has'),
    session: recordId.optional().describe('The session that is seeded; how it ends is then followed up'),
    run: recordId.optional().describe('The run that is seeded; how it ends is then followed up'),
  }),
);

const sessions = lazySchema(() => z.array(recordId).max(1_000).optional());

export const sessionExperimentInput = lazySchema(() =>
  z.strictObject({
    name,
    cold: sessions.describe(
      'Sessions or runs that were not seeded; finished runs of the same tasks when left out',
    ),
    seeded: sessions.describe(
      'Sessions or runs that were; those the template was injected into when left out',
    ),
  }),
);

export const listExperimentsInput = lazySchema(() =>
  z.strictObject({
    name: recordId.optional().describe('Only experiments with this template, by its name'),
    limit: z.number().int().min(1).max(1_000).default(20).describe('How many to answer at most'),
  }),
);

export const experimentInput = lazySchema(() =>
  z.strictObject({
    id: recordId.describe('Name or id of the experiment').register(meanings, { argument: true }),
  }),
);
