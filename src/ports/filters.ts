import type { MemoryKind, Standing } from '../records/memory.ts';
import type { Outcome } from '../records/record.ts';
import type { Task } from '../records/task.ts';
import type { WorkflowStatus } from '../records/workflow.ts';

/** Which memories to look at. */
export interface MemoryFilter {
  readonly kind?: MemoryKind | undefined;
  readonly tag?: string | undefined;
  readonly topic?: string | undefined;
  /** Only memories with this standing; `active` by default. */
  readonly standing?: Standing | undefined;
  /** Memories that expired at or before this moment are left out. */
  readonly now: number;
}

/** Which runs to list. */
export interface RunFilter {
  readonly outcome?: Outcome | 'running' | undefined;
  readonly taskId?: string | undefined;
}

/** Which finished runs to read. */
export interface ExecutionFilter {
  readonly outcome?: Outcome | undefined;
  /** Null for runs without one. */
  readonly category?: string | null | undefined;
  readonly approach?: string | undefined;
  /** Those that re-executed this template. */
  readonly templateId?: string | undefined;
}

/** Which tasks to list. */
export interface TaskFilter {
  readonly status?: Task['status'] | undefined;
  readonly stage?: string | undefined;
}

/** Which workflows to list. */
export interface WorkflowFilter {
  readonly status?: WorkflowStatus | undefined;
  readonly name?: string | undefined;
  readonly parentId?: string | undefined;
}

/** Which failed steps to look up. */
export interface FailureFilter {
  /** Who made them; null is the project itself. */
  readonly makers: ReadonlyArray<string | null>;
  /** With one of these error signatures; left out: with any but those of `except`, and tool calls only. */
  readonly signatures?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
}

/** A step's place in its run. */
export interface StepPlace {
  readonly runId: string;
  readonly position: number;
}
