import * as z from 'zod';
import { jsonObject } from '../json/json.ts';
import { lazyObject, lazySchema } from '../records/lazy-schema.ts';
import { count } from '../records/number.ts';
import { fraction, recordBase, recordId, sourceSchema, timestamp } from '../records/record.ts';
import {
  earlierVersionSchema,
  experimentContentSchema,
  seedingSchema,
  sessionExampleSchema,
  sessionTemplateContentSchema,
  sessionTypes,
} from '../records/session-template.ts';

export const sessionTemplate = lazySchema(() =>
  sessionTemplateContentSchema
    .pick({
      sessionId: true,
      type: true,
      tags: true,
      description: true,
      version: true,
      status: true,
      retiredBecause: true,
      automatic: true,
      usage: true,
      lastUsedAt: true,
    })
    .extend({
      id: recordId,
      name: z.string(),
      agent: z.string().nullable(),
      createdAt: timestamp,
      updatedAt: timestamp,
      examples: count,
      effectiveness: z
        .object({ sessions: z.number().nonnegative(), successRate: fraction, low: fraction, high: fraction })
        .nullable(),
    }),
);

export const sessionTemplateDetails = lazyObject(() => ({
  template: sessionTemplate,
  examples: z.array(sessionExampleSchema).readonly(),
  earlier: z.array(earlierVersionSchema).readonly(),
  seedings: z.array(seedingSchema).readonly(),
}));

export const bestSessionTemplate = lazyObject(() => ({ template: sessionTemplate.nullable() }));

export const sessionTemplateStatistics = lazyObject(() => ({
  total: count,
  by_type: z.record(z.enum(sessionTypes), count),
  total_examples: count,
  total_usage: count,
}));

export const injectedChat = lazyObject(() => ({
  messages: z.array(jsonObject).readonly(),
  system: z.union([z.string(), z.array(jsonObject).readonly()]).optional(),
  template: z.object({ id: recordId, name: z.string(), version: count }),
  injected: count,
}));

export const experiment = lazyObject(() => ({
  ...recordBase,
  slug: z.string().nullable(),
  updatedAt: timestamp,
  revision: count,
  keys: z.array(z.string()),
  derivedFrom: z.array(sourceSchema),
  kind: z.literal('experiment'),
  content: experimentContentSchema,
}));

export const deletedSessionTemplate = lazyObject(() => ({ deleted: recordId }));
