import { approveOnTerminal, yesFlag } from '../interfaces/cli/approve-template.ts';
import type { CarryOut } from '../interfaces/cli/call.ts';
import { presentComparison } from '../interfaces/cli/present/comparison.ts';
import * as runs from '../interfaces/cli/present/template-runs.ts';
import * as templates from '../interfaces/cli/present/templates.ts';
import { askedToolFlags, moduleFlag, serversFlag } from '../interfaces/cli/tool-flags.ts';
import { byId } from '../records/inputs.ts';
import type { Template } from '../records/template.ts';
import { templateSchema } from '../records/template.ts';
import * as inputs from '../records/template-inputs.ts';
import { defineOperation, type Operation } from './operation.ts';
import { listingOf } from './outputs.ts';
import * as outputs from './template-outputs.ts';

/** Somebody reads what is printed here: so the plan is said in words too. */
const inWords: CarryOut = async ({ asJson, desk }, perform) => {
  if (asJson) return undefined;
  const template = (await perform()) as Template;
  const { explained } = await (await desk.view()).templates.show(template.id);
  return { ...template, explained };
};

/** Runs that worked, and running them again. */
export const templateOperations: readonly Operation[] = [
  defineOperation({
    name: 'template.save',
    summary: 'Save a successful run as a template',
    effect: 'write',
    input: inputs.saveTemplateInput,
    output: outputs.savedTemplate,
    run: async (view, input, desk) => {
      const template = await view.templates.save(input, await desk.tools());
      return { templateId: template.id, ...template };
    },
    cli: {
      ownFlags: askedToolFlags,
      carryOut: inWords,
      present: templates.presentSaved,
      examples: [
        'engram template save --run run_01… --name refund-order --tools mcp.json',
        'engram template save --run run_01… --further run_02… --name refund-order',
      ],
    },
    http: {
      method: 'POST',
      path: '/api/templates',
      status: 201,
      example: { run: 'run_01', name: 'refund-order' },
    },
    mcp: `Saves a run that ended in success as a template: its tool calls as a plan in which every value is traced to where it came from, calls that were not needed left out, and what it taught each agent. Use it when the same work is likely to come again. Answers the template with its "templateId" and its parameters, and "warnings" when a configured tool server could not be asked which calls only look. It is a draft: where it may change something, a person reads it and approves it before it is replayed.
Example: {"run":"run_01…","name":"refund-order"}`,
  }),
  defineOperation({
    name: 'template.list',
    summary: 'List templates, newest first',
    effect: 'read',
    input: inputs.listTemplatesInput,
    output: listingOf(templateSchema),
    run: (view, input) => view.templates.list(input),
    cli: {
      present: templates.presentTemplates,
      examples: ['engram template list', 'engram template list --status draft'],
    },
    http: { method: 'GET', path: '/api/templates', example: { status: 'approved' } },
    mcp: `Lists templates, newest first: work that was done before and can be repeated. Use it before you plan something step by step.
Example: {"status":"approved","limit":20}`,
  }),
  defineOperation({
    name: 'template.show',
    summary: 'Show a template with its parameters and its plan',
    effect: 'read',
    input: byId,
    output: outputs.shownTemplate,
    run: (view, { id }) => view.templates.show(id),
    cli: {
      positional: ['id'],
      present: templates.presentTemplate,
      examples: ['engram template show refund-order'],
    },
    http: { method: 'GET', path: '/api/templates/{id}', example: { id: 'refund-order' } },
    mcp: `Shows a template: its parameters, its plan call by call, and examples of real calls. Use it to repeat proven work with your own tools, in the order and with the values of the plan, or to read a plan before it is approved.
Example: {"id":"refund-order"}`,
  }),
  defineOperation({
    name: 'template.run',
    summary: 'Run a template again: replay it without a model, or let the model do it with what was learned',
    effect: 'write',
    actsOutside: true,
    input: inputs.runTemplateInput,
    output: outputs.templateRun,
    run: async (view, input, desk) => view.templates.run(input, await desk.tools(), desk.watching?.()),
    cli: {
      positional: ['id'],
      ownFlags: [serversFlag, moduleFlag],
      textPairs: true,
      present: runs.presentTemplateRun,
      exitCode: runs.exitCodeOfRun,
      examples: [
        'engram template run refund-order --dry-run',
        'engram template run refund-order --tools mcp.json --input orderId=43',
        'engram template run refund-order --module ./tools.js --task "Refund order 43"',
        'engram template run refund-order --tools mcp.json --input orderId=43 --fill',
        'engram template run refund-order --mode adaptive --tools mcp.json',
        'engram template run refund-order --resume run_02… --tools mcp.json',
        'engram template run refund-order --resume run_02… --uncertain made --tools mcp.json',
      ],
    },
    http: {
      method: 'POST',
      path: '/api/templates/{id}/run',
      example: { id: 'refund-order', mode: 'replay', inputs: { orderId: 43 }, dryRun: true },
    },
    mcp: `Repeats work that is known. With "dryRun": true it shows the calls with your inputs, and calls nothing: use it first, and to make the calls with your own tools. Without it Engram makes the calls itself, with the tools this server is configured with ("tool_missing" where it has none): "replay" needs no model, checks every result against what was recorded, and stops before the first call that would no longer be right; "adaptive" lets the configured model do it, told what was learned. Answers "completed", "diverged" with what differs and what remains, "needs_input", or "failed". Every change is written down before it is made: a run that was interrupted or stopped goes on with "resume" and its "runId"; "conflict" means that the same is being done or may have been done, and names that run. Give an "idempotencyKey" when you may have to repeat a request: the same key gets the first answer. A draft that changes something is refused until it is approved.
Example: {"id":"refund-order","mode":"replay","inputs":{"orderId":43},"dryRun":true}`,
  }),
  defineOperation({
    name: 'template.approve',
    summary: 'Approve a template: it may change things without asking',
    effect: 'write',
    idempotent: true,
    input: inputs.judgeTemplateInput,
    output: outputs.shownTemplate,
    run: (view, input) => view.templates.approve(input),
    cli: {
      positional: ['id'],
      ownFlags: [yesFlag],
      carryOut: approveOnTerminal,
      present: templates.presentApproved,
      examples: ['engram template approve refund-order', 'engram template approve refund-order --yes'],
    },
    http: {
      method: 'POST',
      path: '/api/templates/{id}/approve',
      example: { id: 'refund-order', reason: 'Read and tried.' },
    },
    mcp: `Approves a template: from now on it may change things without anybody being asked, until it starts failing. Use it only when the person you work for has seen the plan and said so.
Example: {"id":"refund-order","reason":"Ann read the plan"}`,
  }),
  defineOperation({
    name: 'template.retire',
    summary: 'Retire a template: it is not run any more',
    effect: 'write',
    idempotent: true,
    input: inputs.judgeTemplateInput,
    output: templateSchema,
    run: (view, input) => view.templates.retire(input),
    cli: {
      positional: ['id'],
      present: templates.presentRetired,
      examples: ['engram template retire refund-order --reason "The shop has another API now"'],
    },
    http: {
      method: 'POST',
      path: '/api/templates/{id}/retire',
      example: { id: 'refund-order', reason: 'Refunds are done by the bank now.' },
    },
    mcp: `Retires a template: it is not run any more, and stays readable. Use it when the work is done in another way now; engram_template_approve brings it back.
Example: {"id":"refund-order","reason":"Refunds are done by the bank now"}`,
  }),
  defineOperation({
    name: 'template.learn',
    summary: 'Make a template better by another run of the same work',
    effect: 'write',
    input: inputs.learnTemplateInput,
    output: outputs.learnedTemplate,
    run: async (view, input, desk) => view.templates.learn(input, await desk.tools()),
    cli: {
      positional: ['id'],
      ownFlags: askedToolFlags,
      present: templates.presentLearned,
      examples: [
        'engram template learn refund-order --run run_02…',
        'engram template learn refund-order --run run_02… --discard-edits',
      ],
    },
    http: {
      method: 'POST',
      path: '/api/templates/{id}/learn',
      example: { id: 'refund-order', run: 'run_02' },
    },
    mcp: `Makes a template better by another run of the same work that ended in success: two runs tell what is always the same from what differs. Use it after you did the work of a template again with other values. Answers the template; what is new makes it a new version, which is a draft. A plan that was edited by hand is refused ("conflict"): ask before you give "discardEdits": true.
Example: {"id":"refund-order","run":"run_02…"}`,
  }),
  defineOperation({
    name: 'template.edit',
    summary: 'Change the plan, the parameters, the name or the model of a template',
    effect: 'write',
    input: inputs.editTemplateInput,
    output: templateSchema,
    run: (view, input) => view.templates.edit(input),
    cli: {
      positional: ['id'],
      clearable: ['reexecuteModel'],
      carryOut: inWords,
      present: templates.presentChanged,
      examples: [
        `engram template edit refund-order --constant '2:$.reason' --free '1:$.customer'`,
        'engram template edit refund-order --drop 1 --reason "The page is not needed"',
        'engram template edit refund-order --reexecute-model small',
        'engram template edit refund-order --reexecute-model ""',
        'engram template edit refund-order --body plan.json --reason "The amount is given"',
      ],
    },
    http: {
      method: 'PATCH',
      path: '/api/templates/{id}',
      example: { id: 'refund-order', reexecuteModel: 'small-and-fast', reason: 'It is a simple task.' },
    },
    mcp: `Changes a template: its name, the model of its adaptive runs, or its whole plan or all its parameters, in the form engram_template_show answers them. Use it to correct a plan that you were asked to correct. Another plan is a new version, which is a draft.
Example: {"id":"refund-order","name":"refund-an-order"}`,
  }),
  defineOperation({
    name: 'template.compare',
    summary: 'Compare the first run of a template with its re-runs',
    effect: 'read',
    input: byId,
    output: outputs.templateComparison,
    run: (view, { id }) => view.templates.compare(id),
    cli: {
      positional: ['id'],
      present: presentComparison,
      examples: ['engram template compare refund-order'],
    },
    http: {
      method: 'GET',
      path: '/api/templates/{id}/compare',
      example: { id: 'refund-order' },
    },
    mcp: `Compares the first run of a template with its re-runs: model calls, steps, tokens and time, adaptive and replay apart. Use it when you are asked what repeating the work saves.
Example: {"id":"refund-order"}`,
  }),
  defineOperation({
    name: 'template.versions',
    summary: 'List the versions of a template, the latest first',
    effect: 'read',
    input: byId,
    output: outputs.templateVersions,
    run: async (view, { id }) => ({ items: await view.templates.versions(id) }),
    cli: {
      positional: ['id'],
      present: templates.presentVersions,
      examples: ['engram template versions refund-order'],
    },
    http: {
      method: 'GET',
      path: '/api/templates/{id}/versions',
      example: { id: 'refund-order' },
    },
    mcp: `Lists the versions of a template, the latest first, each with its plan. Use it to see what it was before.
Example: {"id":"refund-order"}`,
  }),
  defineOperation({
    name: 'template.diff',
    summary: 'Show what changed between two versions of a template',
    effect: 'read',
    input: inputs.diffTemplateInput,
    output: outputs.templateDiff,
    run: (view, input) => view.templates.diff(input),
    cli: {
      positional: ['id'],
      present: templates.presentDiff,
      examples: ['engram template diff refund-order', 'engram template diff refund-order --from 1 --to 3'],
    },
    http: {
      method: 'GET',
      path: '/api/templates/{id}/diff',
      example: { id: 'refund-order', from: 1, to: 2 },
    },
    mcp: `Tells what changed between two versions of a template, place by place; between the last two when none are named. Use it before a new version is approved.
Example: {"id":"refund-order","from":1,"to":2}`,
  }),
  defineOperation({
    name: 'template.delete',
    summary: 'Delete a template with its versions, its memory and its examples',
    effect: 'delete',
    idempotent: true,
    input: byId,
    output: outputs.deleted,
    run: (view, { id }) => view.templates.delete(id),
    cli: {
      positional: ['id'],
      present: templates.presentDeletedTemplate,
      examples: ['engram template delete refund-order'],
    },
    http: { method: 'DELETE', path: '/api/templates/{id}', example: { id: 'refund-order' } },
    mcp: `Deletes a template for good, with its versions, what agents know about its work, and its examples. Use it only when you were asked to; engram_template_retire keeps it readable. Cannot be undone.
Example: {"id":"refund-order"}`,
  }),
];
