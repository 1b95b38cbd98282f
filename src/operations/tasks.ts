import { loadCapture, loadCoordinate, loadLearn, loadSimilarTasks } from '../engine/stages.ts';
import * as plans from '../interfaces/cli/present/plans.ts';
import * as recall from '../interfaces/cli/present/recall.ts';
import * as work from '../interfaces/cli/present/work.ts';
import { runnerFlags } from '../interfaces/cli/runner-flags.ts';
import * as browse from '../recall/browse.ts';
import * as inputs from '../records/inputs.ts';
import { taskSchema } from '../records/task.ts';
import { pendingPlanSchema, runPendingInput } from '../records/task-plan.ts';
import { asItems, command, createsAt, defineOperation, route } from './operation.ts';
import * as outputs from './outputs.ts';

const runPendingHere = async (
  ...given: Parameters<typeof import('../interfaces/cli/run-plan.ts').runPendingHere>
) => (await import('../interfaces/cli/run-plan.ts')).runPendingHere(...given);

/** What is to be done, and who does it. */
export const taskOperations = {
  create: defineOperation({
    name: 'task.create',
    summary: 'Create a task',
    effect: 'write',
    input: inputs.createTaskInput,
    output: taskSchema,
    run: async (context, input) => (await loadCapture()).createTask(context, context.viewer, input),
    cli: command(
      work.presentTask,
      'engram task create auth-123 --description "Fix the login timeout" --category auth --effort 3',
    ),
    http: createsAt('/api/tasks', {
      id: 'auth-123',
      description: 'Fix the login timeout',
      category: 'auth',
      effort: 3,
    }),
    mcp: `Writes down something that is to be done, under an id of your choice. Use it for work that others or a later session take up; for work you do right now, engram_run_start is enough.
Example: {"id":"auth-123","description":"Fix the login timeout","category":"auth","effort":3}`,
  }),
  list: defineOperation({
    name: 'task.list',
    summary: 'List tasks, newest first',
    effect: 'read',
    input: inputs.listTasksInput,
    output: outputs.listingOf(taskSchema),
    run: (context, input) => browse.listTasks(context, context.viewer, input),
    cli: command(work.presentTasks, 'engram task list --status open'),
    http: route('GET /api/tasks', { status: 'open' }),
    mcp: `Lists tasks, newest first. Use it to find what is open, or what stage work is in.
Example: {"status":"open"}`,
  }),
  show: defineOperation({
    name: 'task.show',
    summary: 'Show a task',
    effect: 'read',
    input: inputs.byId,
    output: taskSchema,
    run: async (context, { id }) => (await loadCapture()).showTask(context, context.viewer, id),
    library: { by: 'id' },
    cli: command(work.presentTask, 'engram task show auth-123'),
    http: route('GET /api/tasks/{id}', { id: 'auth-123' }),
    mcp: `Shows one task.
Example: {"id":"auth-123"}`,
  }),
  update: defineOperation({
    name: 'task.update',
    summary: 'Update a task',
    effect: 'write',
    idempotent: true,
    input: inputs.updateTaskInput,
    output: taskSchema,
    run: async (context, input) => (await loadLearn()).changeTask(context, context.viewer, input),
    cli: command(work.presentTask, 'engram task update auth-123 --status done'),
    http: route('PATCH /api/tasks/{id}', { id: 'auth-123', status: 'done' }),
    mcp: `Changes a task: its status, stage, description, or, for the owner of the project, the agent it goes to. Fields that are left out stay as they are. Use it when work on it starts or ends.
Example: {"id":"auth-123","status":"done"}`,
  }),
  /** Work of the past that is like a task, best first. */
  similar: defineOperation({
    name: 'task.similar',
    summary: 'Find similar past tasks',
    effect: 'read',
    input: inputs.similarTasksInput,
    output: outputs.similarTasks,
    run: async (context, input) => (await loadSimilarTasks()).similarTasks(context, context.viewer, input),
    answer: asItems,
    cli: command(
      recall.presentSimilarTasks,
      'engram task similar "Fix the login timeout"',
      'engram task similar --task auth-123',
      'engram task similar --description "Fix the login timeout" --category auth --type bug',
    ),
    http: route('GET /api/tasks/similar', { description: 'Fix the login timeout', category: 'auth' }),
    mcp: `Finds successful runs of tasks like one you are about to do, best first, with what makes them alike: category, type, complexity, description. Use it before you plan: engram_run_show then tells how it was done. Give the id of a stored task, or describe it.
Example: {"description":"Fix the login timeout","category":"auth","type":"bug"}`,
  }),
  /** Does all open tasks in the order of their dependencies, with the configured model and tools. */
  runPending: defineOperation({
    name: 'task.run-pending',
    summary: 'Run all open tasks in the order of their dependencies',
    effect: 'write',
    means: ['tools', 'model'],
    actsOutside: true,
    input: runPendingInput,
    output: pendingPlanSchema,
    async run(context, input) {
      const { modelRunner, planPendingTasks, startPlan } = await loadCoordinate();
      const runner = modelRunner(context);
      const { plan, blocked } = await planPendingTasks(context, context.viewer);
      return { plan: plan && (await startPlan(context, { ...input, name: plan.id }, runner)), blocked };
    },
    cli: {
      ...command(
        plans.presentPending,
        'engram task run-pending --module ./agents.js',
        'engram task run-pending --command "my-coding-agent --print"',
      ),
      ownFlags: runnerFlags,
      carryOut: runPendingHere,
      exitCode: plans.exitCodeOfPending,
    },
    http: route('POST /api/tasks/run-pending', {}),
    mcp: `Does all open tasks in the order of their dependencies, with the model and the tools this server is configured with, and keeps their status. Answers at once with the plan; engram_plan_show tells how far it has come. Use it only when you were asked to.
Example: {}`,
  }),
};
