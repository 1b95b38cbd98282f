import { loadRun, loadTemplates } from '../engine/stages.ts';
import { presentComparison } from '../interfaces/cli/present/comparison.ts';
import * as templates from '../interfaces/cli/present/templates.ts';
import { askedToolFlags } from '../interfaces/cli/tool-flags.ts';
import { byId } from '../records/inputs.ts';
import { learnedTemplateSchema, templateSchema } from '../records/template.ts';
import { templateDiffSchema } from '../records/template-diff.ts';
import * as inputs from '../records/template-inputs.ts';
import { templateComparisonSchema } from '../records/template-run.ts';
import { asItems, command, defineOperation, route } from './operation.ts';
import { itemsOf } from './outputs.ts';
import { inWords } from './template-words.ts';

/** How templates change: by other runs, and by people. */
export const templateChangeOperations = {
  /**
   * Makes a new version from what it knows and another run of the same work. A plan that was edited by hand is refused
   * (`conflict`), unless `discardEdits` says that it may go. Tools are asked as in `save`. `changes` says which guards were
   * relaxed or strengthened, which arguments became explained, constant or open, and which run shows it.
   *
   * @example
   * const { changes } = await alice.templates.learn({ id: 'refund-order', run: second.id });
   */
  learn: defineOperation({
    name: 'template.learn',
    summary: 'Improve a template with another run of the same work',
    effect: 'write',
    means: ['tools'],
    needs: () => [],
    trust: true,
    input: inputs.learnTemplateInput,
    output: learnedTemplateSchema,
    run: async (context, input, caller) =>
      (await loadRun()).learnAndExplain(context, context.viewer, input, await caller.tools()),
    library: { tools: true },
    cli: {
      ownFlags: askedToolFlags,
      present: templates.presentLearned,
      examples: [
        'engram template learn refund-order --run run_02…',
        'engram template learn refund-order --run run_02… --discard-edits',
      ],
    },
    http: route('POST /api/templates/{id}/learn', { id: 'refund-order', run: 'run_02' }),
  }),
  /**
   * Changes a template. A person may say that an open argument is constant, that a place of an answer may be anything, or
   * that a look is not needed: who said so is kept with the plan.
   *
   * @example
   * await alice.templates.edit({ id: 'refund-order', constant: ['2:$.reason'], free: ['1:$.customer'] });
   */
  edit: defineOperation({
    name: 'template.edit',
    summary: 'Change the plan, the parameters, the name or the model of a template',
    effect: 'write',
    trust: ['free', 'constant', 'drop', 'plan', 'parameters'],
    input: inputs.editTemplateInput,
    output: templateSchema,
    run: async (context, input, { door }) =>
      (await loadTemplates()).editTemplate(context, context.viewer, input, door),
    cli: {
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
    http: route('PATCH /api/templates/{id}', {
      id: 'refund-order',
      reexecuteModel: 'small-and-fast',
      reason: 'It is a simple task.',
    }),
    mcp: `Changes the name of a template, or the model of its adaptive runs. Use it when you were asked to. Its plan is for people to change.
Example: {"id":"refund-order","name":"refund-an-order"}`,
  }),
  /** First run against re-runs (TPL-10). */
  compare: defineOperation({
    name: 'template.compare',
    summary: 'Compare the first run of a template with its re-runs',
    effect: 'read',
    input: byId,
    output: templateComparisonSchema,
    run: async (context, { id }) => (await loadTemplates()).compareTemplate(context, context.viewer, id),
    library: { by: 'id' },
    cli: command(presentComparison, 'engram template compare refund-order'),
    http: route('GET /api/templates/{id}/compare', { id: 'refund-order' }),
    mcp: `Compares the first run of a template with its re-runs: model calls, steps, tokens and time, adaptive and replay apart. Use it when you are asked what repeating the work saves.
Example: {"id":"refund-order"}`,
  }),
  /** What it was before, the latest version first. */
  versions: defineOperation({
    name: 'template.versions',
    summary: 'List the versions of a template, the latest first',
    effect: 'read',
    input: byId,
    output: itemsOf(templateSchema),
    run: async (context, { id }) => (await loadTemplates()).templateVersions(context, context.viewer, id),
    answer: asItems,
    library: { by: 'id' },
    cli: command(templates.presentVersions, 'engram template versions refund-order'),
    http: route('GET /api/templates/{id}/versions', { id: 'refund-order' }),
    mcp: `Lists the versions of a template, the latest first, each with its plan. Use it to see what it was before.
Example: {"id":"refund-order"}`,
  }),
  diff: defineOperation({
    name: 'template.diff',
    summary: 'Show what changed between two versions of a template',
    effect: 'read',
    input: inputs.diffTemplateInput,
    output: templateDiffSchema,
    run: async (context, input) => (await loadTemplates()).diffTemplate(context, context.viewer, input),
    cli: command(
      templates.presentDiff,
      'engram template diff refund-order',
      'engram template diff refund-order --from 1 --to 3',
    ),
    http: route('GET /api/templates/{id}/diff', { id: 'refund-order', from: 1, to: 2 }),
    mcp: `Tells what changed between two versions of a template, place by place; between the last two when none are named. Use it before a new version is approved.
Example: {"id":"refund-order","from":1,"to":2}`,
  }),
};
