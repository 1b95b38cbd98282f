import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { boundedJsonObject, nameText, requiredText, storableText } from '../text/text.ts';
import { describedAs, pageInput, recallLimit } from './field.ts';
import { lazySchema } from './lazy-schema.ts';
import { outcomeSchema, outcomes, recordId, timestamp } from './record.ts';
import { messageRoles, toolCallSchema } from './session.ts';
import { subTaskSchema } from './step.ts';
import { taskDetails, taskStatuses } from './task.ts';
import { tokenScopes } from './token.ts';

/** What callers may ask for, through every interface. Unknown fields are refused, so that a typo is not silently lost. */

export * from './memory-inputs.ts';

export const byId = lazySchema(() =>
  z.strictObject({ id: describedAs(recordId, 'Its id', { argument: true }) }),
);

/** Of operations that take none. */
export const noInput = lazySchema(() => z.strictObject({}));

export const createTaskInput = lazySchema(() =>
  z.strictObject({
    id: describedAs(recordId, 'Your name for the task, such as auth-123', { argument: true }),
    description: describedAs(requiredText, 'What is to be done', { argument: true }),
    category: describedAs(taskDetails.shape.category, 'Such as backend, auth, database'),
    type: describedAs(taskDetails.shape.type, 'Such as feature, bug, migration'),
    dependencies: describedAs(taskDetails.shape.dependencies, 'Ids of tasks that come first'),
    effort: describedAs(taskDetails.shape.effort, 'Expected hours'),
    stage: describedAs(
      nameText.default('development'),
      'planning, development, testing, release or your own',
    ),
    status: describedAs(z.enum(taskStatuses).default('open'), 'Where it stands'),
  }),
);

export const updateTaskInput = lazySchema(() =>
  z.strictObject({
    id: describedAs(recordId, 'Its id', { argument: true }),
    description: describedAs(requiredText.optional(), 'What is to be done'),
    category: describedAs(nameText.nullable().optional(), 'Such as backend, auth, database'),
    type: describedAs(nameText.nullable().optional(), 'Such as feature, bug, migration'),
    dependencies: describedAs(z.array(recordId).optional(), 'Ids of tasks that come first'),
    effort: describedAs(z.number().nonnegative().nullable().optional(), 'Expected hours'),
    stage: describedAs(nameText.optional(), 'planning, development, testing, release or your own'),
    status: describedAs(z.enum(taskStatuses).optional(), 'Where it stands'),
    assignTo: describedAs(
      nameText.nullable().optional(),
      'The agent it goes to; only the owner may hand it on',
    ),
  }),
);

export const listTasksInput = lazySchema(() =>
  z.strictObject({
    status: describedAs(z.enum(taskStatuses).optional(), 'Only tasks of this status'),
    stage: describedAs(nameText.optional(), 'Only tasks of this stage'),
    ...pageInput,
  }),
);

export const startRunInput = lazySchema(() =>
  z.strictObject({
    task: describedAs(recordId.optional(), 'Id of a stored task; its details are taken over'),
    description: describedAs(requiredText.optional(), 'What is to be done, when no stored task is named', {
      argument: true,
    }),
    category: describedAs(nameText.optional(), 'Such as backend, auth, database'),
    type: describedAs(nameText.optional(), 'Such as feature, bug, migration'),
    dependencies: describedAs(z.array(recordId).optional(), 'Ids of tasks that come first'),
    effort: describedAs(z.number().nonnegative().optional(), 'Expected hours'),
    inputs: describedAs(
      boundedJsonObject.default({}),
      'Named values the task was given; they become parameters of a template',
      { form: 'pairs', flag: 'input' },
    ),
    approach: describedAs(nameText.nullable().default(null), 'How it is going to be done'),
    stage: describedAs(
      nameText.optional(),
      'The phase of work, whose checks look at its calls; that of the stored task, or development',
    ),
  }),
);

