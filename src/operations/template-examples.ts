import { loadTemplates } from '../engine/stages.ts';
import * as memory from '../interfaces/cli/present/agent-memory.ts';
import * as inputs from '../records/template-inputs.ts';
import { asItems, command, defineOperation, route } from './operation.ts';
import * as outputs from './template-outputs.ts';

/** Successful calls of a template. */
export const exampleOperations = {
  list: defineOperation({
    name: 'template.examples',
    summary: 'List successful calls of a template, newest first',
    effect: 'read',
    input: inputs.listExamplesInput,
    output: outputs.examples,
    run: async (context, input) => (await loadTemplates()).listExamples(context, context.viewer, input),
    answer: asItems,
    cli: command(memory.presentExamples, 'engram template examples refund-order --limit 10'),
    http: route('GET /api/templates/{template}/examples', { template: 'refund-order', limit: 5 }),
    mcp: `Lists calls that worked for a template, newest first, with their arguments and results. Use it to see how a tool of that work is called.
Example: {"template":"refund-order","limit":5}`,
  }),
  add: defineOperation({
    name: 'template.add-examples',
    summary: 'Add successful calls made elsewhere as examples of a template',
    effect: 'write',
    input: inputs.addExamplesInput,
    output: outputs.counted,
    run: async (context, input) => (await loadTemplates()).addExamples(context, context.viewer, input),
    cli: command(
      memory.presentAddedExamples,
      `engram template add-examples refund-order --examples '[{"tool":"get_order","arguments":{"id":7},"result":{"status":"open"}}]'`,
    ),
    http: route('POST /api/templates/{template}/examples', {
      template: 'refund-order',
      examples: [{ agent: 'alice', tool: 'get_order', arguments: { id: 42 }, result: { status: 'open' } }],
    }),
    mcp: `Keeps calls that worked and were made elsewhere, as examples for a template. Runs that Engram records need none of this. Answers how many were kept; calls that failed are not.
Example: {"template":"refund-order","examples":[{"agent":"alice","tool":"get_order","arguments":{"id":42},"result":{"status":"open"}}]}`,
  }),
};
