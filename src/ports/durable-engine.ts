import type { Json } from '../json/json.ts';

/** What a workflow body may do. Steps are remembered by key, never by position. */
export interface WorkflowSteps {
  step<Result extends Json>(
    key: string,
    work: (step: { idempotencyKey: string; abort: AbortSignal }) => Promise<Result>,
  ): Promise<Result>;
  sleep(key: string, ms: number): Promise<void>;
  waitFor(topic: string, timeoutMs: number): Promise<Json | null>;
}

/** Where a workflow stands. */
export type WorkflowStatus = 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';

/** Runs workflows that survive a crash. A step is at-least-once; only what commits with its checkpoint is exactly-once. */
export interface DurableEngine {
  register(name: string, version: number, body: (steps: WorkflowSteps, input: Json) => Promise<Json>): void;
  /** The same id again is the same workflow. */
  start(name: string, input: Json, options: { readonly id: string }): Promise<void>;
  status(id: string): Promise<WorkflowStatus | undefined>;
  result(id: string): Promise<Json>;
  cancel(id: string): Promise<void>;
  resume(id: string): Promise<void>;
  signal(id: string, topic: string, payload: Json): Promise<void>;
  stop(drainMs: number): Promise<void>;
}
