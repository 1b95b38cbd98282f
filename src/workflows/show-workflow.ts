import type * as z from 'zod';
import type { Json } from '../json/json.ts';
import type { Context } from '../ports/context.ts';
import type { Listing } from '../recall/browse.ts';
import { encodeCursor } from '../records/page.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import type { Checkpoint, Workflow } from '../records/workflow.ts';
import { listWorkflowsInput, type ShownWorkflow, type WorkflowDetails } from '../records/workflow-inputs.ts';
import { replayName } from '../run/replay/durable-replay.ts';
import { isStep, noteOf, takeOvers } from './checkpoints.ts';
import { findWorkflow } from './find-workflow.ts';

/** Workflows, newest first. Replays are runs, and listed as such. */
export async function listWorkflows(
  { store }: Context,
  viewer: Viewer,
  raw: z.input<typeof listWorkflowsInput>,
): Promise<Listing<ShownWorkflow>> {
  const { limit, cursor, ...filter } = parseInput(listWorkflowsInput, raw, 'list of workflows');
  const items: ShownWorkflow[] = [];
  for (let after = cursor; ; ) {
    const page = await store.listWorkflows(viewer, filter, { limit: limit - items.length, after });
    items.push(...page.items.filter(({ name }) => name !== replayName).map(shownWorkflow));
    if (page.next === null || items.length >= limit) {
      return { items, next: page.next && encodeCursor(page.next) };
    }
    after = page.next;
  }
}

/** A workflow with its steps, in the order they were done. */
export async function showWorkflow(context: Context, viewer: Viewer, id: string): Promise<WorkflowDetails> {
  const workflow = await findWorkflow(context, viewer, id);
  const checkpoints = await context.store.listCheckpoints(viewer, workflow.id);
  const steps = checkpoints.filter(({ key }) => isStep(key)).sort(inOrder);
  const takenOver = checkpoints
    .filter(({ key }) => key.startsWith(takeOvers))
    .map(({ at }) => at)
    .sort((left, right) => left - right);
  return { ...shownWorkflow(workflow), input: workflow.input, steps: steps.map(shownStep), takenOver };
}

export function shownWorkflow(workflow: Workflow): ShownWorkflow {
  const { id, scope, createdAt, name, version, requestKey, parentId, runId, status, holder } = workflow;
  const { updatedAt, wakeAt, recoveries, requested, output, error } = workflow;
  const shown = { id, scope, createdAt, name, version, requestKey, parentId, runId, status, holder };
  return {
    ...shown,
    updatedAt,
    wakeAt: status === 'waiting' ? wakeAt : null,
    recoveries,
    requested,
    output,
    error,
  };
}

function inOrder(left: Checkpoint, right: Checkpoint): number {
  return (
    left.at - right.at ||
    (noteOf(left).order ?? 0) - (noteOf(right).order ?? 0) ||
    (left.key < right.key ? -1 : 1)
  );
}

function shownStep(checkpoint: Checkpoint): WorkflowDetails['steps'][number] {
  const { key, state, at, result } = checkpoint;
  const { attempt = 0, retryAt } = noteOf(checkpoint);
  const isFailed = state === 'failed';
  return {
    key,
    state: isFailed && retryAt !== null ? 'retrying' : state,
    at,
    attempts: attempt,
    result: isFailed ? null : result,
    error: isFailed ? String((result as { message?: Json }).message ?? '') : null,
  };
}
