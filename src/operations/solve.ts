import { loadRun } from '../engine/stages.ts';
import { invalidInput } from '../errors.ts';
import type { CarryOut } from '../interfaces/cli/call.ts';
import * as runs from '../interfaces/cli/present/template-runs.ts';
import { moduleFlag, serversFlag } from '../interfaces/cli/tool-flags.ts';
import * as inputs from '../records/template-inputs.ts';
import { defineOperation, operationsIn, route } from './operation.ts';
import { runOperations } from './runs.ts';
import * as outputs from './template-outputs.ts';

/** `engram run --json list` would be a task of the word "list", and a model would be asked to do it. */
const refuseVerb: CarryOut = async ({ input }) => {
  const { task } = input;
  if (!operationsIn({ runOperations }).some(({ name }) => name === `run.${task}`)) return undefined;
  throw invalidInput(`Flags stand behind the command: engram run ${task} …`);
};

/** Work done by a model. */
export const solveOperations = {
  /**
   * Does a task by the configured model and the given tools, recorded from the first step, so that it can be saved.
   *
   * @example
   * const { text, runId } = await alice.solve({ task: 'Refund order 42' }, { getOrder, refund });
   */
  solve: defineOperation({
    name: 'solve',
    summary: 'Do a task with the configured model and tools, and record it',
    effect: 'write',
    means: ['tools', 'model'],
    group: 'template',
    actsOutside: true,
    input: inputs.solveInput,
    output: outputs.solved,
    run: async (context, input, caller) => {
      const [{ solveTask }, functions] = await Promise.all([loadRun(), caller.tools()]);
      return solveTask(context, context.viewer, input, functions, caller.watching?.() ?? {});
    },
    library: { tools: true },
    cli: {
      words: ['run'],
      ownFlags: [serversFlag, moduleFlag],
      carryOut: refuseVerb,
      present: runs.presentSolved,
      exitCode: runs.exitCodeOfRun,
      examples: [
        'engram run "Refund order 42" --tools mcp.json',
        'engram run "Refund the order" --input orderId=42 --module ./tools.js',
      ],
    },
    http: route('POST /api/solve', { task: 'Refund order 42', inputs: { orderId: 42 } }),
    mcp: `Lets the model and the tools this server is configured with do a task, recorded from the first step, so that it can be saved as a template. Use it to hand work on; what you can do with your own tools, do yourself and record it with engram_run_start. Give the values the task depends on as "inputs". Answers what the model said, every call it made, and the "runId" for engram_template_save. It may change things outside, and take minutes.
Example: {"task":"Refund order 42","inputs":{"orderId":42}}`,
  }),
};
