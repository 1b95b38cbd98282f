import { recordMemory } from '../capture/memories.ts';
import { EngramError } from '../errors.ts';
import type { Json } from '../json/json.ts';
import type { Context } from '../ports/context.ts';
import type { PlanRunner, PlanRunners } from '../ports/plan-runner.ts';
import type { Flow, WorkflowDefinition } from '../ports/workflow-definition.ts';
import type { Viewer } from '../records/scope.ts';
import type { PlannedSubTask, TaskPlan } from '../records/task-plan.ts';
import { defineWorkflow } from '../workflows/define-workflow.ts';
import { collaborationMemory } from './collaboration.ts';
import { doSubTask, setStatus } from './do-sub-task.ts';
import { rankForTask } from './match-agent.ts';
import {
  type Assignment,
  assignKey,
  doKey,
  endKey,
  isDoKey,
  ownValue,
  planWorkflowName,
  type SubTaskAttempt,
  type SubTaskEnd,
} from './plan-steps.ts';
import { whyFirst } from './rank-agents.ts';
import { createTurns, type Turns } from './turns.ts';

/** How a plan is run. */
export interface PlanRunOptions {
  readonly runners: PlanRunners;
  /** Agents to choose from; none where the project has none. */
  readonly agents: readonly string[];
  /** The agent that runs the plan, which cannot work as another; null for the owner. */
  readonly actor: string | null;
  readonly tries: number;
  readonly timeoutMs: number | undefined;
  readonly perAgent: number;
}

/** What the workflow of a plan works on. */
export type PlanInput = {
  plan: string;
  goal: string;
  subTasks: PlannedSubTask[];
  /** Results of an earlier run of the plan, which are not made again. */
  done: Record<string, Json>;
};

/** After so many agents a sub-task has failed. */
const maxAgentsPerSubTask = 3;

/**
 * The workflow of a plan (COO-4): every sub-task begins when those it needs are done; the choice of its agent is a step, and so
 * is its work. A sub-task that fails goes to the next-best agent; what needs it is skipped when nobody can do it, and everything
 * else goes on.
 */
export function planWorkflow(
  context: Context,
  viewer: Viewer,
  plan: Pick<TaskPlan, 'id'>,
  options: () => PlanRunOptions,
): WorkflowDefinition<PlanInput, Json> {
  return defineWorkflow(planWorkflowName, plan.id, async (flow, input: PlanInput) => {
    const run: PlanRun = { context, viewer, flow, input, options: options(), turns: createTurns() };
    const ends = new Map<string, Promise<SubTaskEnd>>();
    const endOf = (id: string): Promise<SubTaskEnd> => {
      const known = ends.get(id);
      if (known !== undefined) return known;
      const subTask = input.subTasks.find((each) => each.id === id);
      if (subTask === undefined) throw new EngramError('internal', `There is no sub-task "${id}".`);
      const end = endSubTask(run, subTask, endOf);
      ends.set(id, end);
      return end;
    };
    const all = await Promise.all(
      input.subTasks.map(async (subTask) => ({ subTask, end: await endOf(subTask.id) })),
    );
    await flow.step('remember', () => remember(run, all));
    const failed = all.filter(({ end }) => end.status === 'failed');
    if (failed.length > 0) {
      const named = failed.map(({ subTask, end }) => `"${subTask.id}" (${'error' in end ? end.error : ''})`);
      throw new EngramError(
        'incomplete',
        `${failed.length} of ${all.length} sub-tasks failed: ${named.join(', ')}.`,
      );
    }
    return Object.fromEntries(
      all.map(({ subTask, end }) => [subTask.id, 'result' in end ? end.result : null]),
    );
  });
}

interface PlanRun {
  readonly context: Context;
  readonly viewer: Viewer;
  readonly flow: Flow;
  readonly input: PlanInput;
  readonly options: PlanRunOptions;
  readonly turns: Turns;
}

interface EndedSubTask {
  readonly subTask: PlannedSubTask;
  readonly end: SubTaskEnd;
}

