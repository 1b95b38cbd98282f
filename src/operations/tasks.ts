import * as z from 'zod';
import * as recall from '../interfaces/cli/present/recall.ts';
import * as work from '../interfaces/cli/present/work.ts';
import * as inputs from '../records/inputs.ts';
import { lazySchema } from '../records/lazy-schema.ts';
import { taskSchema } from '../records/task.ts';
import { defineOperation, type Operation } from './operation.ts';
import * as outputs from './outputs.ts';

const nothing = lazySchema(() => z.strictObject({}));

/** What is to be done, and who does it. */
export const taskOperations: readonly Operation[] = [
  defineOperation({
    name: 'task.create',
    summary: 'Create a task',
    effect: 'write',
    input: inputs.createTaskInput,
    output: taskSchema,
    run: (view, input) => view.tasks.create(input),
    cli: {
      positional: ['id', 'description'],
      present: work.presentTask,
      examples: [
        'engram task create auth-123 --description "Fix the login timeout" --category auth --effort 3',
      ],
    },
    http: {
      method: 'POST',
      path: '/api/tasks',
      status: 201,
      example: { id: 'auth-123', description: 'Fix the login timeout', category: 'auth', effort: 3 },
    },
    mcp: `Writes down something that is to be done, under an id of your choice. Use it for work that others or a later session take up; for work you do right now, engram_run_start is enough.
Example: {"id":"auth-123","description":"Fix the login timeout","category":"auth","effort":3}`,
  }),
  defineOperation({
    name: 'task.list',
    summary: 'List tasks, newest first',
    effect: 'read',
    input: inputs.listTasksInput,
    output: outputs.listingOf(taskSchema),
    run: (view, input) => view.tasks.list(input),
    cli: { present: work.presentTasks, examples: ['engram task list --status open'] },
    http: { method: 'GET', path: '/api/tasks', example: { status: 'open' } },
    mcp: `Lists tasks, newest first. Use it to find what is open, or what stage work is in.
Example: {"status":"open"}`,
  }),
  defineOperation({
    name: 'task.show',
    summary: 'Show a task',
    effect: 'read',
    input: inputs.byId,
    output: taskSchema,
    run: (view, { id }) => view.tasks.show(id),
    cli: { positional: ['id'], present: work.presentTask, examples: ['engram task show auth-123'] },
    http: { method: 'GET', path: '/api/tasks/{id}', example: { id: 'auth-123' } },
    mcp: `Shows one task.
Example: {"id":"auth-123"}`,
  }),
  defineOperation({
    name: 'task.update',
    summary: 'Change a task',
    effect: 'write',
    idempotent: true,
    input: inputs.updateTaskInput,
    output: taskSchema,
    run: (view, input) => view.tasks.update(input),
    cli: {
      positional: ['id'],
      present: work.presentTask,
      examples: ['engram task update auth-123 --status done'],
    },
    http: {
      method: 'PATCH',
      path: '/api/tasks/{id}',
      example: { id: 'auth-123', status: 'done' },
    },
    mcp: `Changes a task: its status, stage, description, or, for the owner of the project, the agent it goes to. Fields that are left out stay as they are. Use it when work on it starts or ends.
Example: {"id":"auth-123","status":"done"}`,
  }),
  defineOperation({
    name: 'task.similar',
    summary: 'Find work of the past that is like a task',
    effect: 'read',
    input: inputs.similarTasksInput,
    output: outputs.similarTasks,
    run: async (view, input) => ({ items: await view.tasks.similar(input) }),
    cli: {
      positional: ['description'],
      present: recall.presentSimilarTasks,
      examples: [
        'engram task similar "Fix the login timeout"',
        'engram task similar --task auth-123',
        'engram task similar --description "Fix the login timeout" --category auth --type bug',
      ],
    },
    http: {
      method: 'GET',
      path: '/api/tasks/similar',
      example: { description: 'Fix the login timeout', category: 'auth' },
    },
    mcp: `Finds successful runs of tasks like one you are about to do, best first, with what makes them alike: category, type, complexity, description. Use it before you plan: engram_run_show then tells how it was done. Give the id of a stored task, or describe it.
Example: {"description":"Fix the login timeout","category":"auth","type":"bug"}`,
  }),
  defineOperation({
    name: 'agent.list',
    summary: 'List the agents that left records',
    effect: 'read',
    input: nothing,
    output: z.object({ items: z.array(outputs.agentSummary).readonly() }),
    run: async (view) => ({
      items: await view.agents.list(),
    }),
    cli: { present: work.presentAgents, examples: ['engram agent list'] },
    http: { method: 'GET', path: '/api/agents', example: {} },
    mcp: `Lists the agents that left records, with their runs, successes and memories. Use it to see who works here and how it goes.
Example: {}`,
  }),
];
