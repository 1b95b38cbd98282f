import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { slugSchema } from '../text/slug.ts';
import { nameText, storableText } from '../text/text.ts';
import { arrivalSchema } from './door.ts';
import { explainedCallSchema, learnedChangeSchema } from './explained-plan.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { personSaidSchema } from './person-said.ts';
import { droppedCallSchema, effects, parameterSchema, planStepSchema } from './plan.ts';
import { recordBase, recordId, sourceSchema, timestamp } from './record.ts';
import { subTaskSchema } from './step.ts';
import { runTaskSchema } from './task.ts';

/** A successful call with real arguments and a real result, to show an agent how it was done. */
export type Example = z.infer<typeof exampleSchema>;
export const exampleSchema = lazyObject(() => ({
  agent: nameText.nullable(),
  subTask: recordId.nullable(),
  tool: nameText,
  arguments: jsonObject,
  result: json,
}));

/** A part of a template's task, and the agent that did it in a run with several. */
const templatePartSchema = lazySchema(() => subTaskSchema.extend({ agent: nameText.optional() }));

const count = z.number().nonnegative();

/** What a run cost, as runs of one template are compared by it (TPL-10). */
export type RunCost = z.infer<typeof runCostSchema>;
export const runCostSchema = lazyObject(() => ({
  modelCalls: count,
  toolCalls: count,
  steps: count.default(0),
  inputTokens: count.default(0),
  outputTokens: count.default(0),
  wallTimeMs: count,
}));

export const templateStatuses = ['draft', 'approved', 'retired'] as const;

/** A saved run that can be executed again. */
export type Template = z.infer<typeof templateSchema>;
export const templateSchema = lazyObject(() => ({
  ...recordBase,
  slug: slugSchema,
  /** Every new plan is a new version. Older versions are kept. */
  version: z.number().int().positive().default(1),
  /** Counts every change; a writer names the revision it has read, so that no change is lost. */
  revision: z.number().int().nonnegative().default(0),
  /** A draft waits for approval before it may change anything; a retired one is not run. */
  status: z.enum(templateStatuses).default('draft'),
  /** Why it has this status, in words. */
  statusReason: storableText.nullable().default(null),
  /** Since when it has this status: only runs since then count for or against it. */
  statusAt: timestamp.default(0),
  /** Who approved this version, and how that came; null while it is not approved. */
  approval: arrivalSchema.nullable().default(null),
  /** Who saved it, and how that came. */
  savedBy: arrivalSchema.nullable().default(null),
  sourceRunId: recordId,
  task: runTaskSchema,
  subTasks: z.array(templatePartSchema).default([]),
  agents: z.array(nameText).default([]),
  parameters: z.array(parameterSchema),
  plan: z.array(planStepSchema),
  dropped: z.array(droppedCallSchema).default([]),
  /** What tools of its runs said about themselves, when they were last asked. */
  toolEffects: z.array(z.object({ tool: nameText, effect: z.enum(effects) })).default([]),
  examples: z.array(exampleSchema),
  /** Whether the plan or the parameters were changed by hand since they were made of runs: learning leaves them alone. */
  planEdited: z.boolean().default(false),
  /** What people said about the plan: it is evidence, and stays when the plan is made anew of its runs. */
  said: z.array(personSaidSchema).default([]),
  /** The model for re-executing it adaptively, when another than the configured one. */
  reexecuteModel: nameText.nullable().default(null),
  /** What the first run cost, to compare re-runs with. */
  firstRun: runCostSchema,
  updatedAt: timestamp,
  /** The runs the plan was made of, first the one it was saved from, and their steps. */
  derivedFrom: z.array(sourceSchema),
}));

/** A template with its plan in words. */
export type ShownTemplate = z.infer<typeof shownTemplateSchema>;
export const shownTemplateSchema = lazySchema(() =>
  templateSchema.extend({ explained: z.array(explainedCallSchema).readonly() }),
);

/** What could not be found out while a template was made of runs, in words for people. */
const warnings = z.array(z.string()).readonly().exactOptional();

/** A template that was just made of runs. */
export type MadeTemplate = z.infer<typeof madeTemplateSchema>;
export const madeTemplateSchema = lazySchema(() => templateSchema.extend({ warnings }));

/** A template that learned from another run. */
export type LearnedTemplate = z.infer<typeof learnedTemplateSchema>;
export const learnedTemplateSchema = lazySchema(() =>
  shownTemplateSchema.extend({
    warnings,
    /** Guards that were relaxed or strengthened, arguments that became explained, constant or open, and why. */
    changes: z.array(learnedChangeSchema).readonly(),
  }),
);
