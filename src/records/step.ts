import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { nameText, storableText } from '../text/text.ts';
import { capturedSchema } from './captured.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { count } from './number.ts';
import { recordBase, recordId, timestamp } from './record.ts';

/** What went wrong in a step. `signature` is the message with its variable parts masked. */
export type StepError = z.infer<typeof stepErrorSchema>;
export const stepErrorSchema = lazyObject(() => ({
  type: nameText,
  message: storableText,
  signature: storableText,
}));

/**
 * How a step is known, by the door it came through: `made` by Engram itself (its tool runtime, a replay, configured MCP
 * servers) · `wrapped`: Engram stood around the call (the library's `run.call` and `run.tools`, adapters) · `transcript`: a file
 * that an agent left on this machine · `reported`: an agent says so (`run step`, HTTP, MCP, a posted transcript).
 */
export type Provenance = z.infer<typeof provenanceField>;
export const provenanceField = lazySchema(() =>
  z.enum(['made', 'wrapped', 'transcript', 'reported']).default('reported'),
);

/** Whether Engram saw the call, and does not only know it by what it was told. */
export const wasSeen = (provenance: Provenance): boolean => trust[provenance] === trust.made;

const trust: Readonly<Record<Provenance, number>> = { made: 2, wrapped: 2, transcript: 1, reported: 0 };

/** Whether a call is known less surely than another: what a file says, and still less what an agent says. */
export const isWeaker = (one: Provenance, other: Provenance): boolean => trust[one] < trust[other];

/** The part of a larger task a step belongs to. */
export const subTaskSchema = lazyObject(() => ({
  id: recordId,
  index: count,
  text: storableText,
}));

const stepBase = lazyObject(() => ({
  ...recordBase,
  runId: recordId,
  /** The step that was going on when this one started, for calls made inside calls. */
  parentId: recordId.nullable().default(null),
  subTask: subTaskSchema.nullable().default(null),
  /** The agent that made it, one of the run's `agents`; null for the run's own. */
  agent: nameText.nullable().default(null),
  /** Order of starting within the run, from 0. */
  position: count,
  provenance: provenanceField,
  startedAt: timestamp,
  durationMs: z.number().nonnegative(),
  success: z.boolean(),
  error: stepErrorSchema.nullable().default(null),
}));

export const toolStepSchema = lazyObject(() => ({
  ...stepBase.shape,
  kind: z.literal('tool'),
  tool: nameText,
  arguments: jsonObject,
  result: json,
  /** Fields that were over the size cap and are kept only as a preview; such a step cannot be replayed. */
  truncated: z.array(z.enum(['arguments', 'result'])).default([]),
  /** What the check of the tool captured before the call; left out when the tool has none. */
  captured: capturedSchema.optional(),
}));

export const modelStepSchema = lazyObject(() => ({
  ...stepBase.shape,
  kind: z.literal('model'),
  model: nameText,
  inputTokens: count,
  outputTokens: count,
}));

/** A note or a message written down during the run. */
export const noteStepSchema = lazyObject(() => ({
  ...stepBase.shape,
  kind: z.enum(['note', 'message']),
  text: storableText,
}));

/** One thing that happened in a run: `kind` says which. */
export type Step = z.infer<typeof stepSchema>;
export const stepSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [toolStepSchema, modelStepSchema, noteStepSchema]),
);
/** A tool call, with its arguments and its result. */
export type ToolStep = z.infer<typeof toolStepSchema>;

/**
 * The agent that made a step: one that takes part in the run, or the run's own. Null is the project itself.
 *
 * @example
 * makerOf(step); // 'reviewer'
 */
export function makerOf({ agent, scope }: Pick<Step, 'agent' | 'scope'>): string | null {
  return agent ?? scope.agent;
}
