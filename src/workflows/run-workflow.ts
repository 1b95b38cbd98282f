import type * as z from 'zod';
import { EngramError } from '../errors.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { ViewerContext } from '../ports/context.ts';
import type { WorkflowDefinition } from '../ports/workflow-definition.ts';
import type { GivenAgain } from '../ports/workflow-runtime.ts';
import { parseInput } from '../records/parse.ts';
import type { Workflow } from '../records/workflow.ts';
import { startWorkflowInput } from '../records/workflow-inputs.ts';
import { holdsSecret } from './checkpoints.ts';
import { resumeWorkflow } from './control.ts';
import { changeableWorkflow } from './find-workflow.ts';
import { startWorkflow } from './start-workflow.ts';

/**
 * Queues a workflow of this name. A worker goes on with it: of this process, or of any other that knows its definition.
 * Without a definition here the version is required.
 */
export async function beginWorkflow(
  context: ViewerContext,
  raw: z.input<typeof startWorkflowInput>,
): Promise<Workflow> {
  const { name, version, input, id = null } = parseInput(startWorkflowInput, raw, 'workflow');
  const runtime = await context.workflows();
  const chosen = version ?? runtime.find(name)?.version;
  if (chosen === undefined) {
    throw new EngramError(
      'invalid_input',
      `No workflow "${name}" is registered here. Register its definition, or name its version.`,
      { details: { fields: ['version'], name } },
    );
  }
  const started = await startWorkflow(context, {
    ...{ scope: context.viewer, name, version: chosen, input },
    requestKey: id,
  });
  // A secret in the input is not kept; this process still knows it.
  if (started.status === 'queued' && (await holdsSecret(context, input)))
    runtime.giveAgain(started, { input });
  runtime.poke();
  return started;
}

/** Does a workflow in this process, with whatever it starts, and answers how it stands in the end. */
export async function runWorkflow<Input extends JsonObject, Output extends Json>(
  context: ViewerContext,
  definition: WorkflowDefinition<Input, Output>,
  input: Input,
  { id, signal }: { readonly id?: string; readonly signal?: AbortSignal } = {},
): Promise<Workflow> {
  const runtime = await context.workflows();
  runtime.register([definition]);
  await runtime.work();
  const { name, version } = definition;
  const started = await beginWorkflow(context, { name, version, input, ...(id === undefined ? {} : { id }) });
  return runtime.whenSettled(context.viewer, started.id, signal);
}

/** Goes on in this process with a workflow that needs input; what is given is used and not kept. */
export async function resumeWith(context: ViewerContext, id: string, again: GivenAgain): Promise<Workflow> {
  const runtime = await context.workflows();
  const workflow = await changeableWorkflow(context, context.viewer, id);
  await runtime.work();
  runtime.giveAgain(workflow, again);
  const { id: resumed } = await resumeWorkflow(context, context.viewer, id);
  runtime.poke();
  return runtime.whenSettled(context.viewer, resumed);
}
