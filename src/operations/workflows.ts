import { loadWorkflows } from '../engine/stages.ts';
import * as cli from '../interfaces/cli/present/workflows.ts';
import { moduleFlag } from '../interfaces/cli/tool-flags.ts';
import * as records from '../records/workflow-inputs.ts';
import { command, createsAt, defineOperation, route } from './operation.ts';
import { listingOf } from './outputs.ts';

const workflowModule = {
  ...moduleFlag,
  description: 'File that exports workflows: the work is done here, until it is settled',
};
/** Continues the workflow in this process when a module is named. */
const here = async (...given: Parameters<typeof import('../interfaces/cli/watch-workflow.ts').workHere>) =>
  (await import('../interfaces/cli/watch-workflow.ts')).workHere(...given);

/** Long work that survives crashes. */
export const workflowOperations = {
  /**
   * Queues a workflow. A worker continues it: in this process, or in any other that knows its definition.
   *
   * @example
   * const { id } = await engram.workflows.start({ name: 'release', input: { tag: 'v2' }, id: 'release-v2' });
   */
  start: defineOperation({
    name: 'workflow.start',
    summary: 'Start a workflow',
    effect: 'write',
    actsOutside: true,
    input: records.startWorkflowInput,
    output: records.shownWorkflowSchema,
    async run(context, input) {
      const { beginWorkflow, shownWorkflow } = await loadWorkflows();
      return shownWorkflow(await beginWorkflow(context, input));
    },
    cli: {
      ...command(
        cli.presentWorkflow,
        'engram workflow start release --module ./release.js --with \'{"tag":"v2"}\' --id release-v2',
        'engram workflow start release --version 1',
      ),
      ownFlags: [workflowModule],
      carryOut: here,
      exitCode: cli.exitCodeOf,
    },
    http: createsAt('/api/workflows', { name: 'release', version: '1', input: { tag: 'v2' } }),
    mcp: `Queues a workflow of this name: long work that survives crashes and is done by a worker that knows its definition. Use it for work that takes long or must not be done twice; with your own "id" the same request again is the same workflow. Answers how it stands.
Example: {"name":"release","version":"1","input":{"tag":"v2"},"id":"release-v2"}`,
  }),
  /** Workflows, newest first. */
  list: defineOperation({
    name: 'workflow.list',
    summary: 'List workflows',
    effect: 'read',
    input: records.listWorkflowsInput,
    output: listingOf(records.shownWorkflowSchema),
    run: async (context, input) => (await loadWorkflows()).listWorkflows(context, context.viewer, input),
    cli: command(cli.presentWorkflows, 'engram workflow list', 'engram workflow list --status failed'),
    http: route('GET /api/workflows', { status: 'running' }),
    mcp: `Lists workflows, newest first, with how each stands and why one failed. Use it to see which are running and which need attention.
Example: {"status":"failed"}`,
  }),
  /** Shows a workflow with its steps. */
  show: defineOperation({
    name: 'workflow.show',
    summary: 'Show a workflow and its steps',
    effect: 'read',
    input: records.workflowById,
    output: records.workflowDetailsSchema,
    run: async (context, { id }) => (await loadWorkflows()).showWorkflow(context, context.viewer, id),
    library: { by: 'id' },
    cli: command(cli.presentWorkflow, 'engram workflow show release-v2'),
    http: route('GET /api/workflows/{id}', { id: 'release-v2' }),
    mcp: `Shows one workflow with its steps: which are done, what they answered, and what failed. Use it before you retry, resume or signal one.
Example: {"id":"release-v2"}`,
  }),
  /** Lets the current step end, and begins no other. */
  pause: defineOperation({
    name: 'workflow.pause',
    summary: 'Pause a workflow after its current step',
    effect: 'write',
    input: records.workflowById,
    output: records.shownWorkflowSchema,
    async run(context, { id }) {
      const { requestStop, shownWorkflow } = await loadWorkflows();
      return shownWorkflow(await requestStop(context, context.viewer, id, 'pause'));
    },
    library: { by: 'id' },
    cli: command(cli.presentWorkflow, 'engram workflow pause release-v2'),
    http: route('POST /api/workflows/{id}/pause', { id: 'release-v2' }),
    mcp: `Pauses a workflow: the step that is going on ends, and nothing new is begun until it is resumed.
Example: {"id":"release-v2"}`,
  }),
  /** Resumes a workflow that was paused, needs input, or waits. */
  resume: defineOperation({
    name: 'workflow.resume',
    summary: 'Resume a workflow that was paused or waits',
    effect: 'write',
    actsOutside: true,
    input: records.workflowById,
    output: records.shownWorkflowSchema,
    async run(context, { id }) {
      const { resumeWorkflow, shownWorkflow } = await loadWorkflows();
      const resumed = await resumeWorkflow(context, context.viewer, id);
      (await context.workflows()).poke();
      return shownWorkflow(resumed);
    },
    library: { by: 'id' },
    cli: {
      ...command(
        cli.presentWorkflow,
        'engram workflow resume release-v2',
        'engram workflow resume release-v2 --module ./release.js',
      ),
      ownFlags: [workflowModule],
      carryOut: here,
      exitCode: cli.exitCodeOf,
    },
    http: route('POST /api/workflows/{id}/resume', { id: 'release-v2' }),
    mcp: `Lets a workflow go on that was paused, that needs input, or that waits for a time or a signal. A worker goes on with it.
Example: {"id":"release-v2"}`,
  }),
  /** Ends a workflow; the current step is aborted. Its children are cancelled with it. */
  cancel: defineOperation({
    name: 'workflow.cancel',
    summary: 'Cancel a workflow and its children',
    effect: 'write',
    input: records.workflowById,
    output: records.shownWorkflowSchema,
    async run(context, { id }) {
      const { requestStop, shownWorkflow } = await loadWorkflows();
      return shownWorkflow(await requestStop(context, context.viewer, id, 'cancel'));
    },
    library: { by: 'id' },
    cli: command(cli.presentWorkflow, 'engram workflow cancel release-v2'),
    http: route('POST /api/workflows/{id}/cancel', { id: 'release-v2' }),
    mcp: `Cancels a workflow and the workflows it started. What it has done stays done. Use it only when you were asked to.
Example: {"id":"release-v2"}`,
  }),
  /** Tries a workflow again that failed or was cancelled, from its first step that is not done. */
  retry: defineOperation({
    name: 'workflow.retry',
    summary: 'Retry a workflow that failed, from the step that failed',
    effect: 'write',
    actsOutside: true,
    input: records.workflowById,
    output: records.shownWorkflowSchema,
    async run(context, { id }) {
      const { retryWorkflow, shownWorkflow } = await loadWorkflows();
      const retried = await retryWorkflow(context, context.viewer, id);
      (await context.workflows()).poke();
      return shownWorkflow(retried);
    },
    library: { by: 'id' },
    cli: {
      ...command(
        cli.presentWorkflow,
        'engram workflow retry release-v2',
        'engram workflow retry release-v2 --module ./release.js',
      ),
      ownFlags: [workflowModule],
      carryOut: here,
      exitCode: cli.exitCodeOf,
    },
    http: route('POST /api/workflows/{id}/retry', { id: 'release-v2' }),
    mcp: `Tries a workflow again that failed or was cancelled. Steps that are done are not done again.
Example: {"id":"release-v2"}`,
  }),
  /** Starts a copy that continues from a step: the steps before it count as done in the copy. */
  fork: defineOperation({
    name: 'workflow.fork',
    summary: 'Start a copy of a workflow that goes on from a step',
    effect: 'write',
    actsOutside: true,
    input: records.forkWorkflowInput,
    output: records.shownWorkflowSchema,
    async run(context, input) {
      const { forkWorkflow, shownWorkflow } = await loadWorkflows();
      const forked = await forkWorkflow(context, context.viewer, input);
      (await context.workflows()).poke();
      return shownWorkflow(forked);
    },
    cli: {
      ...command(cli.presentWorkflow, 'engram workflow fork release-v2 --step publish'),
      ownFlags: [workflowModule],
      carryOut: here,
      exitCode: cli.exitCodeOf,
    },
    http: createsAt('/api/workflows/{id}/fork', { id: 'release-v2', step: 'publish' }),
    mcp: `Starts a copy of a workflow that goes on from one of its steps; the results of the steps before it are taken over. Use it to try again what came after.
Example: {"id":"release-v2","step":"publish"}`,
  }),
  /**
   * Tells a workflow something that it waits for.
   *
   * @example
   * await engram.workflows.signal({ id: 'release-v2', topic: 'approved', payload: { by: 'ada' } });
   */
  signal: defineOperation({
    name: 'workflow.signal',
    summary: 'Send a signal to a workflow',
    effect: 'write',
    trust: true,
    input: records.signalWorkflowInput,
    output: records.shownWorkflowSchema,
    async run(context, input) {
      const { signalWorkflow, shownWorkflow } = await loadWorkflows();
      const told = await signalWorkflow(context, context.viewer, input);
      (await context.workflows()).poke();
      return shownWorkflow(told);
    },
    cli: command(
      cli.presentWorkflow,
      'engram workflow signal release-v2 approved',
      'engram workflow signal release-v2 approved --payload \'{"by":"ada"}\' --key ticket-7',
    ),
    http: route('POST /api/workflows/{id}/signals', {
      id: 'release-v2',
      topic: 'approved',
      payload: { by: 'ada' },
    }),
  }),
};
