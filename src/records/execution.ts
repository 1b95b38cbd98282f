import * as z from 'zod';
import { nameText, requiredText } from '../text/text.ts';
import { complexities } from './complexity.ts';
import { lazyObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { outcomeSchema, recordId, timestamp } from './record.ts';

/** A finished run without its steps: what statistics over runs read (LRN-7). */
export type Execution = z.infer<typeof executionSchema>;
export const executionSchema = lazyObject(() => ({
  runId: recordId,
  agent: nameText.nullable(),
  taskId: recordId.nullable(),
  description: requiredText,
  category: nameText.nullable(),
  type: nameText.nullable(),
  complexity: z.enum(complexities),
  dependencies: count,
  approach: nameText.nullable(),
  successFactors: z.array(nameText),
  outcome: outcomeSchema,
  startedAt: timestamp,
  finishedAt: timestamp,
  toolCalls: count,
  modelCalls: count,
  failedSteps: count,
  inputTokens: count,
  outputTokens: count,
  /** How many memories it was given. */
  memories: count,
  /** The template it re-executed, and how. */
  templateId: recordId.nullable().default(null),
  style: z.enum(['adaptive', 'replay']).nullable().default(null),
}));

/** How long it took; 0 when the clock went back meanwhile. */
export function durationOf({ startedAt, finishedAt }: Pick<Execution, 'startedAt' | 'finishedAt'>): number {
  return Math.max(0, finishedAt - startedAt);
}

/** Finished runs counted together: those of one agent, category, approach, outcome and day. */
export interface RunTally {
  readonly agent: string | null;
  readonly category: string | null;
  readonly approach: string | null;
  readonly outcome: Execution['outcome'];
  /** Whether they were given memories. */
  readonly informed: boolean;
  /** Days since 1970 at which they ended, in UTC. */
  readonly day: number;
  readonly runs: number;
  readonly durationMs: number;
  readonly toolCalls: number;
  readonly modelCalls: number;
  readonly failedSteps: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Failed steps counted together: those of one agent, signature and tool. */
export interface FailureTally {
  readonly agent: string | null;
  readonly signature: string;
  readonly tool: string | null;
  readonly occurrences: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}

/** A call of a run without what it said. */
export interface Call {
  readonly runId: string;
  readonly position: number;
  readonly tool: string;
  readonly success: boolean;
  readonly durationMs: number;
}
