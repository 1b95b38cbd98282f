import type { StartRun } from './capture/runs.ts';
import type { Toolbox } from './engine/toolbox.ts';
import { EngramError } from './errors.ts';
import type { JsonObject } from './json/json.ts';
import type { Context } from './ports/context.ts';
import type { RunHandle, Tools } from './ports/run-handle.ts';
import type { ToolRuntime } from './ports/tool-runtime.ts';
import { listTemplates } from './recall/browse.ts';
import { parseInput } from './records/parse.ts';
import type { RunMode } from './records/run.ts';
import type { Viewer } from './records/scope.ts';
import type { Template } from './records/template.ts';
import { beginTemplateInput } from './records/template-inputs.ts';
import type { DryRun, TemplateComparison, TemplateRun } from './records/template-run.ts';
import type { AgentLimits, AgentTask } from './run/agent/run-agent.ts';
import type { RunTemplate } from './run/run.ts';
import type { AdaptiveRequest } from './run/template-running.ts';
import { loadApply, loadCapture, loadLearn, loadRun } from './stages.ts';
import { inWords, learnInWords, mayChange } from './template-answers.ts';
import type { RunTemplateAgain, RunTemplateOptions, SolveTask, TemplatesView } from './template-view.ts';
import type { AdaptiveLearning, BeginTemplate, Begun } from './templates/begin.ts';
import type { Learning, TemplateKnowledge } from './templates/gate.ts';

/** Runs of a template that a comparison looks at, the latest. */
const mostCompared = 1_000;

/** How a run begins: through the gate. `known` is a template that was read just before. */
export type BeginRun = (
  input: StartRun,
  mode: RunMode,
  known?: Template,
) => Promise<{ run: RunHandle; learning: Learning | null }>;

/** What the gate reads, once it lets a run know anything. */
export function templateKnowledge(context: Context, viewer: Viewer, known?: Template): TemplateKnowledge {
  return {
    template: async (id) =>
      known?.id === id ? known : (await loadApply()).showTemplate(context, viewer, id),
    adaptive: (template) => adaptiveLearning(context, viewer, template),
  };
}

async function adaptiveLearning(
  context: Context,
  viewer: Viewer,
  template: Template,
): Promise<AdaptiveLearning> {
  const { listExamples, memoryFor } = await loadApply();
  const [memory, reported] = await Promise.all([
    memoryFor(context, viewer, template, viewer.agent),
    listExamples(context, viewer, { template: template.id, limit: 100 }),
  ]);
  const examples = reported.map(({ agent, subTask, tool, arguments: given, result }) => ({
    agent,
    subTask,
    tool,
    arguments: given,
    result,
  }));
  return { template, memory, examples };
}

/** What a run of a template leaves behind, once it has ended: its lesson, and whether the template is still good. */
export async function afterTemplateRun(
  context: Context,
  viewer: Viewer,
  learning: Learning,
  runId: string,
): Promise<void> {
  const [{ demoteIfFailing, learnByItself, learnFromRun, recordedRun }, { lowerBound }] = await Promise.all([
    loadApply(),
    loadLearn(),
  ]);
  if (learning.style === 'adaptive') {
    await learnByItself(context, viewer, learning.template, runId);
    await learnFromRun(
      context,
      viewer,
      learning.template,
      await recordedRun(context, viewer, runId),
      lowerBound,
    );
  }
  await demoteIfFailing(context, viewer, learning.template);
}