async function endSubTask(
  run: PlanRun,
  subTask: PlannedSubTask,
  endOf: (id: string) => Promise<SubTaskEnd>,
): Promise<SubTaskEnd> {
  const { flow, input } = run;
  const carriedOver = ownValue(input.done, subTask.id);
  if (carriedOver !== undefined) return { status: 'done', result: carriedOver };
  const needed = await Promise.all(subTask.needs.map(async (id) => ({ id, end: await endOf(id) })));
  const missing = needed.find(({ end }) => end.status !== 'done');
  if (missing !== undefined) {
    const end = { status: 'skipped', error: `It needs "${missing.id}", which was not done.` } as const;
    await flow.step(endKey(subTask.id), () => end);
    return end;
  }
  const results = needed.flatMap(({ id, end }) => (end.status === 'done' ? [[id, end.result] as const] : []));
  return workOn(run, subTask, Object.fromEntries(results));
}

/** Gives a sub-task to one agent after the other until it is done. */
async function workOn(
  run: PlanRun,
  subTask: PlannedSubTask,
  results: Readonly<Record<string, Json>>,
): Promise<SubTaskEnd> {
  const { context, viewer, flow, input, options, turns } = run;
  const candidates = subTask.agent === null ? options.agents : [subTask.agent];
  const tried: string[] = [];
  let error = '';
  for (let round = 1; round <= maxAgentsPerSubTask; round += 1) {
    const left = candidates.filter((agent) => !tried.includes(agent));
    if (left.length === 0 && round > 1) break;
    const { agent } = (await flow.step(assignKey(subTask.id, round), () =>
      assign(run, subTask, left),
    )) as Assignment;
    refuseOther(options.actor, agent, subTask.id);
    const attempt = (await turns.take(agent ?? '', options.perAgent, () =>
      flow.step(
        doKey(subTask.id, round),
        (step) =>
          doSubTask(
            context,
            viewer,
            {
              ...{ subTask, goal: input.goal, agent, results, timeoutMs: options.timeoutMs },
              others: left.filter((other) => other !== agent),
              runner: runnerFor(options.runners, agent),
              maxTries: options.tries,
            },
            step,
          ),
        { retry: { attempts: options.tries } },
      ),
    )) as SubTaskAttempt;
    if (attempt.success) return { status: 'done', result: attempt.result };
    error = attempt.error;
    if (agent === null) break;
    tried.push(agent);
  }
  const end = { status: 'failed', error } as const;
  await flow.step(endKey(subTask.id), async () => {
    await setStatus(context, viewer, subTask, 'failed');
    return end;
  });
  return end;
}

/** Whoever works as an agent is given its memories, which are its own and the owner's to see. */
export function refuseOther(actor: string | null, agent: string | null, subTask: string): void {
  if (actor === null || agent === null || agent === actor) return;
  throw new EngramError(
    'forbidden',
    `The sub-task "${subTask}" is given to "${agent}", and "${actor}" cannot work as another agent. Run the plan as the owner of the project.`,
  );
}

async function assign(
  { context, viewer }: PlanRun,
  { text, category, type, agent }: PlannedSubTask,
  agents: readonly string[],
): Promise<Assignment> {
  if (agent !== null) return { agent, why: `It is reserved for "${agent}".` };
  const question = { description: text, ...(category && { category }), ...(type && { type }) };
  const { ranking } = await rankForTask(context, viewer, question, agents);
  return { agent: ranking[0]?.agent ?? null, why: whyFirst(ranking) };
}

function runnerFor(runners: PlanRunners, agent: string | null): PlanRunner {
  if (typeof runners === 'function') return runners;
  const runner = agent === null ? undefined : ownValue(runners, agent);
  if (runner !== undefined) return runner;
  throw new EngramError('invalid_input', `There is no function for the agent "${agent}" here.`);
}

/** Keeps what the agents did together, for those who plan such work next. */
async function remember(
  { context, viewer, flow, input }: PlanRun,
  all: readonly EndedSubTask[],
): Promise<void> {
  const checkpoints = await context.store.listCheckpoints(viewer, flow.id);
  const attempts = checkpoints.flatMap(({ key, result }) => (isDoKey(key) ? [result as SubTaskAttempt] : []));
  const memory = collaborationMemory(
    input.goal,
    all.map(({ end }) => end),
    attempts,
  );
  if (memory !== null) await recordMemory(context, viewer, memory);
}
