import { setTimeout as pause } from 'node:timers/promises';
import { stepError } from '../capture/steps.ts';
import { EngramError } from '../errors.ts';
import { type Json, type JsonObject, jsonProblem } from '../json/json.ts';
import type { Context } from '../ports/context.ts';
import type { Command } from '../ports/store.ts';
import type { Checkpoint, Workflow } from '../records/workflow.ts';
import { type HeldWork, isRefused, type KeptCheckpoint } from '../run/durable/work.ts';
import type { Halt } from './execution.ts';

/** How long is tried to write before others are left to go on. */
const patienceMs = 60_000;

/** What a workflow has done, as it was read when it was taken over and as it was written since. */
export interface Checkpoints {
  get(key: string): Checkpoint | undefined;
  all(): readonly Checkpoint[];
  /** How many steps are done. */
  done(): number;
  /** Once what others may have sent was read again. */
  refreshed(): Promise<Checkpoints>;
  /** How long the last checkpoint took to write. */
  writeMs(): number | undefined;
  /** Writes a checkpoint with what else belongs to it; answers why that could not be done. */
  keep(checkpoint: KeptCheckpoint, also?: readonly Command[]): Promise<Halt | undefined>;
}

/** What is kept beside the result of a step. */
export interface StepNote {
  /** How many steps were done before it came to its end. */
  readonly order?: number;
  /** The result was not kept as it was: it held a secret. */
  readonly isRedacted?: boolean;
  readonly attempt?: number;
  /** When a failed one is tried again; null when it is not. */
  readonly retryAt?: number | null;
  /** How long the work of the step took, and how long writing the checkpoint before it took. */
  readonly workMs?: number;
  readonly writeMs?: number;
  /** On a take-over: how long ago the dead worker had given its last sign of life. */
  readonly detectMs?: number;
}

export function noteOf({ input }: Pick<Checkpoint, 'input'>): StepNote {
  return (input ?? {}) as StepNote;
}

export async function readCheckpoints(
  { store, settings }: Pick<Context, 'store' | 'settings'>,
  workflow: Pick<Workflow, 'id' | 'scope'>,
  work: HeldWork,
): Promise<Checkpoints> {
  const known = new Map<string, Checkpoint>();
  const read = async () => {
    const found = await store.listCheckpoints(workflow.scope, workflow.id);
    for (const checkpoint of found) if (!known.has(checkpoint.key)) known.set(checkpoint.key, checkpoint);
  };
  let reading: Promise<void> | undefined;
  // Many branches that wait look at the same time: once is enough for all.
  const refresh = () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
  await refresh();
  let done = [...known.values()].filter(({ key, state }) => state === 'done' && isStep(key)).length;
  const onDisk = settings.workflows.durability === 'full';
  let writeMs: number | undefined;
  const checkpoints: Checkpoints = {
    get: (key) => known.get(key),
    all: () => [...known.values()],
    done: () => done,
    async refreshed() {
      await refresh();
      return checkpoints;
    },
    writeMs: () => writeMs,
    async keep(checkpoint, also = []) {
      const started = performance.now();
      const halt = await written(() => work.keep([checkpoint], { also, onDisk }));
      writeMs = inMicroseconds(performance.now() - started);
      if (halt !== undefined) return halt;
      known.set(checkpoint.key, { ...checkpoint, scope: workflow.scope, workflowId: workflow.id, at: 0 });
      if (checkpoint.state === 'done' && isStep(checkpoint.key)) done += 1;
      return undefined;
    },
  };
  return checkpoints;
}

/** Milliseconds with three digits: more would only make checkpoints longer. */
export function inMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}

/** What a store cannot do now it may be able to do soon; and what was done outside must not be forgotten for that. */
export async function written(write: () => Promise<void>): Promise<Halt | undefined> {
  const until = performance.now() + patienceMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, 2_000)) {
    try {
      await write();
      return undefined;
    } catch (error) {
      if (isRefused(error)) return { kind: 'lost' };
      const isStorage = EngramError.is(error) && error.code.startsWith('store_');
      if (!isStorage || performance.now() > until) return { kind: 'storage', error };
      await pause(pauseMs);
    }
  }
}

/** Names of Engram's own, which no step may have. */
const ownMark = '~';
export const isStep = (key: string): boolean => !key.startsWith(ownMark);
/** That it was taken over from a dead worker, by the epoch since. */
export const takeOverKey = (epoch: number): string => `${takeOvers}${epoch}`;
export const takeOvers = `${ownMark}taken over `;
export const sleepKey = (key: string): string => `${ownMark}sleep ${key}`;
export const waitKey = (key: string): string => `${ownMark}wait ${key}`;
export const childKey = (key: string): string => `${ownMark}child ${key}`;
export const signalKey = (topic: string, key: string): string => `${signalsOf(topic)}${JSON.stringify(key)}`;
/** In quotes: one topic may begin like another. */
export const signalsOf = (topic: string): string => `${ownMark}signal ${JSON.stringify(topic)} `;
/** By the name its parent has for it: a copy of the parent knows it, too. */
export const childEndKey = (key: string): string => `${ownMark}end ${key}`;

/**
 * What JSON makes of a value: a workflow goes on with the same whether it was interrupted or not. What no database could give back
 * is refused, or the workflow could never be read again.
 */
export function asJson(value: unknown): Json {
  const made = JSON.parse(JSON.stringify(value ?? null) ?? 'null') as Json;
  const problem = jsonProblem(made);
  if (problem !== undefined) throw new EngramError('invalid_input', `What was answered ${problem}.`);
  return made;
}

/** Whether a value is not kept as it is. */
export async function holdsSecret(context: Pick<Context, 'redactJson'>, value: Json): Promise<boolean> {
  return JSON.stringify(await context.redactJson(value)) !== JSON.stringify(value);
}

/** What is told of an error, in text of bounded length that every database can keep. */
export function toldError(error: unknown): { message: string; code: string | null } {
  const { message } = stepError('Error', messageOf(error));
  return { message, code: EngramError.is(error) ? error.code : null };
}

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error);
  } catch {
    return 'Something was thrown that has no text.';
  }
}

/** An error that an earlier process met, as its caller catches it. */
export function metBefore(kept: JsonObject): Error {
  const error = new Error(String(kept['message']));
  error.name = 'StepError';
  return error;
}
