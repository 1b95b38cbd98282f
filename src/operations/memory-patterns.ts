import { loadLearn } from '../engine/stages.ts';
import * as patterns from '../interfaces/cli/present/patterns.ts';
import * as inputs from '../records/learning-inputs.ts';
import * as outputs from './learning-outputs.ts';
import { asItems, defineOperation } from './operation.ts';

/** The same list beside the memories it is drawn from. */
export const memoryPatternOperations = {
  /** What many records have in common: decisions, failures, successes, sequences of tools. */
  patterns: defineOperation({
    name: 'memory.patterns',
    summary: 'List patterns found in memories',
    effect: 'read',
    input: inputs.patternsInput,
    output: outputs.patterns,
    run: async (context, input) => (await loadLearn()).listPatterns(context, context.viewer, input),
    answer: asItems,
    cli: {
      present: patterns.presentPatterns,
      examples: ['engram memory patterns --type failure'],
    },
    http: {
      method: 'GET',
      path: '/api/memories/patterns',
      example: { type: 'decision', successRate: '>80%' },
    },
    mcp: `The same list as engram_learning_patterns, found beside the memories it is drawn from.
Example: {"type":"failure"}`,
  }),
};
