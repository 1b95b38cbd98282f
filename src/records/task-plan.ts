import * as z from 'zod';
import { json } from '../json/json.ts';
import { slugSchema } from '../text/slug.ts';
import { nameText, requiredText, storableText } from '../text/text.ts';
import { field, pageInput } from './field.ts';
import { lazyObject, lazySchema, lazyStrictObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { defineOwned, ownedBase } from './owned/owned-record.ts';
import { recordId, timestamp } from './record.ts';
import { workflowStatuses } from './workflow.ts';

export const planComplexities = ['simple', 'moderate', 'complex'] as const;
/** How much coordination a task needs. */
export type PlanComplexity = (typeof planComplexities)[number];

export const maxSubTasks = 200;

/** One part of a planned task. */
export type PlannedSubTask = z.infer<typeof plannedSubTaskSchema>;
export const plannedSubTaskSchema = lazyObject(() => ({
  /** Its name within the plan. */
  id: nameText.max(80),
  text: requiredText,
  category: nameText.nullable().default(null),
  type: nameText.nullable().default(null),
  /** Sub-tasks that must be done first. */
  needs: z.array(nameText).default([]),
  /** The agent it is reserved for; null when the best one is chosen. */
  agent: nameText.nullable().default(null),
  /** The stored task it does, which is updated with it. */
  taskId: recordId.nullable().default(null),
}));

const taskPlanSchema = lazyObject(() => ({
  ...ownedBase,
  name: slugSchema,
  description: requiredText,
  complexity: z.enum(planComplexities),
  /** Who broke the task down. */
  madeBy: z.enum(['rules', 'model', 'caller', 'tasks']),
  /** What outside it is a plan of, by its whole name: `github.com/acme/shop#7`. Names of plans are cut, and anybody may give them. */
  subject: storableText.nullable().default(null),
  subTasks: z.array(plannedSubTaskSchema).min(1).max(maxSubTasks),
  /** How often it was begun. Each time is a workflow of its own. */
  attempts: count,
}));
export type TaskPlan = z.infer<typeof taskPlanSchema>;

/** A task broken down into sub-tasks, in the order of their dependencies (COO-3). */
export const taskPlans = defineOwned({
  label: 'plan',
  table: 'task_plans',
  schema: taskPlanSchema,
  key: 'name',
  filters: [],
  redact: { description: 'text', subject: 'text', subTasks: 'value' },
  sample: {
    name: 'ship-checkout',
    description: 'Ship the new checkout',
    complexity: 'moderate',
    madeBy: 'rules',
    subject: 'github.com/acme/shop#7',
    subTasks: [
      {
        id: '1',
        text: 'Design the API',
        category: 'backend',
        type: 'design',
        needs: [],
        agent: 'ada',
        taskId: 'auth-123',
      },
      {
        id: '2',
        text: 'Build the page',
        category: null,
        type: null,
        needs: ['1'],
        agent: null,
        taskId: null,
      },
    ],
    attempts: 1,
  },
});

const name = field(recordId, 'The name of the plan, or its id', { argument: true });

export const planByName = lazyStrictObject(() => ({ name }));

export const createPlanInput = lazyStrictObject(() => ({
  description: field(
    requiredText,
    'What is to be done. Lists, "then", "(after 2)", "[backend]" and "@agent" are understood',
    { argument: true },
  ),
  name: field(slugSchema.optional(), 'Your name for the plan; made from the description otherwise'),
  subTasks: field(
    z
      .array(
        plannedSubTaskSchema
          .omit({ taskId: true })
          .extend({ id: nameText.max(80).optional() })
          .strict(),
      )
      .min(1)
      .max(maxSubTasks)
      .optional(),
    'The sub-tasks, when you break the task down yourself: [{id, text, needs, category, type, agent}]',
    { form: 'json' },
  ),
  by: field(
    z.enum(['rules', 'model']).optional(),
    'What breaks the task down; the model when one is configured, rules otherwise',
  ),
}));

export const listPlansInput = lazyStrictObject(() => ({ ...pageInput }));

/** What may be said about the way a plan is run. */
export const runPlanInput = lazyStrictObject(() => ({ name, ...runShape() }));

/** The same for all open tasks. */
export const runPendingInput = lazyStrictObject(() => runShape());

const runShape = () => ({
  tries: field(
    z.number().int().min(1).max(20).default(2),
    'How often an agent tries a sub-task before the next agent gets it',
  ),
  timeoutMs: field(z.number().int().min(1).max(2_147_483_647).optional(), 'Time limit of one try'),
  perAgent: field(z.number().int().min(1).max(100).default(1), 'Sub-tasks an agent does at the same time'),
});

export const subTaskStatuses = ['waiting', 'running', 'done', 'failed', 'skipped'] as const;
export type SubTaskStatus = (typeof subTaskStatuses)[number];

const triedSchema = lazyObject(() => ({
  agent: nameText.nullable(),
  success: z.boolean(),
  tries: count,
  /** The run it is recorded in; null when it never began. */
  runId: recordId.nullable(),
  error: storableText.nullable(),
  startedAt: timestamp,
  durationMs: z.number().nonnegative(),
}));

/** A sub-task and how it stands. */
export type ShownSubTask = z.infer<typeof shownSubTaskSchema>;
export const shownSubTaskSchema = lazySchema(() =>
  plannedSubTaskSchema.extend({
    status: z.enum(subTaskStatuses),
    /** The agent that has it now, or did it. */
    assigned: nameText.nullable(),
    /** Why that agent. */
    why: storableText.nullable(),
    /** Each agent that had it, in order. */
    tried: z.array(triedSchema),
    result: json,
  }),
);

/** A plan in a list. */
export type ListedPlan = z.infer<typeof listedPlanSchema>;
export const listedPlanSchema = lazyObject(() => ({
  id: recordId,
  name: slugSchema,
  description: requiredText,
  createdAt: timestamp,
  complexity: z.enum(planComplexities),
  madeBy: taskPlanSchema.shape.madeBy,
  /** `planned` before it is first run. */
  status: z.enum(['planned', ...workflowStatuses]),
  subTasks: count,
  done: count,
  failed: count,
}));

/** A plan with its sub-tasks, their order, and how each stands. */
export type PlanDetails = z.infer<typeof planDetailsSchema>;
export const planDetailsSchema = lazySchema(() =>
  listedPlanSchema.extend({
    /** The workflow of its latest run. */
    workflowId: recordId.nullable(),
    error: storableText.nullable(),
    subTasks: z.array(shownSubTaskSchema),
    /** Sub-tasks that can be done at the same time, in order. */
    groups: z.array(z.array(nameText)),
    /** The plan as a Mermaid flowchart. */
    mermaid: storableText,
  }),
);

/** The plan of all open tasks, and those that must wait. */
export type PendingTasks = z.infer<typeof pendingPlanSchema>;
export const pendingPlanSchema = lazyObject(() => ({
  /** Null when no open task can be done. */
  plan: planDetailsSchema.nullable(),
  blocked: z.array(z.object({ id: recordId, why: storableText })),
}));
