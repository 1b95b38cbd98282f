import type { Json, JsonObject } from '../json/json.ts';
import type { Context } from '../ports/context.ts';
import type { Command } from '../ports/store.ts';
import type { AnyWorkflow, WorkflowDefinition } from '../ports/workflow-definition.ts';
import type { GivenAgain } from '../ports/workflow-runtime.ts';
import type { Outcome } from '../records/record.ts';
import { hasEnded, type Workflow, type WorkflowStatus } from '../records/workflow.ts';
import type { HeldWork } from '../run/durable/work.ts';
import { isRedacted } from '../text/placeholder.ts';
import { asJson, childEndKey, holdsSecret, readCheckpoints, toldError, written } from './checkpoints.ts';
import { createExecution, type Halt, type OneExecution } from './execution.ts';
import { findWorkflow } from './find-workflow.ts';
import { type ChildEnd, createFlow } from './flow.ts';
import { createStepRunner } from './run-step.ts';
import { startWorkflow } from './start-workflow.ts';

/** How an execution ended: the workflow did, or it has to stop. */
type Ended = { readonly output: Json } | { readonly error: unknown } | { readonly halt: Halt };

/** A workflow that this process goes on with. */
export interface ExecutingWorkflow {
  readonly execution: OneExecution;
  /** Resolves when this process has let go of it: whether it waits, and goes on by itself later. */
  readonly ended: Promise<boolean>;
}

/** Goes on with a workflow that this process holds, until its end or until it has to stop. */
export function executeWorkflow(
  context: Context,
  work: HeldWork,
  workflow: Workflow,
  definition: AnyWorkflow,
  again: GivenAgain,
  started: (child: Workflow, unkept: GivenAgain | undefined) => void,
): ExecutingWorkflow {
  const execution = createExecution(context.clock.now);
  const failedAt = new WeakMap<object, string>();

  async function run(): Promise<Ended> {
    const input = again.input ?? workflow.input;
    if (again.input === undefined && isRedacted(JSON.stringify(workflow.input))) {
      const message = 'Its input held a secret, which is not kept. Give the input again to go on.';
      return { halt: { kind: 'needs_input', step: null, message } };
    }
    const checkpoints = await readCheckpoints(context, workflow, work);
    const runStep = createStepRunner({ context, workflow, execution, checkpoints, given: again.steps ?? {} });
    const flow = createFlow({
      id: workflow.id,
      now: context.clock.now,
      execution,
      checkpoints,
      given: again.steps ?? {},
      async runStep(key, ...rest) {
        try {
          return await runStep(key, ...rest);
        } catch (error) {
          if (typeof error === 'object' && error !== null) failedAt.set(error, key);
          throw error;
        }
      },
      async startChild(key, { name, version }, childInput) {
        const requestKey = `${workflow.id} ${key}`;
        const asked = { scope: workflow.scope, name, version, input: childInput as JsonObject };
        const child = await startWorkflow(context, { ...asked, requestKey, parentId: workflow.id });
        // A secret in the input is not kept; this process still knows it.
        const isSecret = child.status === 'queued' && (await holdsSecret(context, childInput));
        started(child, isSecret ? { input: asked.input } : undefined);
        return child.id;
      },
      async endOfChild(id) {
        const child = await findWorkflow(context, workflow.scope, id);
        return hasEnded(child) ? childEnd(child) : undefined;
      },
    });
    const done = Promise.resolve()
      .then(() => (definition as unknown as WorkflowDefinition).run(flow, input))
      .then((output): Ended => ({ output: asJson(output) }))
      .catch((error: unknown): Ended => ({ error }));
    const ended = await Promise.race([done, execution.rest.then((halt): Ended => ({ halt }))]);
    if ('output' in ended) execution.halt({ kind: 'done' });
    if (!('error' in ended)) return ended;
    // Steps side by side are recorded when they come to their end, or a retry would do them again.
    execution.halt({ kind: 'failed' });
    await execution.rest;
    return ended;
  }

  async function end(): Promise<boolean> {
    const ended = await run().catch((error: unknown): Ended => ({ halt: { kind: 'storage', error } }));
    const halt = await written(() => letGo(ended));
    // Whoever can goes on: nothing more can be said.
    if (halt !== undefined) work.abandon();
    return 'halt' in ended && ended.halt.kind === 'waiting';
  }

  async function letGo(ended: Ended): Promise<void> {
    if ('output' in ended) {
      const { output } = ended;
      return work.letGo('done', output, {}, endCommands(context, workflow, 'done', output, null));
    }
    if ('error' in ended) {
      const step = (typeof ended.error === 'object' && ended.error && failedAt.get(ended.error)) || null;
      return fail(context, work, workflow, { ...toldError(ended.error), step });
    }
    const { halt } = ended;
    switch (halt.kind) {
      case 'waiting':
        return work.letGo('waiting', null, { wakeAt: halt.wakeAt });
      case 'leaving':
        return work.letGo('queued', null, { wakeAt: 0 });
      case 'needs_input':
        return work.letGo('needs_input', null, {
          error: { message: halt.message, code: null, step: halt.step },
        });
      case 'paused':
        return work.letGo('paused', null);
      case 'cancelled':
        return work.letGo('cancelled', null, {}, endCommands(context, workflow, 'cancelled', null, null));
      default:
        return work.abandon();
    }
  }

  return { execution, ended: end() };
}

/** Ends a workflow that cannot go on. */
export async function fail(
  context: Context,
  work: HeldWork,
  workflow: Workflow,
  error: NonNullable<Workflow['error']>,
): Promise<void> {
  await work.letGo('failed', null, { error }, endCommands(context, workflow, 'failed', null, error));
}

const outcomes: Readonly<Partial<Record<WorkflowStatus, Outcome>>> = { done: 'success', failed: 'failure' };

/** What is written together with the end: that of the run, and what a parent waits for. */
export function endCommands(
  context: Pick<Context, 'clock'>,
  workflow: Workflow,
  status: WorkflowStatus,
  output: Json,
  error: Workflow['error'],
): Command[] {
  const { scope, runId, parentId, requestKey } = workflow;
  const at = context.clock.now();
  const outcome = outcomes[status] ?? 'partial';
  const endOfRun = { outcome, finishedAt: at, summary: error?.message ?? null, successFactors: [] };
  const commands: Command[] = [{ type: 'finish-run', owner: scope, runId, end: endOfRun }];
  if (parentId === null || requestKey === null) return commands;
  // Its request is named after its parent and the parent's name for it.
  const key = childEndKey(requestKey.slice(parentId.length + 1));
  const end = childEnd({ status, output, error });
  const checkpoint = { scope, workflowId: parentId, key, state: 'done', ...end, at } as const;
  return [...commands, { type: 'signal-workflow', checkpoint }];
}

/** What a parent is told of the end of a child. Redaction marks an output that it changes itself. */
function childEnd({ status, output, error }: Pick<Workflow, 'status' | 'output' | 'error'>): ChildEnd {
  return { input: { isRedacted: isRedacted(JSON.stringify(output)) }, result: { status, output, error } };
}
