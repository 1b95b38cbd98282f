import { loadRun, loadTemplates } from '../engine/stages.ts';
import { approveOnTerminal, yesFlag } from '../interfaces/cli/approve-template.ts';
import * as runs from '../interfaces/cli/present/template-runs.ts';
import * as templates from '../interfaces/cli/present/templates.ts';
import { askedToolFlags, moduleFlag, serversFlag } from '../interfaces/cli/tool-flags.ts';
import * as browse from '../recall/browse.ts';
import { byId } from '../records/inputs.ts';
import { shownTemplateSchema, templateSchema } from '../records/template.ts';
import * as inputs from '../records/template-inputs.ts';
import { command, createsAt, defineOperation, route } from './operation.ts';
import { listingOf } from './outputs.ts';
import * as outputs from './template-outputs.ts';
import { inWords } from './template-words.ts';

/** Runs that worked, and running them again. */
export const templateOperations = {
  /**
   * Saves a finished run. It is a draft: one that may change something waits for `approve`. The configured MCP servers, and
   * the tools that are handed over, are asked which calls only look; none is called. `show` says the plan in words.
   *
   * @example
   * const template = await alice.templates.save({ run: run.id, name: 'refund-order' });
   */
  save: defineOperation({
    name: 'template.save',
    summary: 'Save a successful run as a template',
    effect: 'write',
    trust: ['approve'],
    means: ['tools', 'model'],
    needs: () => [],
    input: inputs.saveTemplateInput,
    output: outputs.savedTemplate,
    run: async (context, input, caller) => {
      const functions = await caller.tools();
      const { saveTemplate } = await loadTemplates();
      return saveTemplate(context, context.viewer, input, () => context.toolbox.ask(functions), caller.door);
    },
    answer: (template) => ({ templateId: template.id, ...template }),
    library: { tools: true },
    cli: {
      ownFlags: askedToolFlags,
      carryOut: inWords,
      present: templates.presentSaved,
      examples: [
        'engram template save --run run_01… --name refund-order --tools mcp.json',
        'engram template save --run run_01… --further run_02… --name refund-order',
      ],
    },
    http: createsAt('/api/templates', { run: 'run_01', name: 'refund-order' }),
    mcp: `Saves a run that ended in success as a template: its tool calls as a plan in which every value is traced to where it came from, calls that were not needed left out, and what it taught each agent. Use it when the same work is likely to come again. Answers the template with its "templateId" and its parameters, and "warnings" when a configured tool server could not be asked which calls only look. It is a draft: where it may change something, a person reads it and approves it before it is replayed.
Example: {"run":"run_01…","name":"refund-order"}`,
  }),
  list: defineOperation({
    name: 'template.list',
    summary: 'List templates, newest first',
    effect: 'read',
    input: inputs.listTemplatesInput,
    output: listingOf(templateSchema),
    run: (context, input) => browse.listTemplates(context, context.viewer, input),
    cli: command(templates.presentTemplates, 'engram template list', 'engram template list --status draft'),
    http: route('GET /api/templates', { status: 'approved' }),
    mcp: `Lists templates, newest first: work that was done before and can be repeated. Use it before you plan something step by step.
Example: {"status":"approved","limit":20}`,
  }),
  /** A template with its plan in words: each argument as explained, constant or open, and what each answer must show. */
  show: defineOperation({
    name: 'template.show',
    summary: 'Show a template with its parameters and its plan',
    effect: 'read',
    input: byId,
    output: shownTemplateSchema,
    run: async (context, { id }) => {
      const [{ showTemplate }, { withExplanation }] = await Promise.all([loadTemplates(), loadRun()]);
      return withExplanation(await showTemplate(context, context.viewer, id));
    },
    library: { by: 'id' },
    cli: command(templates.presentTemplate, 'engram template show refund-order'),
    http: route('GET /api/templates/{id}', { id: 'refund-order' }),
    mcp: `Shows a template: its parameters, its plan call by call, and examples of real calls. Use it to repeat proven work with your own tools, in the order and with the values of the plan, or to read a plan before it is approved.
Example: {"id":"refund-order"}`,
  }),
  /**
   * Executes it again: `replay` without a model, stopping at the first difference from what was recorded; `adaptive` by the
   * configured model, which is told what was learned. A replay that stops is handed to the model, when there is one.
   *
   * A dry run (`dryRun: true`) shows the calls and makes none; it answers with `status: 'planned'`. The tools are the
   * configured MCP servers and the functions that are handed over.
   *
   * @throws before anything is called: `tool_missing` for a tool of the plan that is not there.
   * @example
   * const report = await alice.templates.run({ id: 'refund-order', inputs: { orderId: 43 } }, { getOrder, refund });
   */
  run: defineOperation({
    name: 'template.run',
    summary: 'Run a template: replay it without a model, or let the model do it with what was learned',
    effect: 'write',
    means: ['tools', 'model'],
    needs: ({ dryRun, mode }) =>
      dryRun === true ? [] : mode === 'adaptive' ? ['tools', 'model'] : ['tools'],
    actsOutside: true,
    input: inputs.runTemplateInput,
    output: outputs.templateRun,
    run: async (context, input, caller) => {
      const [{ runTemplateAgain }, functions] = await Promise.all([loadRun(), caller.tools()]);
      return runTemplateAgain(context, context.viewer, input, functions, caller.watching?.() ?? {});
    },
    library: { tools: true },
    cli: {
      ownFlags: [serversFlag, moduleFlag],
      present: runs.presentTemplateRun,
      exitCode: runs.exitCodeOfRun,
      examples: [
        'engram template run refund-order --dry-run',
        'engram template run refund-order --tools mcp.json --input orderId=43',
        'engram template run refund-order --module ./tools.js --task "Refund order 43"',
        'engram template run refund-order --tools mcp.json --input orderId=43 --fill',
        'engram template run refund-order --tools mcp.json --as-recorded',
        'engram template run refund-order --mode adaptive --tools mcp.json --input orderId=43',
        'engram template run refund-order --resume run_02… --tools mcp.json',
        'engram template run refund-order --resume run_02… --uncertain made --tools mcp.json',
      ],
    },
    http: route('POST /api/templates/{id}/run', {
      id: 'refund-order',
      mode: 'replay',
      inputs: { orderId: 43 },
      dryRun: true,
    }),
    mcp: `Repeats work that is known. With "dryRun": true it shows the calls with your inputs, and calls nothing: use it first, and to make the calls with your own tools. Without it Engram makes the calls itself, with the tools this server is configured with ("tool_missing" where it has none): "replay" needs no model, checks every result against what was recorded, and stops before the first call that would no longer be right; "adaptive" lets the configured model do it, told what was learned. Answers "completed", "diverged" with what differs and what remains, "needs_input", or "failed". Every change is written down before it is made: a run that was interrupted or stopped goes on with "resume" and its "runId"; "conflict" means that the same is being done or may have been done, and names that run. Give an "idempotencyKey" when you may have to repeat a request: the same key gets the first answer. A draft that changes something is refused until it is approved.
Example: {"id":"refund-order","mode":"replay","inputs":{"orderId":43},"dryRun":true}`,
  }),
  /** Lets it change things without being asked again; the answer has its plan in words, as `show` has. */
  approve: defineOperation({
    name: 'template.approve',
    summary: 'Approve a template, so that it may write without asking',
    effect: 'write',
    trust: true,
    idempotent: true,
    input: inputs.judgeTemplateInput,
    output: shownTemplateSchema,
    run: async (context, input, { door }) => {
      const [{ approveTemplate }, { withExplanation }] = await Promise.all([loadTemplates(), loadRun()]);
      return withExplanation(await approveTemplate(context, context.viewer, input, door));
    },
    cli: {
      ownFlags: [yesFlag],
      carryOut: approveOnTerminal,
      present: templates.presentApproved,
      examples: ['engram template approve refund-order', 'engram template approve refund-order --yes'],
    },
    http: route('POST /api/templates/{id}/approve', { id: 'refund-order', reason: 'Read and tried.' }),
  }),
  retire: defineOperation({
    name: 'template.retire',
    summary: 'Retire a template, so that it is no longer run',
    effect: 'write',
    idempotent: true,
    input: inputs.judgeTemplateInput,
    output: templateSchema,
    run: async (context, input, { door }) =>
      (await loadTemplates()).retireTemplate(context, context.viewer, input, door),
    cli: command(
      templates.presentRetired,
      'engram template retire refund-order --reason "The shop has another API now"',
    ),
    http: route('POST /api/templates/{id}/retire', {
      id: 'refund-order',
      reason: 'Refunds are done by the bank now.',
    }),
    mcp: `Retires a template: it is not run any more, and stays readable. Use it when the work is done in another way now; only a person brings it back.
Example: {"id":"refund-order","reason":"Refunds are done by the bank now"}`,
  }),
  /** Removes it with its versions, its memory and its examples. */
  delete: defineOperation({
    name: 'template.delete',
    summary: 'Delete a template with its versions, its memory and its examples',
    effect: 'delete',
    idempotent: true,
    input: byId,
    output: outputs.deleted,
    run: async (context, { id }) => (await loadTemplates()).deleteTemplate(context, context.viewer, id),
    library: { by: 'id' },
    cli: command(templates.presentDeletedTemplate, 'engram template delete refund-order'),
    http: route('DELETE /api/templates/{id}', { id: 'refund-order' }),
    mcp: `Deletes a template for good, with its versions, what agents know about its work, and its examples. Use it only when you were asked to; engram_template_retire keeps it readable. Cannot be undone.
Example: {"id":"refund-order"}`,
  }),
};
