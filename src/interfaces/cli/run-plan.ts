import { loadCoordinate } from '../../engine/stages.ts';
import { EngramError } from '../../errors.ts';
import type { PlanRunner, PlanRunners } from '../../ports/plan-runner.ts';
import type { PendingTasks, PlanDetails, ShownSubTask } from '../../records/task-plan.ts';
import { isUnderWay } from '../../records/workflow.ts';
import type { CommandCall } from './call.ts';
import { loadModule } from './load-module.ts';
import { exitCodeOfPlan, planTree, subTaskMark } from './present/plans.ts';
import { safe } from './present/presenter.ts';

/** How often a terminal looks again. */
const lookAgainMs = 200;

/** `plan run`: runs a plan in this process, with live progress, until it ends or this process is asked to stop. */
export async function runPlanHere(call: CommandCall): Promise<PlanDetails> {
  const { startPlan } = await loadCoordinate();
  const context = await call.request.open();
  const runners = await runnersFor(call);
  const { id } = await startPlan(context, call.input as never, runners);
  return follow(call, id);
}

/** `task run-pending`: the same for all open tasks. */
export async function runPendingHere(call: CommandCall): Promise<PendingTasks> {
  const { planPendingTasks, startPlan } = await loadCoordinate();
  const context = await call.request.open();
  const runners = await runnersFor(call);
  const { plan, blocked } = await planPendingTasks(context, context.viewer);
  if (plan === null) return { plan, blocked };
  const { id } = await startPlan(context, { ...call.input, name: plan.id }, runners);
  return { plan: await follow(call, id), blocked };
}

async function runnersFor(call: CommandCall): Promise<PlanRunners> {
  const { own, request, terminal } = call;
  const { commandRunner, modelRunner } = await loadCoordinate();
  if (own['module'] !== undefined && own['command'] !== undefined)
    throw new EngramError('invalid_input', 'Give either --module or --command.');
  if (typeof own['module'] === 'string') return runnersIn(await loadModule(own['module'], terminal.folder));
  if (typeof own['command'] === 'string') return commandRunner(own['command'], terminal.folder);
  const context = await request.open();
  if (context.model() === null) {
    throw new EngramError(
      'unsupported',
      'This needs a language model, and none is configured. Or name who does the work: --module ./agents.js, or --command "…".',
    );
  }
  return modelRunner(context);
}

function runnersIn(exported: Readonly<Record<string, unknown>>): PlanRunners {
  const { default: all, agents } = exported;
  if (typeof all === 'function') return all as PlanRunner;
  const table = agents ?? all;
  if (typeof table === 'object' && table !== null) {
    const entries = Object.entries(table).filter(([, runner]) => typeof runner === 'function');
    if (entries.length > 0) return Object.fromEntries(entries);
  }
  throw new EngramError(
    'invalid_input',
    'The module exports nobody who could do a sub-task. Write: export default async ({ subTask, agent, results }) => { … }, or export const agents = { ada: async (work) => … }',
    { details: { fields: ['module'] } },
  );
}

/** Tells what becomes of each sub-task, until the plan ends or this process is asked to stop. */
async function follow({ request, terminal, paint }: CommandCall, name: string): Promise<PlanDetails> {
  const { showPlan } = await loadCoordinate();
  const context = await request.open();
  let isStopped = false;
  void terminal.untilStopped().then(() => {
    isStopped = true;
    if (terminal.showsProgress)
      terminal.writeError('Stopping: sub-tasks in progress have 20 s to end. Run the plan again to go on.\n');
  });
  const told = new Map<string, string>();
  const tell = (subTask: ShownSubTask): void => {
    const state = `${subTask.status} ${subTask.assigned} ${subTask.tried.length}`;
    if (told.get(subTask.id) === state || subTask.status === 'waiting') return;
    told.set(subTask.id, state);
    const last = subTask.tried.at(-1);
    const trouble = last?.error == null || subTask.status === 'done' ? '' : paint.dim(` ${safe(last.error)}`);
    const who = subTask.assigned === null ? '' : ` ${safe(subTask.assigned)}`;
    terminal.writeError(`${subTaskMark(subTask.status, paint)} ${safe(subTask.id)}${who}${trouble}\n`);
  };
  for (;;) {
    const plan = await showPlan(context, context.viewer, name);
    if (terminal.showsProgress) for (const subTask of plan.subTasks) tell(subTask);
    const isGoing = plan.status !== 'planned' && isUnderWay({ status: plan.status });
    if (!isGoing || isStopped) return plan;
    await new Promise((resume) => setTimeout(resume, lookAgainMs));
  }
}

/** `plan watch`: shows the progress of a plan, whichever process runs it. */
export async function watchPlan(call: CommandCall): Promise<number> {
  const { own, terminal, paint, asJson } = call;
  if (typeof own['name'] !== 'string')
    throw new EngramError('invalid_input', 'Name the plan: engram plan watch NAME');
  const plan = await follow(call, own['name']);
  terminal.write(asJson ? `${JSON.stringify(plan)}\n` : `${planTree(plan, paint, terminal.columns)}\n`);
  return exitCodeOfPlan(plan);
}
