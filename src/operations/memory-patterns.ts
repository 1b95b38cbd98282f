import { loadLearn } from '../engine/stages.ts';
import * as patterns from '../interfaces/cli/present/patterns.ts';
import * as inputs from '../records/learning-inputs.ts';
import * as outputs from './learning-outputs.ts';
import { asItems, command, defineOperation, route } from './operation.ts';

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
    cli: command(patterns.presentPatterns, 'engram memory patterns --type failure'),
    http: route('GET /api/memories/patterns', { type: 'decision', successRate: '>80%' }),
    mcp: `The same list as engram_learning_patterns, found beside the memories it is drawn from.
Example: {"type":"failure"}`,
  }),
};
