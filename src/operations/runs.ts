import { loadCapture, loadRun } from '../engine/stages.ts';
import * as runs from '../interfaces/cli/present/runs.ts';
import * as browse from '../recall/browse.ts';
import * as inputs from '../records/inputs.ts';
import { runSchema, runWithTotalsSchema } from '../records/run.ts';
import { stepSchema } from '../records/step.ts';
import { command, createsAt, defineOperation, route } from './operation.ts';
import * as outputs from './outputs.ts';

/** Recording what agents do, and looking at it. */
export const runOperations = {
  start: defineOperation({
    name: 'run.start',
    summary: 'Start recording a run',
    effect: 'write',
    input: inputs.startRunInput,
    output: runSchema,
    run: async (context, input) => (await loadCapture()).startRun(context, context.viewer, input),
    cli: command(
      runs.presentStarted,
      'engram run start --agent alice --description "Refund order 42" --input orderId=42',
    ),
    http: createsAt('/api/runs', { description: 'Refund order 42', inputs: { orderId: 42 } }),
    mcp: `Starts the record of one piece of work. Use it before the first step of a task that may come again; without a run, steps have nowhere to go. Give the values the task depends on as "inputs": they become the parameters when the run is saved as a template. Answers the run; keep its "id" for engram_run_step and engram_run_finish.
Example: {"description":"Refund order 42","inputs":{"orderId":42}}`,
  }),
  step: defineOperation({
    name: 'run.step',
    summary: 'Record one step of a run',
    effect: 'write',
    input: inputs.appendStepInput,
    output: stepSchema,
    run: async (context, input) => (await loadCapture()).appendStep(context, context.viewer, input),
    cli: command(
      runs.presentStep,
      `engram run step run_01… --tool get_order --arguments '{"id":42}' --result '{"status":"open"}'`,
      'engram run step run_01… --tool get_order --error "connect ETIMEDOUT" --error-type ETIMEDOUT',
      'engram run step run_01… --kind model --model small --input-tokens 900 --output-tokens 40',
    ),
    http: createsAt('/api/runs/{run}/steps', {
      run: 'run_01',
      tool: 'get_order',
      arguments: { id: 42 },
      result: { status: 'open' },
    }),
    mcp: `Records one thing that happened in a run, after it happened: a tool call with its arguments and its result or its error, a model call, a note. Use it after every tool call of the task, the failed ones too: they are how failures are recognised later. Give arguments and results as they were; secrets are removed. Answers the step.
Example: {"run":"run_01…","tool":"get_order","arguments":{"id":42},"result":{"status":"open"},"durationMs":120}`,
  }),
  finish: defineOperation({
    name: 'run.finish',
    summary: 'Finish a run with its outcome',
    effect: 'write',
    idempotent: true,
    input: inputs.finishRunInput,
    output: outputs.finishedRun,
    run: async (context, input) => (await loadRun()).finishRecordedRun(context, context.viewer, input),
    cli: command(runs.presentFinished, 'engram run finish run_01… --outcome success'),
    http: route('POST /api/runs/{id}/finish', { id: 'run_01', outcome: 'success', summary: 'Refunded' }),
    mcp: `Says how a run ended: success, failure or partial, with a summary and what made it work. Use it once, when the task is done or given up; it cannot be finished twice. After a success, engram_template_save keeps it for next time.
Example: {"id":"run_01…","outcome":"success","summary":"Refunded","successFactors":["looked at the order first"]}`,
  }),
  list: defineOperation({
    name: 'run.list',
    summary: 'List runs, newest first',
    effect: 'read',
    input: inputs.listRunsInput,
    output: outputs.listingOf(runWithTotalsSchema),
    run: (context, input) => browse.listRuns(context, context.viewer, input),
    cli: command(runs.presentRuns, 'engram run list --outcome failure'),
    http: route('GET /api/runs', { outcome: 'failure' }),
    mcp: `Lists runs, newest first, each with its task, outcome, and what it cost. Use it to see what was tried before, or to find the run to save as a template.
Example: {"outcome":"success","limit":10}`,
  }),
  show: defineOperation({
    name: 'run.show',
    summary: 'Show a run with its steps',
    effect: 'read',
    input: inputs.byId,
    output: outputs.runDetails,
    run: (context, { id }) => browse.showRun(context, context.viewer, id),
    library: { by: 'id' },
    cli: command(runs.presentRun, 'engram run show run_01…'),
    http: route('GET /api/runs/{id}', { id: 'run_01' }),
    mcp: `Shows a run with every step in order: calls, arguments, results, errors. Use it to see how something was done or where it failed. A long run is a long answer.
Example: {"id":"run_01…"}`,
  }),
};
