import * as z from 'zod';
import { jsonObject } from '../json/json.ts';
import { nameText, storableText } from '../text/text.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { count } from './number.ts';
import { outcomeSchema, recordBase, recordId, timestamp } from './record.ts';
import { runTaskSchema } from './task.ts';

/**
 * How a run may use what was learned: `normal` runs are only logged; `adaptive` and `replay` re-execute a
 * template. The gate (templates/gate.ts) is the one place that reads this to decide. `workflow` runs are the log of a workflow or a
 * plan: its steps are Engram's own.
 */
export type RunMode = z.infer<typeof runModeSchema>;
export const runModeSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('normal') }),
    z.object({ kind: z.literal('workflow') }),
    z.object({ kind: z.literal('template'), style: z.enum(['adaptive', 'replay']), templateId: recordId }),
  ]),
);

/**
 * The approach of a replay that was interrupted: killed, or ended by its caller. That says nothing about its template, so
 * such a run counts neither for it nor against it.
 */
export const interruptedReplay = 'replay_interrupted';

/**
 * The approach of a replay that stopped by itself before it changed anything, because the world is not as recorded, a check did not
 * hold or a value was missing, and was not handed to a model. It did what it should, so it is no failure in any figure.
 */
export const stoppedReplay = 'replay_stopped';

/** The approach of a replay whose rest was handed to a model. */
export const handedOverReplay = 'replay_then_adaptive';

/**
 * Whether an agent did the run. Only such runs teach: success rates, decisions, failures and solutions are drawn from them. A replay
 * counts for its template, and the log of a workflow or a plan for none of these.
 *
 * @example
 * isByAgent({ mode: { kind: 'template', style: 'replay', templateId: 'tpl_1' }, approach: 'replay' }); // false
 */
export function isByAgent({ mode, approach }: Pick<Run, 'mode' | 'approach'>): boolean {
  if (mode.kind !== 'template') return mode.kind === 'normal';
  return mode.style === 'adaptive' || approach === handedOverReplay;
}

/** One execution of one task. `outcome` and `finishedAt` are null while it is going on. */
export type Run = z.infer<typeof runSchema>;
export const runSchema = lazyObject(() => ({
  ...recordBase,
  /** Agents that take part besides the run's own, `scope.agent`. They and the owner see all that happens in it. */
  agents: z.array(nameText).default([]),
  task: runTaskSchema,
  /** Named values the task was given; where replay parameters come from first. */
  inputs: jsonObject.default({}),
  mode: runModeSchema,
  approach: nameText.nullable().default(null),
  /** The phase of work it happens in: which checks look at its calls. */
  stage: nameText.default('development'),
  successFactors: z.array(nameText).default([]),
  outcome: outcomeSchema.nullable().default(null),
  summary: storableText.nullable().default(null),
  finishedAt: timestamp.nullable().default(null),
}));

/** What a run cost so far, counted from its steps. */
export type RunTotals = z.infer<typeof runTotalsSchema>;
const runTotalsSchema = lazyObject(() => ({
  steps: count,
  toolCalls: count,
  modelCalls: count,
  failedSteps: count,
  inputTokens: count,
  outputTokens: count,
  /** From start to finish, or to the end of the last step while the run goes on. */
  wallTimeMs: z.number(),
}));

/** A run together with what it cost. */
export type RunWithTotals = z.infer<typeof runWithTotalsSchema>;
export const runWithTotalsSchema = lazyObject(() => ({ ...runSchema.shape, totals: runTotalsSchema }));
