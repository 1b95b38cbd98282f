import * as z from 'zod';
import { nameText, requiredText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';
import { guidanceSchema } from './pattern.ts';
import { recordBase, recordId, timestamp } from './record.ts';

export const taskStatuses = ['open', 'running', 'done', 'failed', 'cancelled'] as const;

/** What a task says about itself, wherever it appears: alone, or inside a run. */
export const taskDetails = lazyObject(() => ({
  description: requiredText,
  category: nameText.nullable().default(null),
  type: nameText.nullable().default(null),
  dependencies: z.array(recordId).default([]),
  /** Expected effort in hours. */
  effort: z.number().nonnegative().nullable().default(null),
}));

/** What is to be done. Its agent is its owner: `scope.agent`, or nobody yet. */
export type Task = z.infer<typeof taskSchema>;
export const taskSchema = lazyObject(() => ({
  ...recordBase,
  ...taskDetails.shape,
  stage: nameText.default('development'),
  status: z.enum(taskStatuses).default('open'),
  /** What patterns that were applied to it advise. */
  guidance: z.array(guidanceSchema).default([]),
  updatedAt: timestamp,
}));

/** The task as a run remembers it, so that a run stays readable when the task changes or was never stored. */
export const runTaskSchema = lazyObject(() => ({
  id: recordId.nullable().default(null),
  ...taskDetails.shape,
}));
