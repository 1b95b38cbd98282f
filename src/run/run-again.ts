import { endAbandonedRun } from '../capture/runs.ts';
import type { Context } from '../ports/context.ts';
import type { Tools } from '../ports/run-handle.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';
import type { Viewer } from '../records/scope.ts';
import type { DryRun, TemplateRun } from '../records/template-run.ts';
import { showTemplate } from '../templates/apply.ts';
import { adaptiveLearning, learnedMessage } from '../templates/begin.ts';
import { runAdaptively } from './adaptive-run.ts';
import { runAgent } from './agent/run-agent.ts';
import {
  agentLimits,
  mayChangeWith,
  type RunTemplateOptions,
  taskWithInputs,
  toolsForModel,
  watchedBy,
} from './agent-setup.ts';
import { beginRun } from './begin-run.ts';
import { judgeReport } from './judge-report.ts';
import { type RunTemplate, runTemplate } from './run.ts';
import type { Handover, Rest, TemplateRunning } from './template-running.ts';

/** Executes a template again with the tools of the caller and the configured ones. */
export async function runTemplateAgain(
  context: Context,
  viewer: Viewer,
  input: RunTemplate,
  functions: Tools,
  { onProgress, signal: given }: RunTemplateOptions,
): Promise<TemplateRun | DryRun> {
  const { clock, settings, leaving } = context;
  const signal = given === undefined ? leaving : AbortSignal.any([given, leaving]);
  const { tools, cache } = await context.toolbox.open(viewer, functions);
  return runTemplate(templateRunning(context, viewer, tools, onProgress), input, tools, {
    ...settings.tools,
    elapsed: clock.elapsed,
    now: clock.now,
    cache,
    signal,
    onProgress,
  });
}

function templateRunning(
  context: Context,
  viewer: Viewer,
  tools: ToolRuntime,
  onProgress: RunTemplateOptions['onProgress'],
): TemplateRunning {
  const { settings } = context;
  return {
    showTemplate: (id) => showTemplate(context, viewer, id),
    beginRun: (input, mode, known) => beginRun(context, viewer, input, mode, { known, provenance: 'made' }),
    durable: {
      surroundings: context,
      viewer,
      newId: () => context.ids('wfl'),
      endRun: (...ending) => endAbandonedRun(context, ...ending),
    },
    adaptive: (template, request) => runAdaptively(context, viewer, template, request, tools, onProgress),
    fill: {
      model: (template) => context.model(template.reexecuteModel),
      maxTokens: settings.templates.contextTokens,
      maxOutputTokens: settings.model.maxOutputTokens,
    },
    fallback: (handover) => doTheRest(context, viewer, handover, tools, onProgress),
  };
}

/** Lets the configured model do what a replay left; undefined without a model. */
async function doTheRest(
  context: Context,
  viewer: Viewer,
  { template, task, inputs, run, account, done, signal }: Handover,
  tools: ToolRuntime,
  onProgress: RunTemplateOptions['onProgress'],
): Promise<Rest | undefined> {
  const model = context.model(template.reexecuteModel);
  if (model === null) return undefined;
  const learned = await adaptiveLearning(context, viewer, template);
  const asked = { system: '', agent: viewer.agent };
  const { text: system } = learnedMessage(learned, asked, context.settings.templates);
  const rest = await runAgent({
    model,
    tools: toolsForModel(context, tools),
    system,
    task: `${taskWithInputs(task, inputs)}\n\n${account}`,
    run,
    limits: agentLimits(context),
    done,
    elapsed: context.clock.elapsed,
    ...watchedBy({ onProgress, signal }),
  });
  return judgeReport(rest, mayChangeWith(tools));
}
