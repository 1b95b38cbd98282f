import * as z from 'zod';
import { jsonObject } from '../json/json.ts';
import { durationSchema } from '../text/duration.ts';
import { slugSchema } from '../text/slug.ts';
import { nameText, requiredText, storableText } from '../text/text.ts';
import { occasionSchema, verificationSchema } from './check.ts';
import { field, pageInput } from './field.ts';
import { taskQuestion } from './inputs.ts';
import { lazySchema, lazyStrictObject } from './lazy-schema.ts';
import { caseFeatures } from './memory-kinds.ts';
import { rateFilterSchema } from './rate-filter.ts';
import { fraction, outcomeSchema, recordId } from './record.ts';

/** What callers may ask for about what was learned. Unknown fields are refused, as everywhere. */

const { limit } = pageInput;
const error = field(requiredText, 'The error message', { argument: true });
const errorType = field(nameText.optional(), 'The type of the error, such as TypeError');
const patternName = field(recordId, 'Id or name of the pattern', { argument: true });
const stage = field(
  nameText.default('development'),
  'The phase of work: planning, development, testing, release or your own',
);
const action = lazySchema(() =>
  field(z.enum(['warn', 'block']).default('warn'), 'What happens when it does not hold'),
);

export const suggestInput = lazySchema(() =>
  z
    .strictObject({
      context: field(requiredText.optional(), 'The situation to decide in', { argument: true }),
      task: field(recordId.optional(), 'Id of a stored task to decide about'),
      run: field(
        recordId.optional(),
        'The run that is given the advice; how it ends speaks for or against what it rests on',
      ),
      features: field(
        caseFeatures.optional(),
        'What is known about the case, such as {"retries": 4}: the decision tree goes by it',
        { form: 'json' },
      ),
      threshold: field(
        fraction.optional(),
        'How much success a branch of the tree must promise to be followed; 0.3 unless configured',
      ),
      explore: field(
        z.boolean().default(false),
        'Now and then recommend what was tried little, to learn about it',
      ),
    })
    .refine(({ context, task }) => (context === undefined) !== (task === undefined), {
      message: 'needs either "context" or "task"',
    }),
);

export const recogniseInput = lazyStrictObject(() => ({ error, errorType }));

export const learnFailureInput = lazyStrictObject(() => ({
  error,
  errorType,
  tool: field(nameText.optional(), 'The tool that failed'),
  category: field(nameText.optional(), 'Where it helps, such as backend'),
  rootCause: field(storableText.optional(), 'Why it happens'),
  solution: field(requiredText.optional(), 'What helps against it'),
  steps: field(z.array(requiredText).default([]), 'How to do that, step by step'),
  prevention: field(z.array(requiredText).default([]), 'What to verify before, so that it does not happen'),
  name: field(slugSchema.optional(), 'Your name for the failure, such as npm-install-timeout'),
  stage,
  action,
}));

export const solutionsInput = lazyStrictObject(() => ({
  error,
  errorType,
  category: field(nameText.optional(), 'Only solutions that fit this category'),
  limit: field(z.number().int().min(1).max(100).default(3), 'How many to answer at most'),
}));

export const solvedInput = lazyStrictObject(() => ({
  id: field(recordId, 'The solution that was tried', { argument: true }),
  outcome: field(outcomeSchema, 'Whether it helped: success, failure or partial'),
  run: field(recordId.optional(), 'The run it was tried in'),
}));

export const failuresInput = lazyStrictObject(() => ({
  recent: field(durationSchema.optional(), 'Only those within this time, such as 7d'),
  recurring: field(z.boolean().default(false), 'Only those that happened more than once'),
  limit,
}));

export const patternTypes = ['decision', 'failure', 'success', 'sequence'] as const;

export const patternsInput = lazyStrictObject(() => ({
  type: field(z.enum(patternTypes).optional(), 'Only patterns of this type'),
  successRate: field(rateFilterSchema.optional(), 'Only those with such a success rate, as in ">80%"'),
  recurring: field(z.boolean().default(false), 'Only failures that happened more than once'),
  limit,
}));

export const patternInput = lazyStrictObject(() => ({ id: patternName }));

export const renamePatternInput = lazyStrictObject(() => ({
  id: patternName,
  name: field(slugSchema, 'Its new name', { argument: true }),
}));

export const applyPatternInput = lazyStrictObject(() => ({
  pattern: patternName,
  task: field(recordId, 'Id of the stored task it is applied to'),
}));

export const recommendInput = taskQuestion;

export const predictInput = lazySchema(() =>
  taskQuestion.safeExtend({
    approach: field(nameText.optional(), 'How it is going to be done'),
  }),
);

export const trendsInput = lazyStrictObject(() => ({
  category: field(nameText.optional(), 'Only this category'),
}));

export const signaturesInput = lazyStrictObject(() => ({
  messages: field(
    z.array(storableText).max(10_000, 'must have at most 10000 messages; send them in pieces, or use a file'),
    'Error messages or log lines',
    { flag: 'message' },
  ),
}));

export const generateCheckInput = lazyStrictObject(() => ({
  pattern: patternName,
  stage,
  action,
  name: field(slugSchema.optional(), 'Its name; made from what it verifies when left out'),
}));

export const createCheckInput = lazyStrictObject(() => ({
  name: field(slugSchema.optional(), 'Its name; made from the message when left out'),
  message: field(requiredText, 'What it says to the agent that is about to make the call', {
    argument: true,
  }),
  when: field(
    occasionSchema.prefault({}),
    'Which calls it is about: {tool, conditions, category, context, stage}',
  ),
  verify: field(
    verificationSchema.optional(),
    'What must hold: {kind: predicate, all}, {kind: command, command} or {kind: question, text}',
  ),
  action,
  pattern: field(recordId.optional(), 'Id or name of the failure pattern it guards against'),
}));

export const checkCallInput = lazyStrictObject(() => ({
  tool: field(nameText, 'The tool that is about to be called'),
  arguments: field(jsonObject.default({}), 'What it is going to be called with, as JSON', { form: 'json' }),
  stage: field(nameText.optional(), 'The phase of work; that of the run, or development'),
  category: field(nameText.optional(), 'Category of the task; that of the run'),
  context: field(storableText.optional(), 'What is being done; the description of the run'),
  run: field(recordId.optional(), 'The run the call belongs to; what came of a warning is then followed up'),
  acknowledge: field(
    z.array(recordId).default([]),
    'Checks that were read in this run, by name or id: they say nothing more',
  ),
}));

export const listChecksInput = lazyStrictObject(() => ({
  stage: field(nameText.optional(), 'Only checks of this stage'),
  limit,
}));

export const switchCheckInput = lazyStrictObject(() => ({
  id: field(recordId, 'Id or name of the check', { argument: true }),
  enabled: field(z.boolean().default(true), 'Whether it is on'),
}));

export const renameCheckInput = lazyStrictObject(() => ({
  id: field(recordId, 'Id or name of the check', { argument: true }),
  name: field(slugSchema, 'Its new name', { argument: true }),
}));

export const reportInput = lazyStrictObject(() => ({
  days: field(z.number().int().min(1).max(3_650).default(90), 'How many days back the charts go'),
}));
