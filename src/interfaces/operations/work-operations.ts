import * as z from 'zod';
import * as inputs from '../../model/inputs.ts';
import { lazySchema } from '../../model/lazy-schema.ts';
import { runSchema } from '../../model/run.ts';
import { messageSchema } from '../../model/session.ts';
import { stepSchema } from '../../model/step.ts';
import { taskSchema } from '../../model/task.ts';
import { type Operation, operation } from './operation.ts';
import * as outputs from './outputs.ts';

const nothing = lazySchema(() => z.strictObject({}));

/** All that can be done with runs, sessions, tasks and agents. */
export const workOperations: readonly Operation[] = [
  operation('run.start', 'Start recording a run', 'write', inputs.startRunInput, runSchema, (view, input) =>
    view.runs.start(input),
  ),
  operation(
    'run.step',
    'Record one step of a run',
    'write',
    inputs.appendStepInput,
    stepSchema,
    (view, input) => view.runs.step(input),
  ),
  operation(
    'run.finish',
    'Say how a run ended',
    'write',
    inputs.finishRunInput,
    outputs.finishedRun,
    (view, input) => view.runs.finish(input),
  ),
  operation(
    'run.list',
    'List runs, newest first',
    'read',
    inputs.listRunsInput,
    outputs.listingOf(outputs.runWithTotals),
    (view, input) => view.runs.list(input),
  ),
  operation(
    'run.show',
    'Show a run with its steps',
    'read',
    inputs.byId,
    outputs.runDetails,
    (view, { id }) => view.runs.show(id),
  ),

  operation(
    'session.append',
    'Append a message to a session',
    'write',
    inputs.appendMessageInput,
    messageSchema,
    (view, input) => view.sessions.append(input),
  ),
  operation(
    'session.list',
    'List sessions, newest first',
    'read',
    inputs.listSessionsInput,
    outputs.listingOf(outputs.sessionSummary),
    (view, input) => view.sessions.list(input),
  ),
  operation(
    'session.show',
    'Show a session with its messages',
    'read',
    inputs.byId,
    outputs.sessionDetails,
    (view, { id }) => view.sessions.show(id),
  ),

  operation(
    'import.session',
    'Bring in sessions made elsewhere, as runs and sessions',
    'write',
    inputs.importSessionInput,
    outputs.sessionImport,
    (view, input) => view.sessions.import(input),
  ),

  operation('task.create', 'Create a task', 'write', inputs.createTaskInput, taskSchema, (view, input) =>
    view.tasks.create(input),
  ),
  operation(
    'task.list',
    'List tasks, newest first',
    'read',
    inputs.listTasksInput,
    outputs.listingOf(taskSchema),
    (view, input) => view.tasks.list(input),
  ),
  operation('task.show', 'Show a task', 'read', inputs.byId, taskSchema, (view, { id }) =>
    view.tasks.show(id),
  ),
  operation('task.update', 'Change a task', 'write', inputs.updateTaskInput, taskSchema, (view, input) =>
    view.tasks.update(input),
  ),
  operation(
    'task.similar',
    'Find work of the past that is like a task',
    'read',
    inputs.similarTasksInput,
    outputs.similarTasks,
    async (view, input) => ({ items: await view.tasks.similar(input) }),
  ),

  operation(
    'agent.list',
    'List the agents that left records',
    'read',
    nothing,
    z.object({ items: z.array(outputs.agentSummary).readonly() }),
    async (view) => ({
      items: await view.agents.list(),
    }),
  ),
];
