import * as z from 'zod';
import { lazyObject, lazySchema } from '../records/lazy-schema.ts';
import { count } from '../records/number.ts';
import { timestamp } from '../records/record.ts';
import { exampleSchema, madeTemplateSchema } from '../records/template.ts';
import { dryRunSchema, endedStatus, ranCallSchema, templateRunSchema } from '../records/template-run.ts';
import { itemsOf } from './outputs.ts';

export const savedTemplate = lazySchema(() => madeTemplateSchema.extend({ templateId: z.string() }));

export const templateRun = lazySchema(() =>
  z.discriminatedUnion('status', [templateRunSchema, dryRunSchema]),
);

export const solved = lazyObject(() => ({
  status: endedStatus,
  runId: z.string(),
  text: z.string(),
  modelCalls: count,
  toolCalls: z.array(ranCallSchema).readonly(),
  reason: z.string().optional(),
  durationMs: z.number(),
}));

export const examples = lazySchema(() =>
  itemsOf(
    exampleSchema.extend({
      id: z.string(),
      templateId: z.string(),
      sourceTaskId: z.string().nullable(),
      at: timestamp,
    }),
  ),
);

export const counted = lazyObject(() => ({ count }));
export const deleted = lazyObject(() => ({ deleted: z.string() }));
