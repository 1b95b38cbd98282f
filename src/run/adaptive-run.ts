import { EngramError } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import type { Provenance } from '../records/step.ts';
import type { Template } from '../records/template.ts';
import { beginTemplateInput } from '../records/template-inputs.ts';
import type { TemplateRun } from '../records/template-run.ts';
import { showTemplate } from '../templates/apply.ts';
import { type AdaptiveLearning, type BeginTemplate, type Begun, learnedMessage } from '../templates/begin.ts';
import { definedOf } from '../templates/defined.ts';
import type { Learning } from '../templates/gate.ts';
import { partsWith } from '../templates/task-values.ts';
import { runAdaptive } from './adaptive.ts';
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
import { refuseRetired } from './refuse-template.ts';
import { adaptiveInputs } from './run-inputs.ts';
import { finishAgentRun, requireModel } from './solve.ts';
import type { AdaptiveRequest } from './template-running.ts';

/** Begins an adaptive run for an agent that calls its own model. */
export async function beginTemplate(context: Context, viewer: Viewer, raw: BeginTemplate): Promise<Begun> {
  const input = parseInput(beginTemplateInput, raw, 'template run');
  const { id, system = '', agent, subTask } = input;
  const template = await showTemplate(context, viewer, id);
  refuseRetired(template);
  const { task: description, inputs } = adaptiveInputs(template, input);
  const { run, learned } = await beginAdaptive(context, viewer, template, { description, inputs }, 'wrapped');
  const asked = { system, agent: agent ?? viewer.agent, ...definedOf({ subTask }) };
  const { text, tokens } = learnedMessage(learned, asked, context.settings.templates);
  return { template, run, system: text, addedTokens: tokens, inputs };
}

/** Lets the configured model do the task of a template, with what was learned about it. */
export async function runAdaptively(
  context: Context,
  viewer: Viewer,
  template: Template,
  { task, inputs, values, system, signal }: AdaptiveRequest,
  tools: ToolRuntime,
  onProgress: RunTemplateOptions['onProgress'],
): Promise<TemplateRun> {
  const { clock, settings } = context;
  const model = requireModel(context.model(template.reexecuteModel));
  const since = clock.elapsed();
  const start = { description: task, inputs, agents: agentsFor(viewer, template) };
  const { run, learned } = await beginAdaptive(context, viewer, template, start, 'made');
  const made = await runAdaptive({
    template: partsWith(template, values),
    namesAgents: agentsFor(viewer, template).length > 0,
    model,
    tools: toolsForModel(context, tools),
    run,
    limits: agentLimits(context),
    elapsed: clock.elapsed,
    task: taskWithInputs(task, inputs),
    systemFor: (part) => learnedMessage(learned, { system, ...part }, settings.templates).text,
    ...watchedBy({ onProgress, signal }),
  });
  const report = judgeReport(made, mayChangeWith(tools));
  await finishAgentRun(run, report);
  return {
    status: report.status,
    templateId: template.id,
    runId: run.id,
    mode: 'adaptive',
    modelCalls: report.modelCalls,
    toolCalls: report.calls,
    text: report.reason === undefined ? report.text : `${report.text}\n${report.reason}`.trim(),
    durationMs: clock.elapsed() - since,
  };
}

/** Agents whose work the parts of a template are: where there are several, and whoever runs it may speak for them. */
function agentsFor(viewer: Viewer, { agents, scope }: Template): string[] {
  const maySpeak = viewer.agent === null || viewer.agent === scope.agent;
  return agents.length > 1 && maySpeak ? [...agents] : [];
}

async function beginAdaptive(
  context: Context,
  viewer: Viewer,
  template: Template,
  start: Pick<Parameters<typeof beginRun>[2], 'description' | 'inputs' | 'agents'>,
  provenance: Provenance,
): Promise<{ run: Begun['run']; learned: AdaptiveLearning }> {
  const mode = { kind: 'template', style: 'adaptive', templateId: template.id } as const;
  const { run, learning } = await beginRun(context, viewer, start, mode, { known: template, provenance });
  return { run, learned: requireAdaptive(learning) };
}

function requireAdaptive(learning: Learning | null): AdaptiveLearning {
  if (learning?.style === 'adaptive') return learning;
  throw new EngramError('internal', 'The gate kept the template from its own run.');
}
