import { setTimeout as pause } from 'node:timers/promises';
import type * as z from 'zod';
import { EngramError } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { Command } from '../ports/store.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import {
  type Checkpoint,
  hasEnded,
  isUnderWay,
  type Workflow,
  type WorkflowRequest,
} from '../records/workflow.ts';
import { forkWorkflowInput, signalWorkflowInput } from '../records/workflow-inputs.ts';
import { isRefused, leaseMs, takeOver } from '../run/durable/work.ts';
import { mayBeAlive } from '../store/holders.ts';
import { childEndKey, isStep, noteOf, signalKey } from './checkpoints.ts';
import { stopAsRequested } from './executions.ts';
import { changeableWorkflow } from './find-workflow.ts';
import { prepareWorkflow } from './start-workflow.ts';

/** How long is waited for whoever is at a workflow to hear what is requested. */
const patienceMs = 3_000;

/** Asks whoever is at a workflow to pause or cancel it; what nobody is at is stopped here. Children are cancelled with it. */
export async function requestStop(
  context: Context,
  viewer: Viewer,
  id: string,
  request: WorkflowRequest,
): Promise<Workflow> {
  const workflow = await changeableWorkflow(context, viewer, id);
  if (request === 'cancel' && isResting(workflow)) {
    const work = await takeOver(context, workflow);
    await stopAsRequested(context, work, { ...workflow, requested: request });
  } else {
    if (!isUnderWay(workflow)) throw cannot(workflow, request);
    await context.store.commit([
      { type: 'request-of-workflow', owner: workflow.scope, id: workflow.id, request },
    ]);
    await untilHeard(context, viewer, workflow.id);
    // It may have come to rest for another reason just then.
    const heard = await changeableWorkflow(context, viewer, workflow.id);
    if (request === 'cancel' && isResting(heard)) return requestStop(context, viewer, workflow.id, request);
  }
  if (request === 'cancel') await cancelChildren(context, viewer, workflow.id);
  return changeableWorkflow(context, viewer, workflow.id);
}

function isResting({ status }: Workflow): boolean {
  return status === 'paused' || status === 'needs_input';
}

async function cancelChildren(context: Context, viewer: Viewer, parentId: string): Promise<void> {
  for (const child of await childrenOf(context, viewer, parentId)) {
    if (hasEnded(child)) continue;
    try {
      await requestStop(context, viewer, child.id, 'cancel');
    } catch (error) {
      // One that has come to its end by now leaves nothing to cancel.
      if (!hasEnded(await changeableWorkflow(context, viewer, child.id))) throw error;
    }
  }
}

async function childrenOf(
  { store }: Context,
  viewer: Viewer,
  parentId: string,
): Promise<readonly Workflow[]> {
  const found: Workflow[] = [];
  for (let after: Parameters<typeof store.listWorkflows>[2]['after']; ; ) {
    const { items, next } = await store.listWorkflows(viewer, { parentId }, { limit: 500, after });
    found.push(...items);
    if (next === null) return found;
    after = next;
  }
}

async function untilHeard(context: Context, viewer: Viewer, id: string): Promise<void> {
  const until = context.clock.elapsed() + patienceMs;
  while (context.clock.elapsed() < until) {
    const workflow = await changeableWorkflow(context, viewer, id);
    if (!isUnderWay(workflow) || workflow.requested === null) return;
    const isHeld =
      workflow.status === 'running' && mayBeAlive(workflow, id, context.holder, context.clock.now(), leaseMs);
    if (!isHeld) {
      try {
        return await stopAsRequested(context, await takeOver(context, workflow), workflow);
      } catch (error) {
        if (!isRefused(error)) throw error;
      }
    }
    await pause(100);
  }
}

/** Lets a workflow go on that was paused, waits for somebody, or waits for a time or a signal. */
export async function resumeWorkflow(context: Context, viewer: Viewer, id: string): Promise<Workflow> {
  const workflow = await changeableWorkflow(context, viewer, id);
  if (workflow.status === 'queued' || workflow.status === 'running') return workflow;
  if (!['paused', 'needs_input', 'waiting'].includes(workflow.status)) throw cannot(workflow, 'resume');
  return requeue(context, workflow);
}

/**
 * Tries a workflow again that failed or was cancelled, from its first step that is not done, in a run of its own. Its children
 * that failed or were cancelled are tried again with it.
 */
