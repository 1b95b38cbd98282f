import type { Toolbox } from './engine/toolbox.ts';
import type { Context } from './ports/context.ts';
import type { Tools } from './ports/run-handle.ts';
import type { ToolRuntime } from './ports/tool-runtime.ts';
import type { Viewer } from './records/scope.ts';
import type { LearnedTemplate, ShownTemplate, Template } from './records/template.ts';
import { effectSaid } from './records/tool-effect.ts';
import type { MayChange } from './run/judge-report.ts';
import { loadApply, loadRun } from './stages.ts';
import type { LearnTemplate } from './templates/lifecycle.ts';

/** A template as it is answered: with its plan in words. */
export async function inWords<Kind extends Template>(template: Kind): Promise<Kind & ShownTemplate> {
  const { explainPlan } = await loadRun();
  return { ...template, explained: explainPlan(template) };
}

/** Learns from another run, and says what that changed. */
export async function learnInWords(
  context: Context,
  viewer: Viewer,
  input: LearnTemplate,
  toolbox: Toolbox,
  functions: Tools,
): Promise<LearnedTemplate> {
  const [{ learnTemplate, learnedChanges }, { explainPlan }] = await Promise.all([loadApply(), loadRun()]);
  const { learned, before } = await learnTemplate(context, viewer, input, () => toolbox.ask(functions));
  const explained = explainPlan(learned);
  return { ...learned, explained, changes: learnedChanges(explainPlan(before), explained, input.run) };
}

/** Whether a call may change something: what its tool says, else what its name does. */
export async function mayChange(tools: ToolRuntime): Promise<MayChange> {
  const { effectOf } = await loadApply();
  return ({ tool, arguments: given }) =>
    effectOf(tool, effectSaid(tools.describe(tool)?.annotations ?? {}), given).effect === 'write';
}
