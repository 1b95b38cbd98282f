import type { Context } from '../ports/context.ts';
import type { Tools } from '../ports/run-handle.ts';
import type { Viewer } from '../records/scope.ts';
import type { LearnedTemplate, ShownTemplate, Template } from '../records/template.ts';
import { learnedChanges } from '../templates/learned-changes.ts';
import { type LearnTemplate, learnTemplate } from '../templates/lifecycle.ts';
import { explainPlan } from './explain/explain-plan.ts';

/** A template with its plan in words. */
export function withExplanation<Kind extends Template>(template: Kind): Kind & ShownTemplate {
  return { ...template, explained: explainPlan(template) };
}

/** Learns from another run, and says what that changed. */
export async function learnAndExplain(
  context: Context,
  viewer: Viewer,
  input: LearnTemplate,
  functions: Tools,
): Promise<LearnedTemplate> {
  const ask = () => context.toolbox.ask(functions);
  const { learned, before } = await learnTemplate(context, viewer, input, ask);
  const explained = explainPlan(learned);
  return { ...learned, explained, changes: learnedChanges(explainPlan(before), explained, input.run) };
}
