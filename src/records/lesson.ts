import * as z from 'zod';
import { json } from '../json/json.ts';
import { slugSchema } from '../text/slug.ts';
import { nameText, requiredText, storableText } from '../text/text.ts';
import { agentMemoryContentSchema, givenExampleContentSchema } from './agent-memory.ts';
import { checkContentSchema } from './check.ts';
import { lazyObject, lazySchema, lazyStrictObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { recordBase, recordId, sourceSchema, timestamp } from './record.ts';
import { experimentContentSchema, sessionTemplateContentSchema } from './session-template.ts';

/** A group of failures that are one: what its messages have in common. */
export const failureContentSchema = lazyStrictObject(() => ({
  /** The words of its messages, with `<*>` where they differ. */
  template: storableText,
  /** Signature of the message it was first met with. */
  signature: storableText,
  /** Where it went when it turned out to be another one; its history stays. */
  mergedInto: recordId.nullable().default(null),
  rootCause: storableText.nullable().default(null),
}));

/** What helps against a failure, and how often it did. */
export const solutionContentSchema = lazyStrictObject(() => ({
  /** The failure pattern it helps against. */
  pattern: recordId,
  errorType: nameText.nullable().default(null),
  /** Signature of the message it was given for. */
  signature: storableText,
  approach: requiredText,
  steps: z.array(storableText).default([]),
  categories: z.array(nameText).default([]),
  successes: z.number().nonnegative().default(0),
  failures: z.number().nonnegative().default(0),
  lastTriedAt: timestamp.nullable().default(null),
}));

/** A use of a lesson, and its result: a check fired, a solution was tried, a pattern was applied to a task. */
export const trialContentSchema = lazyStrictObject(() => ({
  lesson: z.strictObject({ kind: z.enum(['check', 'solution', 'pattern']), id: recordId }),
  use: z.enum(['warned', 'blocked', 'tried', 'applied']),
  runId: recordId.nullable().default(null),
  taskId: recordId.nullable().default(null),
  /** The call it was about. */
  tool: nameText.nullable().default(null),
  /** Position in the run of the step it stood before. */
  position: count.nullable().default(null),
  /** Null until it is known. */
  result: z.enum(['prevented', 'happened', 'wrong', 'worked', 'failed', 'unknown']).nullable().default(null),
  note: storableText.default(''),
}));

/** A given name of a pattern that is computed when it is read. */
export const nameContentSchema = lazyStrictObject(() => ({
  of: z.enum(['decision', 'success', 'sequence']),
  /** The slug it has by itself. */
  slug: slugSchema,
}));

const lessonBase = {
  ...recordBase,
  /** Unique among the lessons of its owner and kind; null where nobody calls it by name. */
  slug: slugSchema.nullable().default(null),
  updatedAt: timestamp,
  /** Counts its changes; a writer names the one it has read, so that no change is lost. */
  revision: count.default(0),
  /** What else it is found by: signatures, ids of what it is about. */
  keys: z.array(requiredText).max(1_000).default([]),
  derivedFrom: z.array(sourceSchema).default([]),
};

/** A check as it is kept. */
export const checkSchema = lazyObject(() => ({
  ...lessonBase,
  kind: z.literal('check'),
  content: checkContentSchema,
}));

/** What an agent knows about the work of a template, as it is kept. */
export const agentMemorySchema = lazyObject(() => ({
  ...lessonBase,
  kind: z.literal('agent-memory'),
  content: agentMemoryContentSchema,
}));

/**
 * Something learned that is kept, has a name and is revised: a failure pattern, a solution, a check; and a trial, which
 * holds the result of one.
 */
export type Lesson = z.infer<typeof lessonSchema>;
export const lessonSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.object({ ...lessonBase, kind: z.literal('failure'), content: failureContentSchema }),
    z.object({ ...lessonBase, kind: z.literal('solution'), content: solutionContentSchema }),
    checkSchema,
    z.object({ ...lessonBase, kind: z.literal('trial'), content: trialContentSchema }),
    z.object({ ...lessonBase, kind: z.literal('name'), content: nameContentSchema }),
    /** The state of grouping failures, which only the engine uses. */
    z.object({ ...lessonBase, kind: z.literal('grouping'), content: z.strictObject({ state: json }) }),
    /** What an agent knows about the work of a template; calls that were reported for one. */
    agentMemorySchema,
    z.object({ ...lessonBase, kind: z.literal('example'), content: givenExampleContentSchema }),
    z.object({ ...lessonBase, kind: z.literal('session-template'), content: sessionTemplateContentSchema }),
    z.object({ ...lessonBase, kind: z.literal('experiment'), content: experimentContentSchema }),
  ]),
);
export type LessonKind = Lesson['kind'];
export const lessonKinds = [
  'failure',
  'solution',
  'check',
  'trial',
  'name',
  'grouping',
  'agent-memory',
  'example',
  'session-template',
  'experiment',
] as const satisfies LessonKind[];
/** A lesson of one kind. */
export type LessonOf<Kind extends LessonKind> = Extract<Lesson, { kind: Kind }>;
/** That a lesson has a key, and nothing else of it. */
export interface LessonKey {
  readonly id: string;
  /** Its owner; null is the project itself. */
  readonly agent: string | null;
  readonly key: string;
}
export type Check = LessonOf<'check'>;
export type Solution = LessonOf<'solution'>;
export type FailureLesson = LessonOf<'failure'>;
export type Trial = LessonOf<'trial'>;
export type AgentMemory = LessonOf<'agent-memory'>;
export type SessionTemplate = LessonOf<'session-template'>;
export type Experiment = LessonOf<'experiment'>;
