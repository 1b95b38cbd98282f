import * as z from 'zod';
import { jsonObject } from '../json/json.ts';
import { nameText, storableText } from '../text/text.ts';
import { field, pageInput, recallLimit } from './field.ts';
import { lazyStrictObject } from './lazy-schema.ts';
import { memoryKinds, provenanceSchema, standings } from './memory.ts';
import { count } from './number.ts';
import { fraction, recordId, sourceSchema, timestamp } from './record.ts';
import { recordedKinds } from './recorded.ts';

/** What callers may ask for about memories. */

/** That something was copied by a grant is for Engram to say. */
const givenSource = () =>
  sourceSchema
    .strict()
    .refine(({ kind }) => kind !== 'grant', 'cannot be a grant: only copies are made by one');

export const recordMemoryInput = lazyStrictObject(() => ({
  kind: field(z.enum(memoryKinds), 'What kind of memory it is', { flag: 'type' }),
  text: field(storableText.default(''), 'The memory in words; enough for every kind', {
    argument: true,
  }),
  content: field(jsonObject.default({}), 'The fields of its kind', { form: 'fields of its kind' }),
  tags: field(z.array(nameText).default([]), 'Labels to find it by'),
  confidence: field(fraction.default(0.5), 'How sure it is, 0 to 1'),
  relevance: field(fraction.default(0.5), 'How much it matters, 0 to 1'),
  successRate: field(fraction.nullable().default(null), 'How often it helped, 0 to 1'),
  lifetime: field(
    z.enum(['short-term', 'long-term']).default('long-term'),
    'short-term is forgotten after 7 days, unless it keeps being used; long-term stays',
  ),
  expiresAt: field(timestamp.nullable().default(null), 'When it is forgotten, in milliseconds since 1970', {
    form: 'time',
  }),
  visibility: field(
    z.enum(['private', 'shareable']).default('private'),
    'A note for its owner; others see it only by a grant, in either case',
  ),
  stated: field(
    z.boolean().default(false),
    'A preference or rule that you, the user, state yourself: agents are told it as yours, and not as data',
  ),
  provenance: field(
    provenanceSchema.omit({ byPerson: true }).strict().prefault({}),
    'Where it comes from: {runId, stepId, importedFrom, agent}',
  ),
  derivedFrom: field(z.array(givenSource()).default([]), 'Records it was made from: [{kind, id}]'),
}));

export const updateMemoryInput = lazyStrictObject(() => ({
  id: field(recordId, 'The memory to change', { argument: true }),
  text: field(storableText.optional(), 'The memory in words', { argument: true }),
  content: field(
    jsonObject.optional(),
    'Fields of its kind that change; the others stay, and null takes one away',
    { form: 'fields of its kind' },
  ),
  tags: field(z.array(nameText).optional(), 'Its labels, instead of those it has'),
  confidence: field(fraction.optional(), 'How sure it is now, 0 to 1'),
  relevance: field(fraction.optional(), 'How much it matters, 0 to 1'),
  expiresAt: field(
    timestamp.nullable().optional(),
    'When it is forgotten, in milliseconds since 1970; null: never',
    { form: 'time' },
  ),
  visibility: field(
    z.enum(['private', 'shareable']).optional(),
    'A note for its owner; others see it only by a grant, in either case',
  ),
  reason: field(storableText.default(''), 'Why it changes, for its history'),
  expectRevision: field(
    count.optional(),
    'The "revision" you have read; the change is refused when somebody changed it since',
  ),
}));

const memoryFilter = {
  kind: field(z.enum(memoryKinds).optional(), 'Only memories of this kind', { flag: 'type' }),
  tag: field(nameText.optional(), 'Only memories with this tag'),
};

export const listMemoriesInput = lazyStrictObject(() => ({
  ...memoryFilter,
  standing: field(
    z.enum(standings).default('active'),
    'Where they stand in their life: active, demoted, superseded, merged or archived',
  ),
  ...pageInput,
}));

const forRun = field(
  recordId.optional(),
  'The run that is given the memories; how it ends speaks for or against them',
);

const followLinks = field(
  z.boolean().default(false),
  'After the hits, what is linked with them as well, and by which relation',
);

/** Messages and runs are found like memories. */
const everythingFilter = {
  kind: field(
    z.enum([...memoryKinds, ...recordedKinds]).optional(),
    'Only memories of this kind, or only "message" or "run"',
    { flag: 'type' },
  ),
  tag: memoryFilter.tag,
};

export const searchMemoriesInput = lazyStrictObject(() => ({
  query: field(z.string(), 'What to look for, in any words', { argument: true }),
  ...everythingFilter,
  followLinks,
  strict: field(z.boolean().default(false), 'Only memories that mean almost the same as the query'),
  run: forRun,
  limit: recallLimit,
}));

export const retrieveMemoriesInput = lazyStrictObject(() => ({
  context: field(z.string(), 'The situation you are in', { argument: true }),
  ...memoryFilter,
  followLinks,
  run: forRun,
  limit: recallLimit,
}));

export const contextInput = lazyStrictObject(() => ({
  query: field(z.string(), 'What is to be done, or the situation', { argument: true }),
  ...everythingFilter,
  tokens: field(
    z.number().int().min(1).max(1_000_000).optional(),
    'How long the text may be at most; 1500 unless configured',
  ),
  limit: field(z.number().int().min(1).max(100).optional(), 'How many memories at most; 5 unless configured'),
  minRelevance: field(
    fraction.optional(),
    'How relevant they must be, against the best match; 0.6 unless configured',
  ),
  preferSuccessful: field(
    z.boolean().optional(),
    'Whether what went well comes before what went badly; true unless configured',
  ),
  short: field(z.boolean().default(false), 'One line for each memory instead of its whole story'),
  run: forRun,
}));

export const importMemoriesInput = lazyStrictObject(() => ({
  items: field(
    z.array(z.unknown()).max(10_000, 'must have at most 10000 items; send them in pieces'),
    'Memories from elsewhere: {kind, text or content, tags, createdAt, agent, session, position, externalId}',
  ),
}));
