import * as z from 'zod';
import { loadCoordinate } from '../engine/stages.ts';
import * as cli from '../interfaces/cli/present/plans.ts';
import { runnerFlags } from '../interfaces/cli/runner-flags.ts';
import { lazySchema } from '../records/lazy-schema.ts';
import * as records from '../records/task-plan.ts';
import { command, createsAt, defineOperation, route } from './operation.ts';
import { listingOf } from './outputs.ts';

const createdPlan = lazySchema(() => records.planDetailsSchema.extend({ note: z.string().nullable() }));
const runHere = async (...given: Parameters<typeof import('../interfaces/cli/run-plan.ts').runPlanHere>) =>
  (await import('../interfaces/cli/run-plan.ts')).runPlanHere(...given);

/** Tasks broken down into sub-tasks for several agents. */
export const planOperations = {
  /**
   * Breaks a task down into sub-tasks and stores the plan; nothing is done yet.
   *
   * @example
   * const plan = await engram.plans.create({ description: '1. Build the API\n2. [frontend] Build the page\n3. Test both (after 1, 2)' });
   */
  create: defineOperation({
    name: 'plan.create',
    summary: 'Break a task down into sub-tasks',
    effect: 'write',
    means: ['model'],
    needs: ({ by }) => (by === 'model' ? ['model'] : []),
    input: records.createPlanInput,
    output: createdPlan,
    async run(context, input) {
      const { createPlan, detailsOf } = await loadCoordinate();
      const { plan, note } = await createPlan(context, context.viewer, input);
      return { ...(await detailsOf(context, plan)), note };
    },
    cli: command(
      cli.presentPlan,
      'engram plan create "Build the API, then the page, and then test both" --name checkout',
      'engram plan create --body plan.json',
    ),
    http: createsAt('/api/plans', {
      name: 'checkout',
      description: '1. Build the API\n2. Build the page\n3. Test both (after 1, 2)',
    }),
    mcp: `Breaks a task down into sub-tasks with dependencies, and stores the plan; nothing is done yet. Lists, "then", "(after 1, 2)", "[category]" and "@agent" in the text are understood; give "subTasks" when you break it down yourself. Cycles are refused.
Example: {"description":"1. Build the API\\n2. Build the page\\n3. Test both (after 1, 2)","name":"checkout"}`,
  }),
  /** Plans, newest first. */
  list: defineOperation({
    name: 'plan.list',
    summary: 'List plans',
    effect: 'read',
    input: records.listPlansInput,
    output: listingOf(records.listedPlanSchema),
    run: async (context, input) => (await loadCoordinate()).listPlans(context, context.viewer, input),
    cli: command(cli.presentPlans, 'engram plan list'),
    http: route('GET /api/plans', {}),
    mcp: `Lists plans, newest first, with how far each has come.
Example: {}`,
  }),
  /** Shows a plan: its sub-tasks, who does each, how each stands, and the plan as a Mermaid flowchart. */
  show: defineOperation({
    name: 'plan.show',
    summary: 'Show a plan as a tree, or as a Mermaid flowchart',
    effect: 'read',
    input: records.planByName,
    output: records.planDetailsSchema,
    run: async (context, { name }) => (await loadCoordinate()).showPlan(context, context.viewer, name),
    library: { by: 'name' },
    cli: {
      ...command(cli.presentPlan, 'engram plan show checkout', 'engram plan show checkout --mermaid'),
      ownFlags: [cli.mermaidFlag],
      carryOut: cli.writeMermaid,
    },
    http: route('GET /api/plans/{name}', { name: 'checkout' }),
    mcp: `Shows one plan: its sub-tasks, their order, who does each and how each stands, with results and errors.
Example: {"name":"checkout"}`,
  }),
  /** Begins a plan, or continues it, with the configured model and tools. */
  run: defineOperation({
    name: 'plan.run',
    summary: 'Run a plan',
    effect: 'write',
    means: ['tools', 'model'],
    actsOutside: true,
    input: records.runPlanInput,
    output: records.planDetailsSchema,
    async run(context, input) {
      const { modelRunner, startPlan } = await loadCoordinate();
      return startPlan(context, input, modelRunner(context));
    },
    cli: {
      ...command(
        cli.presentPlan,
        'engram plan run checkout --module ./agents.js',
        'engram plan run checkout --command "my-coding-agent --print" --timeout-ms 600000',
        'engram plan run checkout',
      ),
      ownFlags: runnerFlags,
      carryOut: runHere,
      exitCode: cli.exitCodeOfPlan,
    },
    http: route('POST /api/plans/{name}/run', { name: 'checkout' }),
    mcp: `Begins a plan, or continues one that was interrupted or failed, with the model and the tools this server is configured with. Sub-tasks that are done are not done again. Answers at once; engram_plan_show tells how far it has come. It may change things outside, and take long.
Example: {"name":"checkout"}`,
  }),
  /** Deletes a plan. Its workflows and what was learned stay. */
  delete: defineOperation({
    name: 'plan.delete',
    summary: 'Delete a plan; its runs and workflows stay',
    effect: 'delete',
    input: records.planByName,
    output: z.object({ deleted: z.string() }),
    run: async (context, { name }) => (await loadCoordinate()).deletePlan(context, context.viewer, name),
    library: { by: 'name' },
    cli: command(cli.presentDeletedPlan, 'engram plan delete checkout'),
    http: route('DELETE /api/plans/{name}', { name: 'checkout' }),
    mcp: `Deletes a plan. What was done for it stays. Use it only when you were asked to.
Example: {"name":"checkout"}`,
  }),
};
