import type { View } from '../../interfaces/library/view.ts';
import type { JsonObject } from '../../json/json.ts';
import type { RunHandle } from '../../ports/run-handle.ts';
import type { ToolCheck } from '../../ports/tool-check.ts';
import type { AiSdkTools } from './contract.ts';
import { type EngramMiddleware, engramMiddleware } from './middleware.ts';
import { recordTools } from './record-tools.ts';

/** A piece of work that an agent of the AI SDK is about to do. */
export interface AgentWork<Tools extends AiSdkTools> {
  readonly task: string;
  /** Named values the task is given; they become parameters of a template. */
  readonly inputs?: JsonObject;
  /** Id or name of a template that knows the work. Without one nothing is added to the prompt. */
  readonly template?: string;
  readonly tools: Tools;
  /** The check of each tool, by its name. */
  readonly checks?: Readonly<Record<string, ToolCheck>>;
}

/** The run that has begun, and what records it. */
export interface AgentRun<Tools extends AiSdkTools> {
  /** Finish it: `run.finish({ outcome: 'success' })`. */
  readonly run: RunHandle;
  readonly middleware: EngramMiddleware;
  readonly tools: Tools;
}

/**
 * Begins a run for an agent of the AI SDK: a normal one, or one that is told what a template knows.
 *
 * @example
 * const { run, middleware, tools } = await withEngram(alice, { task: 'Refund order 42', tools: { getOrder, refund } });
 * await generateText({ model: wrapLanguageModel({ model, middleware }), tools, prompt: 'Refund order 42' });
 * await run.finish({ outcome: 'success' });
 */
export async function withEngram<Tools extends AiSdkTools>(
  view: Pick<View, 'startRun' | 'templates'>,
  { task, inputs = {}, template, tools, checks = {} }: AgentWork<Tools>,
): Promise<AgentRun<Tools>> {
  const begun =
    template === undefined
      ? { run: await view.startRun({ description: task, inputs }) }
      : await view.templates.begin({ id: template, task, inputs });
  return {
    run: begun.run,
    middleware: engramMiddleware(begun),
    tools: recordTools(begun.run, tools, { checks }),
  };
}
