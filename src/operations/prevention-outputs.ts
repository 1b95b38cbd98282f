import * as z from 'zod';
import { checkRecordSchema } from '../records/check.ts';
import { lazyObject, lazySchema } from '../records/lazy-schema.ts';
import { checkSchema, trialContentSchema } from '../records/lesson.ts';
import { count } from '../records/number.ts';
import { fraction, recordId, sourceSchema, timestamp } from '../records/record.ts';

const finding = lazyObject(() => ({
  check: z.object({ id: recordId, slug: z.string().nullable() }),
  pattern: recordId.nullable(),
  action: z.enum(['warn', 'block']),
  message: z.string(),
  because: z.string(),
  verify: z.enum(['predicate', 'command', 'question']),
  ask: z.string().nullable(),
  evidence: z.object({ record: checkRecordSchema, derivedFrom: z.array(sourceSchema).readonly() }),
}));

export const verdict = lazyObject(() => ({
  verdict: z.enum(['allow', 'warn', 'block']),
  findings: z.array(finding).readonly(),
}));

export const created = lazyObject(() => ({ created: z.array(checkSchema).readonly() }));

const measuredCheck = lazySchema(() =>
  checkSchema.extend({
    measured: z.object({
      judged: count,
      right: count,
      rate: fraction.nullable(),
      lowerBound: fraction,
      upperBound: fraction,
    }),
  }),
);

export const checks = lazyObject(() => ({ items: z.array(measuredCheck).readonly() }));

export const checkDetails = lazyObject(() => ({
  check: measuredCheck,
  trials: z
    .array(
      z.object({ id: recordId, createdAt: timestamp, updatedAt: timestamp, content: trialContentSchema }),
    )
    .readonly(),
}));
