import { prepareRun } from '../capture/runs.ts';
import { EngramError } from '../errors.ts';
import { canonicalJson, type Json, type JsonObject } from '../json/json.ts';
import type { Context } from '../ports/context.ts';
import type { Command } from '../ports/store.ts';
import { unheld } from '../records/lease.ts';
import { schemaVersion } from '../records/record.ts';
import { type Scope, sameScope } from '../records/scope.ts';
import type { Workflow } from '../records/workflow.ts';

/** A workflow that is asked for. */
export interface AskedWorkflow {
  readonly scope: Scope;
  readonly name: string;
  readonly version: string;
  readonly input: JsonObject;
  /** The caller's own name for it: the same name again is the same workflow. */
  readonly requestKey: string | null;
  readonly parentId?: string;
}

/** Queues a workflow. One of the same name of its own, with the same input, is answered as it stands. */
export async function startWorkflow(context: Context, asked: AskedWorkflow): Promise<Workflow> {
  const { workflow, commands } = await prepareWorkflow(context, asked);
  try {
    await context.store.commit(commands);
    return workflow;
  } catch (error) {
    const known =
      asked.requestKey === null ? undefined : await startedBefore(context, asked, asked.requestKey);
    if (known === undefined) throw error;
    return known;
  }
}

/** A queued workflow and the run it is recorded in, with what writes both. */
export async function prepareWorkflow(
  context: Context,
  { scope, name, version, input, requestKey, parentId }: AskedWorkflow,
): Promise<{ readonly workflow: Workflow; readonly commands: readonly Command[] }> {
  const run = await prepareRun(
    context,
    scope,
    { description: `Workflow ${name}`, category: name, inputs: input },
    { kind: 'workflow' },
  );
  const now = context.clock.now();
  const id = context.ids('wfl');
  const workflow: Workflow = {
    schemaVersion,
    id,
    scope,
    createdAt: now,
    name,
    version,
    subject: id,
    requestKey,
    parentId: parentId ?? null,
    runId: run.id,
    status: 'queued',
    ...unheld,
    updatedAt: now,
    // Due at once, whatever becomes of the clock.
    wakeAt: 0,
    recoveries: 0,
    requested: null,
    input,
    output: null,
    error: null,
  };
  return {
    workflow,
    commands: [
      { type: 'start-run', run },
      { type: 'begin-workflow', workflow },
    ],
  };
}

async function startedBefore(
  context: Context,
  { scope, name, input }: AskedWorkflow,
  requestKey: string,
): Promise<Workflow | undefined> {
  const found = await context.store.findWorkflows(scope, [requestKey]);
  const known = found.find((one) => one.requestKey === requestKey && sameScope(one.scope, scope));
  if (known === undefined) return undefined;
  const redacted = await context.redactJson(input);
  const isSame = known.name === name && canonicalJson(known.input as Json) === canonicalJson(redacted);
  if (isSame) return known;
  throw new EngramError(
    'conflict',
    `The id "${requestKey}" was used for another workflow, or for another input.`,
    {
      details: { id: requestKey, workflow: known.id },
    },
  );
}