export const appendStepInput = lazySchema(() =>
  z.strictObject({
    run: describedAs(recordId, 'The run it belongs to', { argument: true }),
    kind: describedAs(z.enum(['tool', 'model', 'note', 'message']).default('tool'), 'What happened'),
    tool: describedAs(nameText.optional(), 'Name of the tool that was called'),
    arguments: describedAs(jsonObject.default({}), 'What it was called with, as JSON', { form: 'json' }),
    result: describedAs(json.default(null), 'What it answered, as JSON'),
    captured: describedAs(
      json.optional(),
      'What the check of the tool captured before the call, as JSON; a replay compares it',
    ),
    error: describedAs(storableText.optional(), 'The error message, when it failed'),
    errorType: describedAs(nameText.default('Error'), 'The type of the error'),
    model: describedAs(nameText.optional(), 'Name of the model that was called'),
    inputTokens: describedAs(z.number().int().nonnegative().default(0), 'Tokens the model read'),
    outputTokens: describedAs(z.number().int().nonnegative().default(0), 'Tokens the model wrote'),
    text: describedAs(storableText.optional(), 'Text of a note or a message'),
    durationMs: describedAs(z.number().nonnegative().default(0), 'How long it took'),
    startedAt: describedAs(
      timestamp.optional(),
      'When it started, in milliseconds since 1970; if left out, that it ended now',
      { form: 'time' },
    ),
    parentId: describedAs(recordId.nullable().default(null), 'The step it happened in'),
    subTask: describedAs(
      subTaskSchema.strict().nullable().default(null),
      'The part of the task it belongs to: {id, index, text}',
    ),
  }),
);

export const finishRunInput = lazySchema(() =>
  z.strictObject({
    id: describedAs(recordId, 'The run', { argument: true }),
    outcome: describedAs(outcomeSchema, 'How it ended'),
    summary: describedAs(storableText.nullable().default(null), 'What came of it'),
    successFactors: describedAs(z.array(nameText).default([]), 'What made it work'),
    approach: describedAs(
      nameText.optional(),
      'How it was done in the end, when that differs from what was begun',
    ),
  }),
);

export const listRunsInput = lazySchema(() =>
  z.strictObject({
    outcome: describedAs(
      z.enum([...outcomes, 'running']).optional(),
      'Only runs that ended so, or are running',
    ),
    task: describedAs(recordId.optional(), 'Only runs of this task'),
    ...pageInput,
  }),
);

export const appendMessageInput = lazySchema(() =>
  z.strictObject({
    session: describedAs(recordId, 'The session; it is created with its first message'),
    role: describedAs(z.enum(messageRoles), 'Who speaks'),
    content: describedAs(storableText.default(''), 'What was said'),
    toolCalls: describedAs(
      z.array(toolCallSchema.strict()).default([]),
      'Calls the assistant asked for: [{id, name, arguments}]',
    ),
    toolCallId: describedAs(recordId.nullable().default(null), 'On a tool message: the call it answers'),
    toolName: describedAs(nameText.nullable().default(null), 'On a tool message: the tool that answered'),
  }),
);

export const listSessionsInput = lazySchema(() => z.strictObject({ ...pageInput }));

/** A task to be compared with others: a stored one, or one that is described. */
export const taskQuestion = lazySchema(() =>
  z
    .strictObject({
      task: describedAs(recordId.optional(), 'Id of a stored task'),
      description: describedAs(requiredText.optional(), 'What is to be done, when no stored task is named', {
        argument: true,
      }),
      category: describedAs(nameText.optional(), 'Such as backend, auth, database'),
      type: describedAs(nameText.optional(), 'Such as feature, bug, migration'),
      dependencies: describedAs(z.array(recordId).optional(), 'Ids of tasks that come first'),
      effort: describedAs(z.number().nonnegative().optional(), 'Expected hours'),
    })
    .refine(({ task, description }) => task !== undefined || description !== undefined, {
      message: 'needs "task" or "description"',
    }),
);

export const similarTasksInput = lazySchema(() => taskQuestion.safeExtend({ limit: recallLimit }));

export const createTokenInput = lazySchema(() =>
  z.strictObject({
    name: describedAs(nameText.default('token'), 'What it is for, such as laptop or ci'),
    scopes: describedAs(
      z.array(z.enum(tokenScopes)).min(1, 'must name at least one').default(['read', 'write']),
      'What it may do: read, write, delete, admin',
    ),
    anyProject: describedAs(z.boolean().default(false), 'May act in every project of its user'),
    expiresAt: describedAs(timestamp.nullable().default(null), 'When it stops opening anything', {
      form: 'time',
    }),
  }),
);

export const importSessionInput = lazySchema(() =>
  z.strictObject({
    content: describedAs(json, 'What the session says: the text of a file, or the JSON itself'),
    format: describedAs(
      z.enum(['auto', 'openai', 'anthropic', 'jsonl', 'sqlite']).default('auto'),
      'The form it has; auto finds out',
    ),
    name: describedAs(
      nameText.default('import'),
      'Where it comes from; part of the id of a session that has none',
    ),
    task: describedAs(nameText.optional(), 'Id of a stored task, or what was to be done'),
    outcome: describedAs(z.enum(outcomes).optional(), 'How it ended; left open when not given'),
  }),
);
