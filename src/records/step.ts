import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { nameText, storableText } from '../text/text.ts';
import { capturedSchema } from './captured.ts';
import { lazySchema } from './lazy-schema.ts';
import { recordBase, recordId, timestamp } from './record.ts';

/** What went wrong in a step. `signature` is the message with its variable parts masked. */
export const stepErrorSchema = lazySchema(() =>
  z.object({
    type: nameText,
    message: storableText,
    signature: storableText,
  }),
);
/** What went wrong in a step. */
export type StepError = z.infer<typeof stepErrorSchema>;

/** The part of a larger task a step belongs to. */
export const subTaskSchema = lazySchema(() =>
  z.object({
    id: recordId,
    index: z.number().int().nonnegative(),
    text: storableText,
  }),
);

const stepBase = lazySchema(() =>
  z.object({
    ...recordBase,
    runId: recordId,
    /** The step that was going on when this one started, for calls made inside calls. */
    parentId: recordId.nullable().default(null),
    subTask: subTaskSchema.nullable().default(null),
    /** Order of starting within the run, from 0. */
    position: z.number().int().nonnegative(),
    startedAt: timestamp,
    durationMs: z.number().nonnegative(),
    success: z.boolean(),
    error: stepErrorSchema.nullable().default(null),
  }),
);

export const toolStepSchema = lazySchema(() =>
  z.object({
    ...stepBase.shape,
    kind: z.literal('tool'),
    tool: nameText,
    arguments: jsonObject,
    result: json,
    /** Fields that were over the size cap and are kept only as a preview; such a step cannot be replayed. */
    truncated: z.array(z.enum(['arguments', 'result'])).default([]),
    /** What the check of the tool captured before the call; left out when the tool has none. */
    captured: capturedSchema.optional(),
  }),
);

export const modelStepSchema = lazySchema(() =>
  z.object({
    ...stepBase.shape,
    kind: z.literal('model'),
    model: nameText,
    inputTokens: z.number().int().nonnegative(),
    outputTokens: z.number().int().nonnegative(),
  }),
);

/** A note or a message written down during the run. */
export const noteStepSchema = lazySchema(() =>
  z.object({
    ...stepBase.shape,
    kind: z.enum(['note', 'message']),
    text: storableText,
  }),
);

/** One thing that happened in a run. */
export const stepSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [toolStepSchema, modelStepSchema, noteStepSchema]),
);
/** One thing that happened in a run: `kind` says which. */
export type Step = z.infer<typeof stepSchema>;
/** A tool call, with its arguments and its result. */
export type ToolStep = z.infer<typeof toolStepSchema>;
