import * as z from 'zod';
import { byId } from '../../model/inputs.ts';
import * as inputs from '../../model/learning-inputs.ts';
import { checkSchema } from '../../model/lesson.ts';
import { renamed } from './learning-outputs.ts';
import { type Operation, operation } from './operation.ts';
import * as outputs from './prevention-outputs.ts';

/** Checks before tool calls. */
export const preventionOperations: readonly Operation[] = [
  operation(
    'prevention.check',
    'Ask before a tool call whether a check warns of it',
    'write',
    inputs.checkCallInput,
    outputs.verdict,
    (view, input) => view.prevention.check(input),
  ),
  operation(
    'prevention.generate',
    'Create checks from a failure pattern',
    'write',
    inputs.generateCheckInput,
    outputs.created,
    async (view, input) => ({ created: await view.prevention.generate(input) }),
  ),
  operation(
    'prevention.create',
    'Create a check of your own',
    'write',
    inputs.createCheckInput,
    checkSchema,
    (view, input) => view.prevention.create(input),
  ),
  operation(
    'prevention.list',
    'List checks with how often they were right',
    'read',
    inputs.listChecksInput,
    outputs.checks,
    async (view, input) => ({ items: await view.prevention.list(input) }),
  ),
  operation(
    'prevention.show',
    'Show a check and what came of it',
    'read',
    byId,
    outputs.checkDetails,
    (view, { id }) => view.prevention.show(id),
  ),
  operation(
    'prevention.switch',
    'Switch a check on or off',
    'write',
    inputs.switchCheckInput,
    checkSchema,
    (view, input) => view.prevention.switch(input),
  ),
  operation(
    'prevention.rename',
    'Give a check another name',
    'write',
    inputs.renameCheckInput,
    renamed,
    (view, input) => view.prevention.rename(input),
  ),
  operation(
    'prevention.delete',
    'Delete a check',
    'delete',
    byId,
    z.object({ deleted: z.string() }),
    (view, { id }) => view.prevention.delete(id),
  ),
];
