import { loadWorkflows } from '../../engine/stages.ts';
import { EngramError } from '../../errors.ts';
import type { AnyWorkflow } from '../../ports/workflow-definition.ts';
import { isUnderWay } from '../../records/workflow.ts';
import type { ShownWorkflow } from '../../records/workflow-inputs.ts';
import type { CommandCall } from './call.ts';
import { loadModule } from './load-module.ts';
import { safe } from './present/presenter.ts';
import { exitCodeOf, presentWorkflow, statusText } from './present/workflows.ts';

/** How often a terminal looks again. */
const lookAgainMs = 200;

/**
 * Carries out a command about a workflow and, when a module is named, continues the workflow in this process: until it
 * ends, needs input, or this process is asked to stop. Then any other process can continue it.
 */
export async function workHere(
  call: CommandCall,
  perform: () => Promise<unknown>,
): Promise<ShownWorkflow | undefined> {
  const { own, request } = call;
  if (typeof own['module'] !== 'string') return undefined;
  const context = await request.open();
  const runtime = await context.workflows();
  runtime.register(await loadWorkflowModule(own['module'], call.terminal.folder));
  const { id } = (await perform()) as ShownWorkflow;
  await runtime.work();
  return watch(call, id);
}

/** Every workflow that a module exports. */
async function loadWorkflowModule(path: string, folder: string): Promise<AnyWorkflow[]> {
  const exported = await loadModule(path, folder);
  const found = Object.values(exported)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isWorkflow);
  if (found.length > 0) return [...new Set(found)];
  throw new EngramError(
    'invalid_input',
    `${path} exports no workflow. Write: export const release = defineWorkflow('release', '1', async (flow, input) => { … })`,
    { details: { fields: ['module'] } },
  );
}

function isWorkflow(value: unknown): value is AnyWorkflow {
  if (typeof value !== 'object' || value === null) return false;
  const { name, version, run } = value as Partial<AnyWorkflow>;
  return typeof name === 'string' && typeof version === 'string' && typeof run === 'function';
}

/** Reports each step when it is done, until the workflow ends or needs input. */
async function watch({ request, terminal, paint }: CommandCall, id: string): Promise<ShownWorkflow> {
  const context = await request.open();
  const { showWorkflow } = await loadWorkflows();
  let isStopped = false;
  void terminal.untilStopped().then(() => {
    isStopped = true;
  });
  const told = new Map<string, string>();
  for (;;) {
    const { steps, input: _, ...shown } = await showWorkflow(context, context.viewer, id);
    for (const { key, state, error } of steps) {
      if (told.get(key) === `${state} ${error}`) continue;
      told.set(key, `${state} ${error}`);
      const mark = state === 'done' ? paint.good('done') : paint.bad(state);
      if (terminal.showsProgress)
        terminal.writeError(`${mark} ${safe(key)}${error === null ? '' : paint.dim(` ${safe(error)}`)}\n`);
    }
    if (!isUnderWay(shown) || isStopped) return shown;
    await new Promise((resume) => setTimeout(resume, lookAgainMs));
  }
}

/** `workflow watch`: shows the progress of a workflow, whichever process holds it. */
export async function watchWorkflow(call: CommandCall): Promise<number> {
  const { own, terminal, paint, asJson } = call;
  if (typeof own['id'] !== 'string')
    throw new EngramError('invalid_input', 'Name the workflow: engram workflow watch ID');
  const shown = await watch(call, own['id']);
  if (asJson) terminal.write(`${JSON.stringify(shown)}\n`);
  else if (!terminal.showsProgress) {
    const page = {
      paint,
      columns: terminal.columns,
      now: terminal.now(),
      asOwner: true,
      filtered: false,
      explains: false,
    };
    terminal.write(`${presentWorkflow(shown, page)}\n`);
  } else terminal.write(`${safe(shown.requestKey ?? shown.id)} is ${statusText(shown, paint)}\n`);
  return exitCodeOf(shown);
}

/** `workflow work`: continues the workflows of a module until it is stopped. */
export async function workOnWorkflows({ own, request, terminal, paint }: CommandCall): Promise<number> {
  if (typeof own['module'] !== 'string')
    throw new EngramError(
      'invalid_input',
      'Name the file that exports the workflows: --module ./workflows.js',
    );
  const context = await request.open();
  const runtime = await context.workflows();
  const definitions = await loadWorkflowModule(own['module'], terminal.folder);
  runtime.register(definitions);
  await runtime.work();
  const names = definitions.map(({ name, version }) => `${safe(name)} ${safe(version)}`);
  if (terminal.showsProgress)
    terminal.writeError(
      `${paint.good('Working')} on ${names.join(', ')}. Stop it with Ctrl-C; others can go on.\n`,
    );
  await terminal.untilStopped();
  return 0;
}
