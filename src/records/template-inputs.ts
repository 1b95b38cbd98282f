import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { slugSchema } from '../text/slug.ts';
import { nameText, requiredText, storableText } from '../text/text.ts';
import { distilledSchema } from './agent-memory.ts';
import { field, pageInput } from './field.ts';
import { lazySchema, lazyStrictObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { parameterSchema, planStepSchema } from './plan.ts';
import { fraction, recordId, timestamp } from './record.ts';
import { templateStatuses } from './template.ts';

const template = field(recordId, 'Id or name of the template', { argument: true });
const reason = field(storableText.optional(), 'Why, for those who come later');

export const saveTemplateInput = lazyStrictObject(() => ({
  run: field(recordId, 'A run that ended in success'),
  further: field(
    z.array(recordId).max(20).default([]),
    'More runs of the same work: they tell what is always the same from what is not',
  ),
  name: field(slugSchema.optional(), 'Its name; made from the task when left out'),
  approve: field(z.boolean().default(false), 'Approve it at once: it may change things without asking'),
}));

export const listTemplatesInput = lazyStrictObject(() => ({
  status: field(z.enum(templateStatuses).optional(), 'Only those of this status'),
  ...pageInput,
}));

export const runTemplateInput = lazyStrictObject(() => ({
  id: template,
  mode: field(
    z.enum(['replay', 'adaptive']).default('replay'),
    'replay makes the recorded calls without a model; adaptive lets the model do it with what was learned',
  ),
  inputs: field(jsonObject.default({}), 'Values for its parameters', {
    form: 'text pairs',
    flag: 'input',
  }),
  task: field(requiredText.optional(), 'The task in other words: values for its parameters are found in it'),
  system: field(storableText.optional(), 'The system message that an adaptive run begins with'),
  asRecorded: field(
    z.union([z.boolean(), z.array(nameText).max(200)]).default(false),
    'Take the values of a recorded run for parameters that are not given: for all of them, or for those that are named',
    { form: 'switch or names', notForModels: true },
  ),
  fill: field(
    z.boolean().default(false),
    'Ask the model for open arguments that are not given, each alone and just before its call',
  ),
  dryRun: field(z.boolean().default(false), 'Show what would be called, and call nothing'),
  resume: field(recordId.optional(), 'Go on with this run, which was interrupted or has stopped'),
  uncertain: field(
    z.enum(['made', 'not made']).optional(),
    'With resume: whether the change that gave no answer was made, when you know it',
  ),
  anew: field(
    z.boolean().default(false),
    'Begin again although an earlier run with these inputs was interrupted: what it did may be done twice',
  ),
  idempotencyKey: field(
    nameText.optional(),
    'Your name for this request: the same request with the same name is answered, and not done again',
  ),
}));

export const beginTemplateInput = lazySchema(() =>
  runTemplateInput.pick({ id: true, inputs: true, task: true, system: true, asRecorded: true }).extend({
    agent: field(nameText.optional(), 'The agent whose memory is used, when the work has several'),
    subTask: field(recordId.optional(), 'The part of the task that examples are wanted for'),
  }),
);

export const learnTemplateInput = lazyStrictObject(() => ({
  id: template,
  run: field(recordId, 'Another run of the same work that ended in success'),
  discardEdits: field(
    z.boolean().default(false),
    'Make the plan anew although it was edited by hand; what was edited stays in the version before',
  ),
}));

const callPaths = (example: string) =>
  z
    .array(z.string().regex(/^\d+:\$/, `must be the number of a call and a path, such as ${example}`))
    .max(200)
    .optional();

export const editTemplateInput = lazyStrictObject(() => ({
  id: template,
  name: field(slugSchema.optional(), 'Another name'),
  parameters: field(z.array(parameterSchema).max(200).optional(), 'Its parameters, all of them'),
  plan: field(z.array(planStepSchema).min(1).max(1_000).optional(), 'Its calls, all of them'),
  free: field(
    callPaths('1:$.customer'),
    'Places of answers that may hold anything, as a stop names them: 1:$.customer',
  ),
  constant: field(callPaths('2:$.reason'), 'Open arguments that are always the same: 2:$.reason'),
  drop: field(
    z.array(z.string().regex(/^\d+$/, 'must be the number of a call')).max(200).optional(),
    'Looks that are not needed, by the number of the call',
  ),
  reexecuteModel: field(
    nameText.nullable().optional(),
    'The model for adaptive runs; null goes back to the configured one',
    { clearable: true },
  ),
  reason,
}));

export const judgeTemplateInput = lazyStrictObject(() => ({ id: template, reason }));

export const diffTemplateInput = lazyStrictObject(() => ({
  id: template,
  from: field(z.coerce.number().int().positive().optional(), 'A version; the one before "to" when left out'),
  to: field(z.coerce.number().int().positive().optional(), 'A version; the one it has now when left out'),
}));

export const solveInput = lazyStrictObject(() => ({
  task: field(requiredText, 'What is to be done', { argument: true }),
  inputs: field(
    jsonObject.default({}),
    'Named values the task is given; they become parameters of a template',
    { form: 'pairs', flag: 'input' },
  ),
  system: field(storableText.optional(), 'The system message'),
  taskId: field(recordId.optional(), 'Id of a stored task that this is'),
}));

export const agentMemoryInput = lazyStrictObject(() => ({
  template,
  agent: field(nameText.optional(), 'Only of this agent', { flag: 'of-agent' }),
}));

/** What an agent knows about the work of a template, as somebody else tells it. */
export const keepAgentMemoryInput = lazySchema(() =>
  agentMemoryInput.extend({
    memory: field(
      z
        .strictObject({
          // Without their defaults: what is left out must not overwrite what is there.
          strategies: distilledSchema.shape.strategies.removeDefault(),
          toolSequence: distilledSchema.shape.toolSequence.removeDefault(),
          pitfalls: distilledSchema.shape.pitfalls.removeDefault(),
          tips: distilledSchema.shape.tips.removeDefault(),
          insights: distilledSchema.shape.insights.removeDefault(),
          confidence: fraction,
          distillations: count,
          lastUpdatedAt: timestamp,
        })
        .partial(),
      'What is known; fields that are left out stay as they are',
    ),
    successes: field(count.optional(), 'Successes in all, when you count yourself'),
    executions: field(count.optional(), 'Executions in all, when you count yourself'),
    meanSteps: field(z.number().nonnegative().optional(), 'Steps an execution takes on average'),
    increment: field(
      z.boolean().optional(),
      'Counts one more execution: true for a success, false for a failure',
    ),
  }),
);

export const listExamplesInput = lazyStrictObject(() => ({
  template,
  agent: field(nameText.optional(), 'Only those of this agent', { flag: 'of-agent' }),
  limit: field(z.coerce.number().int().min(1).max(1_000).default(5), 'At most so many, the newest'),
}));

export const addExamplesInput = lazyStrictObject(() => ({
  template,
  sourceTaskId: field(recordId.optional(), 'The task they come from'),
  examples: field(
    z
      .array(
        z.strictObject({
          agent: nameText.nullable().default(null),
          subTask: recordId.nullable().default(null),
          tool: nameText,
          arguments: jsonObject,
          result: json,
          success: z.boolean().default(true),
          at: timestamp.optional(),
        }),
      )
      .max(1_000),
    'The calls; those that failed are left out',
  ),
}));
