import { loadLearn } from '../engine/stages.ts';
import * as life from '../interfaces/cli/present/life.ts';
import * as inputs from '../records/inputs.ts';
import { consolidateInput, feedbackInput, pruneInput } from '../records/life-inputs.ts';
import { memorySchema } from '../records/memory.ts';
import * as memoryOutputs from './memory-outputs.ts';
import { asItems, command, defineOperation, route } from './operation.ts';

/** What becomes of memories: whether they help, where they come from, what is merged and removed. */
export const memoryLifeOperations = {
  /**
   * Says whether a memory helped; its confidence follows.
   *
   * @example
   * await alice.memories.feedback({ id: memory.id, outcome: 'success' });
   */
  feedback: defineOperation({
    name: 'memory.feedback',
    summary: 'Record whether a memory helped',
    effect: 'write',
    input: feedbackInput,
    output: memorySchema,
    run: async (context, input) => (await loadLearn()).feedback(context, context.viewer, input),
    cli: command(life.presentFeedback, 'engram memory feedback mem_01… --outcome success'),
    http: route('POST /api/memories/{id}/feedback', { id: 'mem_01', outcome: 'success' }),
    mcp: `Says whether a memory helped you: success, failure or partial. Use it after you acted on a recalled memory; its confidence follows, and one that keeps hurting is no longer recalled. Answers the memory as it is now.
Example: {"id":"mem_01…","outcome":"success"}`,
  }),
  /** Everything that explains a memory: sources, evidence, confidence, standing, uses. */
  why: defineOperation({
    name: 'memory.why',
    summary: 'Explain a memory: sources, evidence, confidence, uses',
    effect: 'read',
    input: inputs.byId,
    output: memoryOutputs.why,
    run: async (context, { id }) => (await loadLearn()).whyOf(context, context.viewer, id),
    library: { by: 'id' },
    cli: command(life.presentWhy, 'engram memory why mem_01…'),
    http: route('GET /api/memories/{id}/why', { id: 'mem_01' }),
    mcp: `Explains one memory: where it comes from, how sure it is and why, what speaks for and against it, where it stands, which runs used it and how they ended. Use it before you rely on a memory that surprises you.
Example: {"id":"mem_01…"}`,
  }),
  /** What happened to a memory since it was recorded, oldest first. */
  history: defineOperation({
    name: 'memory.history',
    summary: 'Show the history of a memory',
    effect: 'read',
    input: inputs.byId,
    output: memoryOutputs.history,
    run: async (context, { id }) => (await loadLearn()).historyOf(context, context.viewer, id),
    answer: asItems,
    library: { by: 'id' },
    cli: command(life.presentHistory, 'engram memory history mem_01…'),
    http: route('GET /api/memories/{id}/history', { id: 'mem_01' }),
    mcp: `Tells what happened to one memory since it was recorded: confirmations, changes with what was before, and uses, oldest first.
Example: {"id":"mem_01…"}`,
  }),
  /** Removes what has expired. It also happens by itself where jobs run. */
  prune: defineOperation({
    name: 'memory.prune',
    summary: 'Delete expired memories',
    effect: 'delete',
    input: pruneInput,
    output: memoryOutputs.pruned,
    run: async (context, input) => (await loadLearn()).prune(context, context.viewer, input),
    cli: command(life.presentPruned, 'engram memory prune --dry-run', 'engram memory prune'),
    http: route('POST /api/memories/prune', { dryRun: true }),
    mcp: `Removes the memories that have expired. It happens by itself where Engram runs in the background; use it when you need it now. With "dryRun": true it only tells which. Cannot be undone.
Example: {"dryRun":true}`,
  }),
  /** Merges what says the same, settles contradictions, generates rules, archives what is old and of little use. */
  consolidate: defineOperation({
    name: 'memory.consolidate',
    summary: 'Merge duplicates, settle contradictions, generate rules, archive',
    effect: 'write',
    input: consolidateInput,
    output: memoryOutputs.consolidated,
    run: async (context, input) => (await loadLearn()).consolidate(context, context.viewer, input),
    cli: command(
      life.presentConsolidated,
      'engram memory consolidate --dry-run',
      'engram memory consolidate',
    ),
    http: route('POST /api/memories/consolidate', { dryRun: true }),
    mcp: `Puts memories in order: merges those that say the same, settles contradictions in favour of the newer and better supported, makes rules of lessons learned several times, archives what is old and of little use. Nothing is deleted. It happens by itself once a day where Engram runs in the background. With "dryRun": true it only tells what it would do.
Example: {"dryRun":true}`,
  }),
};
