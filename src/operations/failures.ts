import { loadLearn, loadRecognise } from '../engine/stages.ts';
import * as failures from '../interfaces/cli/present/failures.ts';
import * as inputs from '../records/learning-inputs.ts';
import { failureDetailsSchema, failurePatternSchema, shownSolutionSchema } from '../records/pattern.ts';
import * as outputs from './learning-outputs.ts';
import { asItems, command, defineOperation, route } from './operation.ts';
import { itemsOf } from './outputs.ts';

/** Errors that were met before, and what helps. */
export const failureOperations = {
  /** Failures, most frequent first. */
  failures: defineOperation({
    name: 'learning.failures',
    summary: 'List failures, most frequent first',
    effect: 'read',
    input: inputs.failuresInput,
    output: itemsOf(failurePatternSchema),
    run: async (context, input) => (await loadLearn()).listFailures(context, context.viewer, input),
    answer: asItems,
    cli: command(
      failures.presentFailures,
      'engram learning failures --recent 7d',
      'engram learning failures --recurring',
    ),
    http: route('GET /api/failures', { recent: '7d' }),
    mcp: `Lists failures, most frequent first, with when they were last seen, by which tools, and what helps. Use it to see what keeps going wrong here: "recurring" leaves only what happened more than once, "recent" only what happened lately.
Example: {"recent":"7d","recurring":true}`,
  }),
  /** Whether an error was met before, what helped, and what worked after it. */
  recognise: defineOperation({
    name: 'learning.recognise',
    summary: 'Recognise an error and list known solutions',
    effect: 'read',
    input: inputs.recogniseInput,
    output: failureDetailsSchema,
    run: async (context, input) => (await loadRecognise()).recognise(context, context.viewer, input),
    cli: command(failures.presentRecognised, 'engram learning recognise "connect ETIMEDOUT 10.0.0.7:5432"'),
    // These read, but error messages are long and do not belong into addresses, which are logged.
    http: route('POST /api/learning/recognise', { error: 'connect ETIMEDOUT 10.0.0.7:5432' }),
    mcp: `Tells whether an error was met before: how often, by which tools, in which runs, what helped against it and which tool worked next. Use it as soon as a tool call fails, before you retry. Paths, numbers, ids and times in the message may differ. No occurrences means that it is new.
Example: {"error":"connect ETIMEDOUT 10.0.0.7:5432"}`,
  }),
  /**
   * Learns from a failure: finds or creates its pattern, attaches what helps, generates checks.
   *
   * @example
   * await alice.learning.learn({ error: 'npm install timed out', solution: 'clear the npm cache', prevention: ['verify npm cache status'] });
   */
  learn: defineOperation({
    name: 'learning.learn',
    summary: 'Record a failure with its solution and checks that prevent it',
    effect: 'write',
    idempotent: true,
    input: inputs.learnFailureInput,
    output: outputs.learnedFailure,
    run: async (context, input) => (await loadLearn()).teach(context, context.viewer, input),
    cli: command(
      failures.presentLearned,
      'engram learning learn "npm install timed out" --name npm-install-timeout --solution "clear the npm cache" --prevention "verify npm cache status"',
    ),
    http: route('POST /api/failures', {
      error: 'npm install timed out after 120s',
      name: 'npm-install-timeout',
      tool: 'npm_install',
      solution: 'clear the npm cache',
      prevention: ['verify npm cache status'],
    }),
    mcp: `Teaches a failure: why it happens, what helps against it, what to verify before so that it does not happen again. Use it once you have solved an error that may come back. Finds or creates its pattern, keeps the solution, and makes a check for each thing to verify; engram_prevention_check then warns of it. Give it a "name" you will find it by.
Example: {"error":"npm install timed out after 120s","name":"npm-install-timeout","tool":"npm_install","solution":"clear the npm cache","prevention":["verify npm cache status"]}`,
  }),
  /** What helps against an error, by its type and message, best first. */
  solutions: defineOperation({
    name: 'learning.solutions',
    summary: 'List solutions for an error, by its type and message',
    effect: 'read',
    input: inputs.solutionsInput,
    output: outputs.solutions,
    run: async (context, input) => (await loadLearn()).solutionsFor(context, context.viewer, input),
    answer: asItems,
    cli: command(
      failures.presentSolutions,
      'engram learning solutions "connect ETIMEDOUT 10.0.0.7:5432" --error-type ETIMEDOUT',
    ),
    http: route('POST /api/learning/solutions', {
      error: 'connect ETIMEDOUT 10.0.0.7:5432',
      errorType: 'ETIMEDOUT',
    }),
    mcp: `Finds what helps against an error, best first, also from errors that merely sound alike: the approach, its steps, and how often it helped. Use it after engram_learning_recognise, when you need more to try. Try one, then say with engram_learning_solved how it went.
Example: {"error":"connect ETIMEDOUT 10.0.0.7:5432","errorType":"ETIMEDOUT"}`,
  }),
  /** Says whether a solution helped; its success rate follows. */
  solved: defineOperation({
    name: 'learning.solved',
    summary: 'Record whether a solution helped',
    effect: 'write',
    input: inputs.solvedInput,
    output: shownSolutionSchema,
    run: async (context, input) => (await loadLearn()).solved(context, context.viewer, input),
    cli: command(failures.presentSolved, 'engram learning solved les_01… --outcome success'),
    http: route('POST /api/solutions/{id}/feedback', { id: 'les_01', outcome: 'success' }),
    mcp: `Says whether a solution helped: success, failure or partial. Use it after you tried one from engram_learning_solutions or engram_learning_recognise that has an "id"; its success rate follows. Those without an id are counted from runs by themselves.
Example: {"id":"les_01…","outcome":"success"}`,
  }),
};
