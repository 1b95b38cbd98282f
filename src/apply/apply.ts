import type * as z from 'zod';
import { notFound } from '../errors.ts';
import { byId, saveTemplateInput } from '../model/inputs.ts';
import { parseInput } from '../model/parse.ts';
import { pickOne } from '../model/pick-one.ts';
import type { Viewer } from '../model/scope.ts';
import type { Template } from '../model/template.ts';
import type { Context } from '../ports/context.ts';
import { buildTemplate } from './build-template.ts';

export type SaveTemplate = z.input<typeof saveTemplateInput>;

/** Saves a finished run as a template, owned by whoever acted in the run. */
export async function saveTemplate(context: Context, viewer: Viewer, raw: SaveTemplate): Promise<Template> {
  const input = parseInput(saveTemplateInput, raw, 'template');
  const run = await context.store.getRun(viewer, input.run);
  if (run === undefined) throw notFound('run', input.run);
  const steps = await context.store.listSteps(viewer, run.id);
  const template = buildTemplate(run, steps, {
    id: context.ids('tpl'),
    slug: input.name,
    now: context.clock.now(),
  });
  await context.store.commit([{ type: 'save-template', template }]);
  return template;
}

export async function showTemplate(context: Context, viewer: Viewer, idOrSlug: string): Promise<Template> {
  const { id } = parseInput(byId, { id: idOrSlug }, 'template');
  return pickOne('template', id, viewer, await context.store.findTemplates(viewer, id));
}
