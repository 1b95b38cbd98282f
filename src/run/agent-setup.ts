import { EngramError } from '../errors.ts';
import type { JsonObject } from '../json/json.ts';
import type { Context } from '../ports/context.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';
import { effectSaid } from '../records/tool-effect.ts';
import { definedOf } from '../templates/defined.ts';
import { effectOf } from '../templates/plan/effect.ts';
import type { AgentLimits, AgentProgress, AgentTask } from './agent/run-agent.ts';
import type { MayChange } from './judge-report.ts';
import type { ReplayProgress } from './replay/replay.ts';

/** Follows the progress of a run, and may end it. */
export interface RunTemplateOptions {
  readonly onProgress?: ((progress: ReplayProgress | AgentProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What the settings allow an agent to use. */
export function agentLimits({ settings }: Pick<Context, 'settings'>): AgentLimits {
  return {
    ...settings.tools,
    toolTimeoutMs: settings.tools.timeoutMs,
    maxOutputTokens: settings.model.maxOutputTokens,
  };
}

/** A task with the values it was given. */
export function taskWithInputs(task: string, inputs: JsonObject): string {
  return Object.keys(inputs).length === 0 ? task : `${task}\n\nGiven: ${JSON.stringify(inputs)}`;
}

/** The options of an agent's task, without those that are undefined. */
export function watchedBy({
  onProgress,
  signal,
}: RunTemplateOptions): Pick<AgentTask, keyof RunTemplateOptions> {
  return definedOf({ onProgress, signal });
}

/** The tools that a model may work with for this caller: all of them, or their looks. */
export function toolsForModel(
  { modelsOnlyLook }: Pick<Context, 'modelsOnlyLook'>,
  tools: ToolRuntime,
): ToolRuntime {
  if (modelsOnlyLook !== true) return tools;
  const mayChange = mayChangeWith(tools);
  return {
    ...tools,
    async call(tool, given, context) {
      if (!mayChange({ tool, arguments: given })) return tools.call(tool, given, context);
      throw new EngramError(
        'blocked',
        `"${tool}" may change something, and a model that works for another model, or for a token without the scope "act", only looks. It was not called. A person can do the task, or approve a template of it.`,
        { details: { tool, mayHaveActed: false } },
      );
    },
  };
}

/** Whether a call may change something: by what its tool declares, else by its name. */
export function mayChangeWith(tools: ToolRuntime): MayChange {
  return ({ tool, arguments: given }) =>
    effectOf(tool, effectSaid(tools.describe(tool)?.annotations ?? {}), given).effect === 'write';
}
