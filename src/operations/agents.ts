import * as z from 'zod';
import * as work from '../interfaces/cli/present/work.ts';
import { noInput } from '../records/inputs.ts';
import { asItems, defineOperation } from './operation.ts';
import * as outputs from './outputs.ts';

/** Agents that work in a project. */
export const agentOperations = {
  list: defineOperation({
    name: 'agent.list',
    summary: 'List the agents that left records',
    effect: 'read',
    input: noInput,
    output: z.object({ items: z.array(outputs.agentSummary).readonly() }),
    run: (context) => context.store.listAgents(context.viewer),
    answer: asItems,
    cli: { present: work.presentAgents, examples: ['engram agent list'] },
    http: { method: 'GET', path: '/api/agents', example: {} },
    mcp: `Lists the agents that left records, with their runs, successes and memories. Use it to see who works here and how it goes.
Example: {}`,
  }),
};
