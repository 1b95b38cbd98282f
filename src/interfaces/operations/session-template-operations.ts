import * as z from 'zod';
import * as inputs from '../../model/session-template-inputs.ts';
import { type Operation, operation } from './operation.ts';
import * as outputs from './session-template-outputs.ts';

/** Calls that worked in one session, shown to the next. */
export const sessionTemplateOperations: readonly Operation[] = [
  operation(
    'session-templates.create',
    'Make a template of the calls of a session that worked',
    'write',
    inputs.createSessionTemplateInput,
    outputs.sessionTemplateDetails,
    (view, input) => view.sessionTemplates.create(input),
  ),
  operation(
    'session-templates.list',
    'List session templates, by type and any of the tags',
    'read',
    inputs.listSessionTemplatesInput,
    outputs.sessionTemplates,
    async (view, input) => ({ items: await view.sessionTemplates.list(input) }),
  ),
  operation(
    'session-templates.show',
    'Show a session template with its examples and how it fared',
    'read',
    inputs.sessionTemplateInput,
    outputs.sessionTemplateDetails,
    (view, { name }) => view.sessionTemplates.show(name),
  ),
  operation(
    'session-templates.best',
    'Tell which session template to use for a type and tags',
    'read',
    inputs.bestSessionTemplateInput,
    outputs.bestSessionTemplate,
    async (view, input) => ({ template: await view.sessionTemplates.best(input) }),
  ),
  operation(
    'session-templates.delete',
    'Delete a session template',
    'delete',
    inputs.sessionTemplateInput,
    outputs.deletedSessionTemplate,
    (view, { name }) => view.sessionTemplates.delete(name),
  ),
  operation(
    'session-templates.stats',
    'Count session templates, their examples and how often they were used',
    'read',
    z.strictObject({}),
    outputs.sessionTemplateStatistics,
    (view) => view.sessionTemplates.stats(),
  ),
  operation(
    'session-templates.inject',
    'Put the examples of a session template into a chat, and count the use',
    'write',
    inputs.injectSessionTemplateInput,
    outputs.injectedChat,
    (view, input) => view.sessionTemplates.inject(input),
  ),
  operation(
    'session-templates.experiment',
    'Compare sessions with and without a session template, with a significance figure',
    'write',
    inputs.sessionExperimentInput,
    outputs.experiment,
    (view, input) => view.sessionTemplates.experiment(input),
  ),
  operation(
    'session-templates.experiments',
    'List experiments with session templates, newest first',
    'read',
    inputs.listExperimentsInput,
    outputs.experiments,
    async (view, input) => ({ items: await view.sessionTemplates.experiments(input) }),
  ),
  operation(
    'session-templates.show-experiment',
    'Show an experiment with the figures of every session',
    'read',
    inputs.experimentInput,
    outputs.experiment,
    (view, { id }) => view.sessionTemplates.showExperiment(id),
  ),
];
