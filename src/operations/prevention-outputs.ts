import * as z from 'zod';
import { checkRecordSchema } from '../records/check.ts';
import { lazySchema } from '../records/lazy-schema.ts';
import { checkSchema, trialContentSchema } from '../records/lesson.ts';
import { fraction, recordId, sourceSchema, timestamp } from '../records/record.ts';

const count = z.number().int().nonnegative();

const finding = lazySchema(() =>
  z.object({
    check: z.object({ id: recordId, slug: z.string().nullable() }),
    pattern: recordId.nullable(),
    action: z.enum(['warn', 'block']),
    message: z.string(),
    because: z.string(),
    verify: z.enum(['predicate', 'command', 'question']),
    ask: z.string().nullable(),
    evidence: z.object({ record: checkRecordSchema, derivedFrom: z.array(sourceSchema).readonly() }),
  }),
);

export const verdict = lazySchema(() =>
  z.object({
    verdict: z.enum(['allow', 'warn', 'block']),
    findings: z.array(finding).readonly(),
  }),
);

export const created = lazySchema(() => z.object({ created: z.array(checkSchema).readonly() }));

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

export const checks = lazySchema(() => z.object({ items: z.array(measuredCheck).readonly() }));

export const checkDetails = lazySchema(() =>
  z.object({
    check: measuredCheck,
    trials: z
      .array(
        z.object({ id: recordId, createdAt: timestamp, updatedAt: timestamp, content: trialContentSchema }),
      )
      .readonly(),
  }),
);
