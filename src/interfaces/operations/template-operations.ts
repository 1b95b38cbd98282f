import { byId } from '../../model/inputs.ts';
import { agentMemorySchema } from '../../model/lesson.ts';
import { templateSchema } from '../../model/template.ts';
import * as inputs from '../../model/template-inputs.ts';
import { type Operation, operation } from './operation.ts';
import { listingOf } from './outputs.ts';
import * as outputs from './template-outputs.ts';

/** Runs that worked, and running them again. */
export const templateOperations: readonly Operation[] = [
  operation(
    'template.save',
    'Save a successful run as a template',
    'write',
    inputs.saveTemplateInput,
    outputs.savedTemplate,
    async (view, input, desk) => {
      const template = await view.templates.save(input, await desk.tools());
      return { templateId: template.id, ...template };
    },
  ),
  operation(
    'template.list',
    'List templates, newest first',
    'read',
    inputs.listTemplatesInput,
    listingOf(templateSchema),
    (view, input) => view.templates.list(input),
  ),
  operation(
    'template.show',
    'Show a template with its parameters and its plan',
    'read',
    byId,
    outputs.shownTemplate,
    (view, { id }) => view.templates.show(id),
  ),
  operation(
    'template.run',
    'Run a template again: replay it without a model, or let the model do it with what was learned',
    'write',
    inputs.runTemplateInput,
    outputs.templateRun,
    async (view, input, desk) => view.templates.run(input, await desk.tools(), desk.watching?.()),
  ),
  operation(
    'template.approve',
    'Approve a template: it may change things without asking',
    'write',
    inputs.judgeTemplateInput,
    outputs.shownTemplate,
    (view, input) => view.templates.approve(input),
  ),
  operation(
    'template.retire',
    'Retire a template: it is not run any more',
    'write',
    inputs.judgeTemplateInput,
    templateSchema,
    (view, input) => view.templates.retire(input),
  ),
  operation(
    'template.learn',
    'Make a template better by another run of the same work',
    'write',
    inputs.learnTemplateInput,
    outputs.learnedTemplate,
    async (view, input, desk) => view.templates.learn(input, await desk.tools()),
  ),
  operation(
    'template.edit',
    'Change the plan, the parameters, the name or the model of a template',
    'write',
    inputs.editTemplateInput,
    templateSchema,
    (view, input) => view.templates.edit(input),
  ),
  operation(
    'template.compare',
    'Compare the first run of a template with its re-runs',
    'read',
    byId,
    outputs.templateComparison,
    (view, { id }) => view.templates.compare(id),
  ),
  operation(
    'template.versions',
    'List the versions of a template, the latest first',
    'read',
    byId,
    outputs.templateVersions,
    async (view, { id }) => ({ items: await view.templates.versions(id) }),
  ),
  operation(
    'template.diff',
    'Show what changed between two versions of a template',
    'read',
    inputs.diffTemplateInput,
    outputs.templateDiff,
    (view, input) => view.templates.diff(input),
  ),
  operation(
    'template.delete',
    'Delete a template with its versions, its memory and its examples',
    'delete',
    byId,
    outputs.deleted,
    (view, { id }) => view.templates.delete(id),
  ),
  operation(
    'template.memory',
    'Show what agents know about the work of a template',
    'read',
    inputs.agentMemoryInput,
    outputs.agentMemories,
    async (view, input) => ({ items: await view.templates.memory.list(input) }),
  ),
  operation(
    'template.remember',
    'Keep what an agent knows about the work of a template',
    'write',
    inputs.keepAgentMemoryInput,
    agentMemorySchema,
    (view, input) => view.templates.memory.keep(input),
  ),
  operation(
    'template.examples',
    'List successful calls of a template, newest first',
    'read',
    inputs.listExamplesInput,
    outputs.examples,
    async (view, input) => ({ items: await view.templates.examples.list(input) }),
  ),
  operation(
    'template.add-examples',
    'Keep successful calls that were made elsewhere for a template',
    'write',
    inputs.addExamplesInput,
    outputs.counted,
    (view, input) => view.templates.examples.add(input),
  ),
  operation(
    'solve',
    'Do a task by the configured model and tools, recorded so that it can be saved',
    'write',
    inputs.solveInput,
    outputs.solved,
    async (view, input, desk) => view.solve(input, await desk.tools(), desk.watching?.()),
  ),
];