/** Everything about templates, bound to one viewer. */
export function templatesOf(
  context: Context,
  viewer: Viewer,
  beginRun: BeginRun,
  toolbox: Toolbox,
): { templates: TemplatesView; solve: SolveTask } {
  const { settings, clock } = context;
  const limits: AgentLimits = {
    ...settings.tools,
    toolTimeoutMs: settings.tools.timeoutMs,
    maxOutputTokens: settings.model.maxOutputTokens,
  };

  async function begin(raw: BeginTemplate): Promise<Begun> {
    const {
      id,
      inputs,
      task,
      system = '',
      agent,
      subTask,
    } = parseInput(beginTemplateInput, raw, 'template run');
    const [{ learnedMessage, showTemplate, taskWith }, { refuseRetired }] = await Promise.all([
      loadApply(),
      loadRun(),
    ]);
    const template = await showTemplate(context, viewer, id);
    refuseRetired(template);
    const { run, learning } = await beginRun(
      { description: task ?? taskWith(template, inputs), inputs, approach: 'adaptive' },
      { kind: 'template', style: 'adaptive', templateId: template.id },
      template,
    );
    const learned = requireAdaptive(learning);
    const asked = { system, agent: agent ?? viewer.agent, ...(subTask === undefined ? {} : { subTask }) };
    const { text, tokens } = learnedMessage(learned, asked, settings.templates);
    return { template, run, system: text, addedTokens: tokens, inputs };
  }

  async function adaptive(
    template: Template,
    { task, inputs, values, system, signal }: AdaptiveRequest,
    tools: ToolRuntime,
    onProgress: RunTemplateOptions['onProgress'],
  ): Promise<TemplateRun> {
    const [{ learnedMessage, partsWith }, { judgeReport, requireModel, runAdaptive }] = await Promise.all([
      loadApply(),
      loadRun(),
    ]);
    const model = requireModel(context.model(template.reexecuteModel));
    const since = clock.elapsed();
    const { run, learning } = await beginRun(
      { description: task, inputs, approach: 'adaptive' },
      { kind: 'template', style: 'adaptive', templateId: template.id },
      template,
    );
    const learned = requireAdaptive(learning);
    const made = await runAdaptive({
      template: partsWith(template, values),
      model,
      tools,
      run,
      limits,
      elapsed: clock.elapsed,
      task: told(task, inputs),
      systemFor: (part) => learnedMessage(learned, { system, ...part }, settings.templates).text,
      ...watched(onProgress, signal),
    });
    const report = judgeReport(made, await mayChange(tools));
    if (report.text !== '') await run.note(report.text);
    await run.finish({
      outcome: report.status === 'completed' ? 'success' : 'failure',
      ...(report.reason === undefined ? {} : { summary: report.reason }),
    });
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

  async function runAgain(
    input: RunTemplate,
    functions: Tools = {},
    { onProgress, signal: given }: RunTemplateOptions = {},
  ): Promise<TemplateRun | DryRun> {
    const signal = given === undefined ? context.leaving : AbortSignal.any([given, context.leaving]);
    const [apply, { judgeReport, runAgent, runTemplate }] = await Promise.all([loadApply(), loadRun()]);
    const { tools, cache } = await toolbox.open(viewer, functions);
    return runTemplate(
      {
        showTemplate: (id) => apply.showTemplate(context, viewer, id),
        beginRun,
        durable: {
          surroundings: context,
          viewer,
          newId: () => context.ids('wfl'),
          endRun: async (...ending) => (await loadCapture()).endAbandonedRun(context, ...ending),
        },
        valuesInTask: apply.valuesInTask,
        taskWith: apply.taskWith,
        adaptive: (template, request) => adaptive(template, request, tools, onProgress),
        fill: {
          model: (template) => context.model(template.reexecuteModel),
          maxTokens: settings.templates.contextTokens,
          maxOutputTokens: settings.model.maxOutputTokens,
        },
        fallback: async ({ template, task, inputs, run, account, done, signal: ending }) => {
          const model = context.model(template.reexecuteModel);
          if (model === null) return undefined;
          const learned = await adaptiveLearning(context, viewer, template);
          const { text: system } = apply.learnedMessage(
            learned,
            { system: '', agent: viewer.agent },
            settings.templates,
          );
          const rest = await runAgent({
            model,
            tools,
            system,
            task: `${told(task, inputs)}\n\n${account}`,
            run,
            limits,
            done,
            elapsed: clock.elapsed,
            ...watched(onProgress, ending),
          });
          return judgeReport(rest, await mayChange(tools));
        },
      },
      input,
      tools,
      { ...settings.tools, elapsed: clock.elapsed, now: clock.now, cache, signal, onProgress },
    );
  }

  async function compare(id: string): Promise<TemplateComparison> {
    const { compareRuns, showTemplate } = await loadApply();
    const template = await showTemplate(context, viewer, id);
    const executions = await context.store.listExecutions(viewer, { templateId: template.id }, mostCompared);
    return compareRuns(template, executions);
  }

  return {
    solve: async (input, functions = {}, { onProgress, signal } = {}) => {
      const { tools } = await toolbox.open(viewer, functions);
      return (await loadRun()).solve(
        {
          model: context.model(),
          startRun: async (start) => (await beginRun(start, { kind: 'normal' })).run,
          agent: { tools, limits, elapsed: clock.elapsed, ...watched(onProgress, signal) },
          mayChange: await mayChange(tools),
        },
        input,
      );
    },
    templates: {
      save: async (input, functions = {}) => {
        const [{ saveTemplate }, { lowerBound }] = await Promise.all([loadApply(), loadLearn()]);
        return saveTemplate(context, viewer, input, lowerBound, () => toolbox.ask(functions));
      },
      show: async (id) => inWords(await (await loadApply()).showTemplate(context, viewer, id)),
      list: (input = {}) => listTemplates(context, viewer, input),
      versions: async (id) => (await loadApply()).templateVersions(context, viewer, id),
      // It answers a dry run exactly when it is asked for one.
      run: ((...asked: Parameters<typeof runAgain>) =>
        context.beforeClose(() => runAgain(...asked))) as RunTemplateAgain,
      begin,
      learn: (input, functions = {}) => learnInWords(context, viewer, input, toolbox, functions),
      edit: async (input) => (await loadApply()).editTemplate(context, viewer, input),
      approve: async (input) => inWords(await (await loadApply()).approveTemplate(context, viewer, input)),
      retire: async (input) => (await loadApply()).retireTemplate(context, viewer, input),
      delete: async (id) => (await loadApply()).deleteTemplate(context, viewer, id),
      compare,
      diff: async (input) => (await loadApply()).diffTemplate(context, viewer, input),
      memory: {
        list: async (input) => (await loadApply()).listAgentMemory(context, viewer, input),
        keep: async (input) => (await loadApply()).keepAgentMemory(context, viewer, input),
      },
      examples: {
        list: async (input) => (await loadApply()).listExamples(context, viewer, input),
        add: async (input) => (await loadApply()).addExamples(context, viewer, input),
      },
    },
  };
}

/** A task with the values it was given. */
function told(task: string, inputs: JsonObject): string {
  return Object.keys(inputs).length === 0 ? task : `${task}\n\nGiven: ${JSON.stringify(inputs)}`;
}

function watched(
  onProgress: RunTemplateOptions['onProgress'],
  signal: AbortSignal | undefined,
): Pick<AgentTask, 'onProgress' | 'signal'> {
  return { ...(onProgress === undefined ? {} : { onProgress }), ...(signal === undefined ? {} : { signal }) };
}

function requireAdaptive(learning: Learning | null): AdaptiveLearning {
  if (learning?.style === 'adaptive') return learning;
  throw new EngramError('internal', 'The gate kept the template from its own run.');
}