export async function retryWorkflow(context: Context, viewer: Viewer, id: string): Promise<Workflow> {
  const workflow = await changeableWorkflow(context, viewer, id);
  if (!isBroken(workflow)) throw cannot(workflow, 'retry');
  const { scope, name, version, input } = workflow;
  const { workflow: prepared, commands } = await prepareWorkflow(context, {
    ...{ scope, name, version, input },
    requestKey: null,
  });
  for (const child of await childrenOf(context, viewer, workflow.id)) {
    if (isBroken(child)) await retryWorkflow(context, viewer, child.id);
  }
  const failed = (await context.store.listCheckpoints(scope, workflow.id)).filter(hasFailed);
  const forgotten = failed.map((checkpoint): Command => {
    const { order = null } = noteOf(checkpoint);
    return {
      type: 'keep-checkpoint',
      checkpoint: { ...checkpoint, state: 'begun', input: order === null ? null : { order }, result: null },
      epoch: workflow.epoch + 1,
    };
  });
  const startRun = commands.filter(({ type }) => type === 'start-run');
  return requeue(context, { ...workflow, runId: prepared.runId }, [...startRun, ...forgotten]);
}

function isBroken({ status }: Pick<Workflow, 'status'>): boolean {
  return status === 'failed' || status === 'cancelled';
}

/** A step that failed, or a child that did not come to a good end. */
function hasFailed({ key, state, result }: Checkpoint): boolean {
  return (
    state === 'failed' || (key.startsWith(childEndKey('')) && isBroken(result as Pick<Workflow, 'status'>))
  );
}

async function requeue(
  context: Context,
  workflow: Workflow,
  also: readonly Command[] = [],
): Promise<Workflow> {
  const work = await takeOver(context, workflow);
  await work.letGo('queued', null, { wakeAt: 0, error: null }, also);
  return changeableWorkflow(context, workflow.scope, workflow.id);
}

/** Starts a copy of a workflow that goes on from a step: what was done before it is done in the copy. */
export async function forkWorkflow(
  context: Context,
  viewer: Viewer,
  raw: z.input<typeof forkWorkflowInput>,
): Promise<Workflow> {
  const { id, step, as = null } = parseInput(forkWorkflowInput, raw, 'fork');
  const workflow = await changeableWorkflow(context, viewer, id);
  const checkpoints = await context.store.listCheckpoints(workflow.scope, workflow.id);
  const from = step === undefined ? undefined : checkpoints.find(({ key }) => key === step && isStep(key));
  if (step !== undefined && from === undefined) {
    const known = checkpoints.filter(({ key }) => isStep(key)).map(({ key }) => key);
    throw new EngramError(
      'invalid_input',
      `The workflow "${id}" has no step "${step}". It has ${known.length === 0 ? 'none yet' : known.join(', ')}.`,
      { details: { fields: ['step'], steps: known } },
    );
  }
  const { scope, name, version, input } = workflow;
  const prepared = await prepareWorkflow(context, { scope, name, version, input, requestKey: as });
  const copied = checkpoints
    .filter((one) => one.state === 'done' && (from === undefined || isBefore(one, from)))
    .map(
      (checkpoint): Command => ({
        type: 'keep-checkpoint',
        checkpoint: { ...checkpoint, workflowId: prepared.workflow.id },
        epoch: prepared.workflow.epoch,
      }),
    );
  await context.store.commit([...prepared.commands, ...copied]);
  return prepared.workflow;
}

function isBefore(one: Checkpoint, from: Checkpoint): boolean {
  if (one.key === from.key) return false;
  const [mine, other] = [noteOf(one).order, noteOf(from).order];
  // What others sent has no place among the steps, only a time.
  if (mine === undefined || other === undefined) return one.at <= from.at;
  return isStep(one.key) ? mine < other : mine <= other;
}

/** Sends a signal to a workflow. The same key again is the same signal. */
export async function signalWorkflow(
  context: Context,
  viewer: Viewer,
  raw: z.input<typeof signalWorkflowInput>,
): Promise<Workflow> {
  const { id, topic, payload, key } = parseInput(signalWorkflowInput, raw, 'signal');
  const workflow = await changeableWorkflow(context, viewer, id);
  if (hasEnded(workflow)) throw cannot(workflow, 'signal');
  const checkpoint: Checkpoint = {
    scope: workflow.scope,
    workflowId: workflow.id,
    key: signalKey(topic, key ?? context.ids('msg')),
    state: 'done',
    input: null,
    result: payload,
    at: context.clock.now(),
  };
  await context.store.commit([{ type: 'signal-workflow', checkpoint }]);
  return changeableWorkflow(context, viewer, workflow.id);
}

function cannot({ id, status }: Workflow, what: string): EngramError {
  return new EngramError(
    'conflict',
    `The workflow "${id}" is ${status.replace('_', ' ')}: there is nothing to ${what}.`,
    {
      details: { workflow: id, status },
    },
  );
}
