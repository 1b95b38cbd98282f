import * as z from 'zod';
import { json, jsonObject } from './json.ts';
import { parameterSchema, planStepSchema } from './plan.ts';
import { recordBase, recordId, sourceSchema, timestamp } from './record.ts';
import { slugSchema } from './slug.ts';
import { subTaskSchema } from './step.ts';
import { runTaskSchema } from './task.ts';
import { nameText } from './text.ts';

/** A successful call with real arguments and a real result, to show an agent how it was done. */
export const exampleSchema = z.object({
  agent: nameText.nullable(),
  subTask: recordId.nullable(),
  tool: nameText,
  arguments: jsonObject,
  result: json,
});
/** A successful call, to show an agent how it was done. */
export type Example = z.infer<typeof exampleSchema>;

/** A saved run that can be executed again. */
export const templateSchema = z.object({
  ...recordBase,
  slug: slugSchema,
  version: z.number().int().positive().default(1),
  status: z.enum(['draft', 'approved', 'retired']).default('draft'),
  sourceRunId: recordId,
  task: runTaskSchema,
  subTasks: z.array(subTaskSchema).default([]),
  agents: z.array(nameText).default([]),
  parameters: z.array(parameterSchema),
  plan: z.array(planStepSchema),
  examples: z.array(exampleSchema),
  /** What the first run cost, to compare re-runs with. */
  firstRun: z.object({ modelCalls: z.number(), toolCalls: z.number(), wallTimeMs: z.number() }),
  updatedAt: timestamp,
  derivedFrom: z.array(sourceSchema),
});
/** A saved run that can be executed again. */
export type Template = z.infer<typeof templateSchema>;
