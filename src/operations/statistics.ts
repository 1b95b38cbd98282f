import { loadMeasure } from '../engine/stages.ts';
import * as system from '../interfaces/cli/present/system.ts';
import { noInput } from '../records/inputs.ts';
import { command, defineOperation, route } from './operation.ts';
import * as outputs from './outputs.ts';

/** Counts of everything there is. */
export const statisticsOperations = {
  /** Counts what there is, and how often a kept result spared a call in this process. */
  stats: defineOperation({
    name: 'stats',
    summary: 'Count records and show the size of the store',
    effect: 'read',
    group: 'server',
    input: noInput,
    output: outputs.statistics,
    run: async (context) => {
      const counted = await (await loadMeasure()).statistics(context, context.viewer);
      return { ...counted, resultCache: context.toolbox.cache() };
    },
    cli: command(system.presentStatistics, 'engram stats'),
    http: route('GET /api/stats', {}),
    mcp: `Counts what there is: memories by kind, runs and their success rate, steps, sessions, tasks, templates, and the size of the store.
Example: {}`,
  }),
};
