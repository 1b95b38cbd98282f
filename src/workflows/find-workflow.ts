import { mayChange } from '../access/reach.ts';
import { EngramError, notFound } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import type { Workflow } from '../records/workflow.ts';
import { workflowById } from '../records/workflow-inputs.ts';
import { replayName } from '../run/replay/durable-replay.ts';

/** The workflow of this id, or of this name that its caller gave it. Replays are runs: they are looked at as such. */
export async function findWorkflow(
  { store }: Pick<Context, 'store'>,
  viewer: Viewer,
  given: string,
): Promise<Workflow> {
  const { id: idOrKey } = parseInput(workflowById, { id: given }, 'workflow');
  const found = (await store.findWorkflows(viewer, [idOrKey])).filter(
    ({ id, requestKey, name }) => name !== replayName && (id === idOrKey || requestKey === idOrKey),
  );
  const [first, ...others] = found.some(({ id }) => id === idOrKey)
    ? found.filter(({ id }) => id === idOrKey)
    : found;
  if (first === undefined) throw notFound('workflow', idOrKey);
  if (others.length > 0) {
    const ids = found.map(({ id }) => id);
    throw new EngramError(
      'ambiguous',
      `Several agents have a workflow "${idOrKey}": ${ids.join(', ')}. Name one.`,
      {
        details: { ids },
      },
    );
  }
  return first;
}

/** One that the viewer may change; any other is answered as absent. */
export async function changeableWorkflow(
  context: Pick<Context, 'store'>,
  viewer: Viewer,
  id: string,
): Promise<Workflow> {
  const workflow = await findWorkflow(context, viewer, id);
  if (!mayChange(viewer, workflow.scope)) throw notFound('workflow', id);
  return workflow;
}
