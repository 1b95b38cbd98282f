import { loadLearn, loadSuggest } from '../engine/stages.ts';
import * as decisions from '../interfaces/cli/present/decisions.ts';
import * as patterns from '../interfaces/cli/present/patterns.ts';
import * as inputs from '../records/learning-inputs.ts';
import * as outputs from './learning-outputs.ts';
import { asItems, command, defineOperation, route } from './operation.ts';

/** Patterns found in many records, and advice drawn from them. */
export const patternOperations = {
  /**
   * What to do in a situation, or for a task, from how it went before.
   *
   * @example
   * const { recommended, why } = await alice.learning.suggest({ context: 'api-auth-timeout' });
   */
  suggest: defineOperation({
    name: 'learning.suggest',
    summary: 'Suggest what to do in a situation, or for a task',
    effect: 'read',
    input: inputs.suggestInput,
    output: outputs.suggestion,
    run: async (context, input) => (await loadSuggest()).suggest(context, context.viewer, input),
    cli: command(
      decisions.presentSuggestion,
      'engram learning suggest "api-auth-timeout"',
      'engram learning suggest --context "api-auth-timeout"',
      'engram learning suggest --task auth-123',
      `engram learning suggest --context "api-auth-timeout" --features '{"retries": 4}'`,
      'engram learning suggest --context "api-auth-timeout" --explore',
    ),
    http: route('GET /api/learning/suggest', { context: 'api-auth-timeout' }),
    mcp: `Says what to do in a situation, or for a stored task, from how it went before. Use it before you choose how to do something that may have been tried before. Answers every action that was tried with its attempts, success rate and how sure that is, as "recommended" the one that is most surely good, and as "why" the reason; none is recommended when nothing worked or nothing is known. Give as "features" what you know about the case: when its decision tree tells cases apart, the branch that decided is in "branch". "confident" says whether the promise reaches the threshold. The more decisions are recorded with engram_memory_record, the better it gets.
Example: {"context":"api-auth-timeout","features":{"retries":4}}`,
  }),
  /** What many records have in common: decisions, failures, successes, sequences of tools. */
  patterns: defineOperation({
    name: 'learning.patterns',
    summary: 'List patterns: decisions, failures, successes, tool sequences',
    effect: 'read',
    input: inputs.patternsInput,
    output: outputs.patterns,
    run: async (context, input) => (await loadLearn()).listPatterns(context, context.viewer, input),
    answer: asItems,
    cli: command(
      patterns.presentPatterns,
      'engram learning patterns --success-rate ">80%"',
      'engram learning patterns --type failure --recurring',
      'engram learning patterns --type decision',
    ),
    http: route('GET /api/patterns', { type: 'failure', recurring: true }),
    mcp: `Lists what many records have in common: decisions (what was tried in a situation), failures, successes (an approach that works in one place) and sequences (tools that go with success), each under a name. Use it to look around; engram_learning_show tells all about one.
Example: {"type":"success","successRate":">80%"}`,
  }),
  /** Shows a pattern by its name, with the outcomes of the tasks it was applied to. */
  show: defineOperation({
    name: 'learning.show',
    summary: 'Show a pattern in full',
    effect: 'read',
    input: inputs.patternInput,
    output: outputs.pattern,
    run: async (context, { id }) => (await loadLearn()).showPatternInUse(context, context.viewer, id),
    library: { by: 'id' },
    cli: command(patterns.presentPattern, 'engram learning show npm-install-timeout'),
    http: route('GET /api/patterns/{id}', { id: 'npm-install-timeout' }),
    mcp: `Shows one pattern with all that is known about it, and how it went when it was applied to tasks. Use it when you have its name or id from a list.
Example: {"id":"npm-install-timeout"}`,
  }),
  rename: defineOperation({
    name: 'learning.rename',
    summary: 'Rename a pattern',
    effect: 'write',
    idempotent: true,
    input: inputs.renamePatternInput,
    output: outputs.renamed,
    run: async (context, input) => (await loadLearn()).renamePattern(context, context.viewer, input),
    cli: command(patterns.presentRenamed, 'engram learning rename connect-etimedout database-unreachable'),
    http: route('POST /api/patterns/{id}/rename', { id: 'connect-etimedout', name: 'database-unreachable' }),
    mcp: `Gives a pattern another name. Use it when the name it has by itself says too little; the old name no longer finds it.
Example: {"id":"npm-err-code-etimedout","name":"npm-install-timeout"}`,
  }),
  /** Attaches a pattern's steps, checks and context to a task; how the task ends is held for or against it. */
  applyPattern: defineOperation({
    name: 'learning.apply-pattern',
    summary: "Attach a pattern's steps, checks and context to a task",
    effect: 'write',
    input: inputs.applyPatternInput,
    output: outputs.appliedPattern,
    run: async (context, input) => (await loadLearn()).applyPattern(context, context.viewer, input),
    cli: command(
      patterns.presentApplied,
      'engram learning apply-pattern migration-rollback-strategy --task db-migration-456',
    ),
    http: route('POST /api/tasks/{task}/patterns', {
      task: 'db-migration-456',
      pattern: 'migration-rollback-strategy',
    }),
    mcp: `Attaches the steps, checks and context of a pattern to a stored task. Use it when you take up a task that a pattern fits; when the task is done or failed, that counts for or against the pattern. Answers the task and the guidance: its steps are what to do.
Example: {"pattern":"migration-rollback-strategy","task":"db-migration-456"}`,
  }),
};
