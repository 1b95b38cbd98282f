import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { nameText, storableText } from '../text/text.ts';
import { field, pageInput } from './field.ts';
import { lazyObject, lazySchema, lazyStrictObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { recordId, timestamp } from './record.ts';
import { workflowSchema, workflowStatuses } from './workflow.ts';

const id = field(recordId, 'The id of the workflow, or the one it was given when it was started', {
  argument: true,
});

export const workflowById = lazyStrictObject(() => ({ id }));

export const startWorkflowInput = lazyStrictObject(() => ({
  name: field(nameText, 'The name of the workflow', { argument: true }),
  version: field(
    nameText.optional(),
    'The version of its definition; the one that was registered last otherwise',
  ),
  input: field(jsonObject.default({}), 'What it works on', { flag: 'with', form: 'json' }),
  id: field(
    recordId.optional(),
    'A name of your own: the same name again is the same workflow, and is not done twice',
  ),
}));

export const listWorkflowsInput = lazyStrictObject(() => ({
  status: field(z.enum(workflowStatuses).optional(), 'Only workflows that stand so'),
  name: field(nameText.optional(), 'Only workflows of this name'),
  parentId: field(recordId.optional(), 'Only children of this workflow', { flag: 'parent' }),
  ...pageInput,
}));

export const forkWorkflowInput = lazyStrictObject(() => ({
  id,
  step: field(nameText.optional(), 'The step to go on from: it and what came after it is done again'),
  as: field(recordId.optional(), 'A name of your own for the copy'),
}));

export const signalWorkflowInput = lazyStrictObject(() => ({
  id,
  topic: field(nameText, 'What the workflow waits for', { argument: true }),
  payload: field(json.default(null), 'What to tell it', { form: 'json' }),
  key: field(nameText.optional(), 'A name of your own: the same signal again is told once'),
}));

/** A workflow as it is shown. */
export type ShownWorkflow = z.infer<typeof shownWorkflowSchema>;
export const shownWorkflowSchema = lazySchema(() =>
  workflowSchema.pick({
    ...{ id: true, scope: true, createdAt: true, name: true, version: true, requestKey: true },
    ...{ parentId: true, runId: true, status: true, holder: true, updatedAt: true, wakeAt: true },
    ...{ recoveries: true, requested: true, output: true, error: true },
  }),
);

const shownStepSchema = lazyObject(() => ({
  key: nameText,
  state: z.enum(['begun', 'retrying', 'failed', 'done']),
  at: timestamp,
  attempts: count,
  result: json,
  error: storableText.nullable(),
}));

/** A workflow with its steps. */
export type WorkflowDetails = z.infer<typeof workflowDetailsSchema>;
export const workflowDetailsSchema = lazySchema(() =>
  shownWorkflowSchema.extend({
    input: jsonObject,
    steps: z.array(shownStepSchema),
    /** When another worker took it over from one that had died, oldest first. */
    takenOver: z.array(timestamp),
  }),
);
