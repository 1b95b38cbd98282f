import * as z from 'zod';
import { findingSchema } from '../records/check.ts';
import { lazyObject, lazySchema } from '../records/lazy-schema.ts';
import { checkSchema, trialContentSchema } from '../records/lesson.ts';
import { count } from '../records/number.ts';
import { fraction, recordId, timestamp } from '../records/record.ts';
import { itemsOf } from './outputs.ts';

export const verdict = lazyObject(() => ({
  verdict: z.enum(['allow', 'warn', 'block']),
  findings: z.array(findingSchema).readonly(),
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

export const checks = itemsOf(measuredCheck);

export const checkDetails = lazyObject(() => ({
  check: measuredCheck,
  trials: z
    .array(
      z.object({ id: recordId, createdAt: timestamp, updatedAt: timestamp, content: trialContentSchema }),
    )
    .readonly(),
}));
