import { loadLearn, loadMeasure } from '../engine/stages.ts';
import { ownFlag } from '../interfaces/cli/call.ts';
import * as decisions from '../interfaces/cli/present/decisions.ts';
import * as statistics from '../interfaces/cli/present/statistics.ts';
import { taskRecommendationSchema, trendSchema } from '../records/execution-pattern.ts';
import { noInput } from '../records/inputs.ts';
import * as inputs from '../records/learning-inputs.ts';
import { learningStatisticsSchema } from '../records/quality.ts';
import { foundFactorsSchema } from '../records/success-factor.ts';
import * as outputs from './learning-outputs.ts';
import { asItems, command, defineOperation, route } from './operation.ts';
import { itemsOf } from './outputs.ts';

/** Advice from executions, and whether learning helps. */
export const adviceOperations = {
  /** How to do a task, from similar ones. */
  recommend: defineOperation({
    name: 'learning.recommend',
    summary: 'Recommend how to do a task, from similar ones',
    effect: 'read',
    input: inputs.recommendInput,
    output: taskRecommendationSchema,
    run: async (context, input) => (await loadLearn()).recommendFor(context, context.viewer, input),
    cli: command(
      decisions.presentRecommendation,
      'engram learning recommend --task auth-123',
      'engram learning recommend --description "Fix the login timeout" --category auth --type bug',
    ),
    // A task, too, may be a long text.
    http: route('POST /api/learning/recommend', {
      description: 'Fix the login timeout',
      category: 'auth',
      type: 'bug',
    }),
    mcp: `Recommends how to do a task, from similar ones that succeeded: the approach, how sure that is, what they succeeded by, which tools they called, how long it took. Use it when you plan a task; for one choice within it use engram_learning_suggest. "No similar patterns." means that nothing like it was done before. Give the id of a stored task, or describe it.
Example: {"description":"Fix the login timeout","category":"auth","type":"bug"}`,
  }),
  /** How likely a task is to succeed, and how good such predictions have been. */
  predict: defineOperation({
    name: 'learning.predict',
    summary: 'Predict how likely a task is to succeed',
    effect: 'read',
    input: inputs.predictInput,
    output: outputs.prediction,
    run: async (context, input) => (await loadLearn()).predict(context, context.viewer, input),
    cli: command(
      decisions.presentPrediction,
      'engram learning predict --task auth-123 --approach incremental',
    ),
    http: route('POST /api/learning/predict', {
      description: 'Fix the login timeout',
      category: 'auth',
      approach: 'incremental',
    }),
    mcp: `Predicts how likely a task is to succeed with an approach, and tells as "quality" how good such predictions have been here. Use it to compare approaches, or to decide whether to ask a person first.
Example: {"description":"Fix the login timeout","category":"auth","approach":"incremental"}`,
  }),
  /** Where each category of tasks is going. */
  trends: defineOperation({
    name: 'learning.trends',
    summary: 'Show whether each category of tasks improves or declines',
    effect: 'read',
    input: inputs.trendsInput,
    output: itemsOf(trendSchema),
    run: async (context, input) => (await loadLearn()).trends(context, context.viewer, input),
    answer: asItems,
    cli: command(decisions.presentTrends, 'engram learning trends', 'engram learning trends --category auth'),
    http: route('GET /api/learning/trends', { category: 'auth' }),
    mcp: `Tells for each category of tasks how its latest runs went, whether it is improving or declining, and which approaches are best there.
Example: {"category":"auth"}`,
  }),
  /** What goes with success more than chance explains. */
  factors: defineOperation({
    name: 'learning.factors',
    summary: 'Find what goes with success more than chance explains',
    effect: 'read',
    input: noInput,
    output: foundFactorsSchema,
    run: async (context) => (await loadMeasure()).successFactors(context, context.viewer),
    cli: command(statistics.presentFactors, 'engram learning factors'),
    http: route('GET /api/learning/factors', {}),
    mcp: `Finds what goes with success, or with failure, more than chance explains: tools that were called, category, type, approach, agent, size, memories, named factors. Runs are compared within their category, and the more is compared, the stronger a difference has to be. Use it to learn what to do more often; that something goes with success does not say that it is the reason. An empty list is an honest answer.
Example: {}`,
  }),
  /** Groups messages that say the same, whatever ids and numbers they carry. Nothing is kept. */
  signatures: defineOperation({
    name: 'learning.signatures',
    summary: 'Group messages that differ only in ids and numbers',
    effect: 'read',
    input: inputs.signaturesInput,
    output: outputs.signatures,
    run: async (_context, input) => (await loadLearn()).groupMessages(input),
    answer: asItems,
    cli: {
      ownFlags: [
        ownFlag('file', 'A file with one message a line; .gz is unpacked, "-" reads standard input', {
          insteadOf: 'messages',
        }),
      ],
      carryOut: async (call) =>
        (await import('../interfaces/cli/bulk/group-messages.ts')).groupMessages(call),
      present: statistics.presentGroups,
      examples: [
        'engram learning signatures --file app.log',
        'engram learning signatures --file app.log.gz --json',
        'engram learning signatures --message "job 12 failed" --message "job 13 failed"',
      ],
    },
    http: route('POST /api/learning/signatures', { messages: ['order 42 is locked', 'order 77 is locked'] }),
    mcp: `Groups error messages or log lines that say the same, whatever ids, numbers and times they carry, and answers for each its signature and the pattern of its group. Use it to make sense of a long log. At most 10,000 at once; nothing is kept.
Example: {"messages":["order 42 is locked","order 77 is locked"]}`,
  }),
  /** Whether learning helps, in figures with their intervals. */
  stats: defineOperation({
    name: 'learning.stats',
    summary: 'Measure whether learning helps',
    effect: 'read',
    input: noInput,
    output: learningStatisticsSchema,
    run: async (context) => (await loadMeasure()).learningStatistics(context, context.viewer),
    cli: command(statistics.presentLearningStatistics, 'engram learning stats --agent alice'),
    http: route('GET /api/learning/stats', {}),
    mcp: `Measures whether learning helps: how many runs used memories, how much better they did, harm, failures after prevention, and how good predictions are, each with how far it can be trusted.
Example: {}`,
  }),
};
