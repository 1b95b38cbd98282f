import type * as z from 'zod';
import { pickOne } from '../access/pick-one.ts';
import { EngramError, notFound } from '../errors.ts';
import { saveLesson } from '../learn/lessons.ts';
import type { Context } from '../ports/context.ts';
import type { AskedTools } from '../ports/tool-runtime.ts';
import type { Arrival, Door } from '../records/door.ts';
import { byId } from '../records/inputs.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import type { MadeTemplate, Template } from '../records/template.ts';
import { saveTemplateInput } from '../records/template-inputs.ts';
import { firstMemories, refineMemories } from './agent-memory.ts';
import { buildTemplate } from './build-template.ts';
import { declaredEffects, toldEffects } from './declared-effects.ts';
import type { RecordedRun } from './failed-change.ts';

type SaveTemplate = z.input<typeof saveTemplateInput>;

/** Asks the tools that are running about themselves. It never fails. */
export type AskTools = () => Promise<AskedTools>;

/** Saves a finished run as a template of the run's owner, together with what its agents learned from it. */
export async function saveTemplate(
  context: Context,
  viewer: Viewer,
  raw: SaveTemplate,
  askTools: AskTools,
  door: Door,
): Promise<MadeTemplate> {
  const input = parseInput(saveTemplateInput, raw, 'template');
  const first = await recordedRun(context, viewer, input.run);
  const further = await Promise.all(
    [...new Set(input.further)]
      .filter((id) => id !== input.run)
      .map((id) => recordedRun(context, viewer, id)),
  );
  const { annotationsOf, warnings, ...tools } = await askTools();
  const toolEffects = toldEffects([first, ...further], annotationsOf);
  const built = buildTemplate(
    first,
    { id: context.ids('tpl'), slug: input.name, now: context.clock.now() },
    { ...tools, further, declared: declaredEffects(context.settings.tools, toolEffects) },
  );
  const { agents } = first.run;
  const takesPart = viewer.agent !== null && agents.includes(viewer.agent);
  const savedBy: Arrival = { by: viewer.agent, door, at: built.createdAt };
  const template: Template = {
    ...built,
    savedBy,
    // An agent that takes part in a run of another saves it for itself.
    ...(takesPart && { scope: viewer }),
    toolEffects,
    ...(input.approve && {
      status: 'approved',
      statusReason: 'approved when it was saved',
      approval: approvalBy(savedBy),
    }),
  };
  const memories = firstMemories(context, template, first);
  await context.store.commit([{ type: 'save-template', template }, ...memories.map(saveLesson)]);
  refineMemories(context, viewer, template, first, memories);
  return withWarnings(template, warnings);
}

/** The same as an approval, unless a model gives it. */
export function approvalBy(arrival: Arrival): Arrival {
  if (arrival.door !== 'mcp') return arrival;
  throw new EngramError('forbidden', 'A model cannot approve a template: a person reads its plan first.');
}

/** A template with its warnings, if there are any. */
export function withWarnings(template: Template, warnings: readonly string[]): MadeTemplate {
  return warnings.length === 0 ? template : { ...template, warnings };
}

export async function showTemplate(context: Context, viewer: Viewer, idOrSlug: string): Promise<Template> {
  const { id } = parseInput(byId, { id: idOrSlug }, 'template');
  return pickOne('template', id, viewer, await context.store.findTemplates(viewer, id));
}

export async function recordedRun(context: Context, viewer: Viewer, id: string): Promise<RecordedRun> {
  const run = await context.store.getRun(viewer, id);
  if (run === undefined) throw notFound('run', id);
  return { run, steps: await context.store.listSteps(viewer, run.id) };
}
