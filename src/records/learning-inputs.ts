import * as z from 'zod';
import { jsonObject } from '../json/json.ts';
import { durationSchema } from '../text/duration.ts';
import { slugSchema } from '../text/slug.ts';
import { nameText, requiredText, storableText } from '../text/text.ts';
import { occasionSchema, verificationSchema } from './check.ts';
import { meanings } from './field.ts';
import { taskQuestion } from './inputs.ts';
import { lazySchema } from './lazy-schema.ts';
import { rateFilterSchema } from './rate-filter.ts';
import { outcomeSchema, recordId } from './record.ts';

/** What callers may ask for about what was learned. Unknown fields are refused, as everywhere. */

const limit = z.number().int().min(1).max(1_000).default(20).describe('How many to answer at most');
const error = requiredText.describe('The error message').register(meanings, { argument: true });
const errorType = nameText.optional().describe('The type of the error, such as TypeError');
const patternName = recordId.describe('Id or name of the pattern').register(meanings, { argument: true });
const stage = nameText
  .default('development')
  .describe('The phase of work: planning, development, testing, release or your own');
const action = lazySchema(() =>
  z.enum(['warn', 'block']).default('warn').describe('What happens when it does not hold'),
);

export const suggestInput = lazySchema(() =>
  z
    .strictObject({
      context: requiredText
        .optional()
        .describe('The situation to decide in')
        .register(meanings, { argument: true }),
      task: recordId.optional().describe('Id of a stored task to decide about'),
      run: recordId
        .optional()
        .describe('The run that is given the advice; how it ends speaks for or against what it rests on'),
      explore: z
        .boolean()
        .default(false)
        .describe('Now and then recommend what was tried little, to learn about it'),
    })
    .refine(({ context, task }) => (context === undefined) !== (task === undefined), {
      message: 'needs either "context" or "task"',
    }),
);

export const recogniseInput = lazySchema(() => z.strictObject({ error, errorType }));

export const learnFailureInput = lazySchema(() =>
  z.strictObject({
    error,
    errorType,
    tool: nameText.optional().describe('The tool that failed'),
    category: nameText.optional().describe('Where it helps, such as backend'),
    rootCause: storableText.optional().describe('Why it happens'),
    solution: requiredText.optional().describe('What helps against it'),
    steps: z.array(requiredText).default([]).describe('How to do that, step by step'),
    prevention: z
      .array(requiredText)
      .default([])
      .describe('What to verify before, so that it does not happen'),
    name: slugSchema.optional().describe('Your name for the failure, such as npm-install-timeout'),
    stage,
    action,
  }),
);

export const solutionsInput = lazySchema(() =>
  z.strictObject({
    error,
    errorType,
    category: nameText.optional().describe('Only solutions that fit this category'),
    limit: z.number().int().min(1).max(100).default(3).describe('How many to answer at most'),
  }),
);

export const solvedInput = lazySchema(() =>
  z.strictObject({
    id: recordId.describe('The solution that was tried').register(meanings, { argument: true }),
    outcome: outcomeSchema.describe('Whether it helped: success, failure or partial'),
    run: recordId.optional().describe('The run it was tried in'),
  }),
);

export const failuresInput = lazySchema(() =>
  z.strictObject({
    recent: durationSchema.optional().describe('Only those of this long ago at most, such as 7d'),
    recurring: z.boolean().default(false).describe('Only those that happened more than once'),
    limit,
  }),
);

export const patternTypes = ['decision', 'failure', 'success', 'sequence'] as const;

export const patternsInput = lazySchema(() =>
  z.strictObject({
    type: z.enum(patternTypes).optional().describe('Only patterns of this type'),
    successRate: rateFilterSchema.optional().describe('Only those with such a success rate, as in ">80%"'),
    recurring: z.boolean().default(false).describe('Only failures that happened more than once'),
    limit,
  }),
);

export const patternInput = lazySchema(() => z.strictObject({ id: patternName }));

export const renamePatternInput = lazySchema(() =>
  z.strictObject({
    id: patternName,
    name: slugSchema.describe('Its new name').register(meanings, { argument: true }),
  }),
);

export const applyPatternInput = lazySchema(() =>
  z.strictObject({
    pattern: patternName,
    task: recordId.describe('Id of the stored task it is applied to'),
  }),
);

export const recommendInput = taskQuestion;

export const predictInput = lazySchema(() =>
  taskQuestion.safeExtend({
    approach: nameText.optional().describe('How it is going to be done'),
  }),
);

export const trendsInput = lazySchema(() =>
  z.strictObject({
    category: nameText.optional().describe('Only this category'),
  }),
);

export const signaturesInput = lazySchema(() =>
  z.strictObject({
    messages: z
      .array(storableText)
      .max(10_000, 'must have at most 10000 messages; send them in pieces, or use a file')
      .describe('Error messages or log lines')
      .register(meanings, { flag: 'message' }),
  }),
);

export const generateCheckInput = lazySchema(() =>
  z.strictObject({
    pattern: patternName,
    stage,
    action,
    name: slugSchema.optional().describe('Its name; made from what it verifies when left out'),
  }),
);

export const createCheckInput = lazySchema(() =>
  z.strictObject({
    name: slugSchema.optional().describe('Its name; made from the message when left out'),
    message: requiredText
      .describe('What it says to whoever is about to make the call')
      .register(meanings, { argument: true }),
    when: occasionSchema
      .prefault({})
      .describe('Which calls it is about: {tool, conditions, category, context, stage}'),
    verify: verificationSchema
      .optional()
      .describe('What must hold: {kind: predicate, all}, {kind: command, command} or {kind: question, text}'),
    action,
    pattern: recordId.optional().describe('Id or name of the failure pattern it guards against'),
  }),
);

export const checkCallInput = lazySchema(() =>
  z.strictObject({
    tool: nameText.describe('The tool that is about to be called'),
    arguments: jsonObject
      .default({})
      .describe('What it is going to be called with, as JSON')
      .register(meanings, { form: 'json' }),
    stage: nameText.optional().describe('The phase of work; that of the run, or development'),
    category: nameText.optional().describe('Category of the task; that of the run'),
    context: storableText.optional().describe('What is being done; the description of the run'),
    run: recordId
      .optional()
      .describe('The run the call belongs to; what came of a warning is then followed up'),
    acknowledge: z
      .array(recordId)
      .default([])
      .describe('Checks that were read in this run, by name or id: they say nothing more'),
  }),
);

export const listChecksInput = lazySchema(() =>
  z.strictObject({
    stage: nameText.optional().describe('Only checks of this stage'),
    limit,
  }),
);

export const switchCheckInput = lazySchema(() =>
  z.strictObject({
    id: recordId.describe('Id or name of the check').register(meanings, { argument: true }),
    enabled: z.boolean().default(true).describe('Whether it is on'),
  }),
);

export const renameCheckInput = lazySchema(() =>
  z.strictObject({
    id: recordId.describe('Id or name of the check').register(meanings, { argument: true }),
    name: slugSchema.describe('Its new name').register(meanings, { argument: true }),
  }),
);

export const reportInput = lazySchema(() =>
  z.strictObject({
    days: z.number().int().min(1).max(3_650).default(90).describe('How many days back the charts go'),
  }),
);
