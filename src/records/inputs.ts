import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { boundedJsonObject, nameText, requiredText, storableText } from '../text/text.ts';
import { field, pageInput, recallLimit } from './field.ts';
import { importFormats } from './import.ts';
import { lazySchema, lazyStrictObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { outcomeSchema, outcomes, recordId, timestamp } from './record.ts';
import { messageRoles, toolCallSchema } from './session.ts';
import { subTaskSchema } from './step.ts';
import { taskDetails, taskStatuses } from './task.ts';
import { tokenScopes } from './token.ts';

/** What callers may ask for, through every interface. Unknown fields are refused, so that a typo is not silently lost. */

export * from './memory-inputs.ts';

export const byId = lazyStrictObject(() => ({ id: field(recordId, 'Its id', { argument: true }) }));

export const showSessionInput = lazyStrictObject(() => ({
  id: field(recordId, 'Its id', { argument: true }),
  message: field(
    z.number().int().min(1).optional(),
    'Only the message of this number, from 1, with the two before and after it',
  ),
}));

/** Of operations that take none. */
export const noInput = lazyStrictObject(() => ({}));

export const createTaskInput = lazyStrictObject(() => ({
  id: field(recordId, 'Your name for the task, such as auth-123', { argument: true }),
  description: field(requiredText, 'What is to be done', { argument: true }),
  category: field(taskDetails.shape.category, 'Such as backend, auth, database'),
  type: field(taskDetails.shape.type, 'Such as feature, bug, migration'),
  dependencies: field(taskDetails.shape.dependencies, 'Ids of tasks that come first'),
  effort: field(taskDetails.shape.effort, 'Expected hours'),
  stage: field(nameText.default('development'), 'planning, development, testing, release or your own'),
  status: field(z.enum(taskStatuses).default('open'), 'Where it stands'),
}));

export const updateTaskInput = lazyStrictObject(() => ({
  id: field(recordId, 'Its id', { argument: true }),
  description: field(requiredText.optional(), 'What is to be done'),
  category: field(nameText.nullable().optional(), 'Such as backend, auth, database'),
  type: field(nameText.nullable().optional(), 'Such as feature, bug, migration'),
  dependencies: field(z.array(recordId).optional(), 'Ids of tasks that come first'),
  effort: field(z.number().nonnegative().nullable().optional(), 'Expected hours'),
  stage: field(nameText.optional(), 'planning, development, testing, release or your own'),
  status: field(z.enum(taskStatuses).optional(), 'Where it stands'),
  assignTo: field(nameText.nullable().optional(), 'The agent it goes to; only the owner may hand it on'),
}));

export const listTasksInput = lazyStrictObject(() => ({
  status: field(z.enum(taskStatuses).optional(), 'Only tasks of this status'),
  stage: field(nameText.optional(), 'Only tasks of this stage'),
  ...pageInput,
}));

/** A task that is described where no stored one is named. */
const describedTask = () => ({
  description: field(requiredText.optional(), 'What is to be done, when no stored task is named', {
    argument: true,
  }),
  category: field(nameText.optional(), 'Such as backend, auth, database'),
  type: field(nameText.optional(), 'Such as feature, bug, migration'),
  dependencies: field(z.array(recordId).optional(), 'Ids of tasks that come first'),
  effort: field(z.number().nonnegative().optional(), 'Expected hours'),
});

export const startRunInput = lazyStrictObject(() => ({
  task: field(recordId.optional(), 'Id of a stored task; its details are taken over'),
  ...describedTask(),
  inputs: field(
    boundedJsonObject.default({}),
    'Named values the task was given; they become parameters of a template',
    { form: 'pairs', flag: 'input' },
  ),
  approach: field(nameText.nullable().default(null), 'How it is going to be done'),
  stage: field(
    nameText.optional(),
    'The phase of work, whose checks look at its calls; that of the stored task, or development',
  ),
  agents: field(
    z.array(nameText).max(100).default([]),
    'Agents that take part; they and the owner see the run. Started by the owner, the first one holds it',
  ),
}));

export const appendStepInput = lazyStrictObject(() => ({
  run: field(recordId, 'The run it belongs to', { argument: true }),
  kind: field(z.enum(['tool', 'model', 'note', 'message']).default('tool'), 'What happened'),
  tool: field(nameText.optional(), 'Name of the tool that was called'),
  arguments: field(jsonObject.default({}), 'What it was called with, as JSON', { form: 'json' }),
  result: field(json.default(null), 'What it answered, as JSON'),
  captured: field(
    json.optional(),
    'What the check of the tool captured before the call, as JSON; a replay compares it',
  ),
  error: field(storableText.optional(), 'The error message, when it failed'),
  errorType: field(nameText.default('Error'), 'The type of the error'),
  model: field(nameText.optional(), 'Name of the model that was called'),
  inputTokens: field(count.default(0), 'Tokens the model read'),
  outputTokens: field(count.default(0), 'Tokens the model wrote'),
  text: field(storableText.optional(), 'Text of a note or a message'),
  durationMs: field(z.number().nonnegative().default(0), 'How long it took'),
  startedAt: field(
    timestamp.optional(),
    'When it started, in milliseconds since 1970; if left out, that it ended now',
    { form: 'time' },
  ),
  parentId: field(recordId.nullable().default(null), 'The step it happened in'),
  subTask: field(
    subTaskSchema.strict().nullable().default(null),
    'The part of the task it belongs to: {id, index, text}',
  ),
  agent: field(
    nameText.optional(),
    'The agent that made it, which takes part in the run from now on; the one that records it when left out',
    { flag: 'by' },
  ),
}));

export const finishRunInput = lazyStrictObject(() => ({
  id: field(recordId, 'The run', { argument: true }),
  outcome: field(outcomeSchema, 'How it ended'),
  summary: field(storableText.nullable().default(null), 'What came of it'),
  error: field(
    storableText.optional(),
    'The message of the error that ended it, when no step has recorded it; it becomes a failure pattern',
  ),
  errorType: field(nameText.default('Error'), 'The type of the error'),
  successFactors: field(z.array(nameText).default([]), 'What made it work'),
  approach: field(nameText.optional(), 'How it was done in the end, when that differs from what was begun'),
}));

export const listRunsInput = lazyStrictObject(() => ({
  outcome: field(z.enum([...outcomes, 'running']).optional(), 'Only runs that ended so, or are running'),
  task: field(recordId.optional(), 'Only runs of this task'),
  ...pageInput,
}));

export const appendMessageInput = lazyStrictObject(() => ({
  session: field(recordId, 'The session; it is created with its first message'),
  role: field(z.enum(messageRoles), 'Who speaks'),
  content: field(storableText.default(''), 'What was said'),
  toolCalls: field(
    z.array(toolCallSchema.strict()).default([]),
    'Calls the assistant asked for: [{id, name, arguments}]',
  ),
  toolCallId: field(recordId.nullable().default(null), 'On a tool message: the call it answers'),
  toolName: field(nameText.nullable().default(null), 'On a tool message: the tool that answered'),
}));

export const listSessionsInput = lazyStrictObject(() => ({ ...pageInput }));

/** A task to be compared with others: a stored one, or one that is described. */
export const taskQuestion = lazySchema(() =>
  z
    .strictObject({
      task: field(recordId.optional(), 'Id of a stored task'),
      ...describedTask(),
    })
    .refine(({ task, description }) => task !== undefined || description !== undefined, {
      message: 'needs "task" or "description"',
    }),
);

export const similarTasksInput = lazySchema(() => taskQuestion.safeExtend({ limit: recallLimit }));

export const createTokenInput = lazyStrictObject(() => ({
  name: field(nameText.default('token'), 'What it is for, such as laptop or ci'),
  scopes: field(
    z.array(z.enum(tokenScopes)).min(1, 'must name at least one').default(['read', 'write']),
    `What it may do: ${tokenScopes.join(', ')}`,
  ),
  anyProject: field(z.boolean().default(false), 'May act in every project of its user'),
  expiresAt: field(timestamp.nullable().default(null), 'When it stops opening anything', {
    form: 'time',
  }),
}));

export const importSessionInput = lazyStrictObject(() => ({
  content: field(json, 'What the session says: the text of a file, or the JSON itself'),
  format: field(z.enum(importFormats).default('auto'), 'The form it has; auto finds out'),
  name: field(nameText.default('import'), 'Where it comes from; part of the id of a session that has none'),
  task: field(nameText.optional(), 'Id of a stored task, or what was to be done'),
  outcome: field(z.enum(outcomes).optional(), 'How it ended; left open when not given'),
  agents: field(
    z.array(nameText).max(100).default([]),
    'Agents that take part: calls that name one of them are its own. Imported by the owner, the first one holds the run',
  ),
}));
