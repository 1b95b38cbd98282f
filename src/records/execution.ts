import * as z from 'zod';
import { nameText, requiredText } from '../text/text.ts';
import { complexities } from './complexity.ts';
import { lazyObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { outcomeSchema, recordId, timestamp } from './record.ts';
import { interruptedReplay, stoppedReplay } from './run.ts';
import type { ToolStep } from './step.ts';

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

/** Whether it is a replay that was interrupted, or rightly stopped: it is no success and no failure in any figure. */
export function isCutShort({ style, approach }: Pick<Execution, 'style' | 'approach'>): boolean {
  return style === 'replay' && (approach === interruptedReplay || approach === stoppedReplay);
}

/** Finished runs counted together: those of one agent, category, approach, outcome, template and day. */
export interface RunTally {
  readonly agent: string | null;
  readonly category: string | null;
  readonly approach: string | null;
  readonly outcome: Execution['outcome'];
  /** Whether they were given memories. */
  readonly informed: boolean;
  /** The template that they re-executed, and how. */
  readonly templateId: string | null;
  readonly style: Execution['style'];
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

/**
 * The finished runs of one category, or of one agent, in two halves by the time they ended (LRN-9). The earlier half has the smaller
 * number of an odd count.
 */
export interface RunHalves {
  /** The category or agent. */
  readonly of: string | null;
  readonly runs: number;
  /** Sums of outcome qualities. */
  readonly earlierSuccesses: number;
  readonly laterSuccesses: number;
}

/** Decisions counted together: those of one owner and day. */
export interface DecisionTally {
  readonly agent: string | null;
  /** Whether their run had been given a memory before. */
  readonly informed: boolean;
  /** Days since 1970 at which they were recorded, in UTC. */
  readonly day: number;
  readonly decisions: number;
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

/** A failed step without what it said. */
export interface MetFailure {
  readonly id: string;
  readonly runId: string;
  /** Who made the step. */
  readonly agent: string | null;
  readonly position: number;
  readonly createdAt: number;
  readonly signature: string;
  readonly tool: string | null;
  /** How many tool calls its run has so far: it tells whether any came after. */
  readonly callsInRun: number;
}

/** An owner with failures that are in no pattern, and which state of them this is. */
export interface UnsortedFailures {
  readonly agent: string | null;
  readonly mark: number;
}

/** A call beside a failure, without what it answered. */
export type CallAround = Pick<
  ToolStep,
  | 'id'
  | 'runId'
  | 'parentId'
  | 'position'
  | 'tool'
  | 'arguments'
  | 'success'
  | 'error'
  | 'startedAt'
  | 'durationMs'
>;

/** A call of a run without what it said. */
export interface Call {
  readonly runId: string;
  readonly position: number;
  readonly tool: string;
  readonly success: boolean;
  readonly durationMs: number;
}
