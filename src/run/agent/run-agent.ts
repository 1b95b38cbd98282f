import type { JsonObject } from '../../json/json.ts';
import type { ChatMessage, LanguageModel, ModelAnswer } from '../../ports/language-model.ts';
import type { WorkRun } from '../../ports/strategy.ts';
import type { ToolDescription, ToolRuntime } from '../../ports/tool-runtime.ts';
import type { RanCall } from '../../records/template-run.ts';
import { describeThrown } from '../../text/thrown.ts';
import { type AnsweredRequest, answerRequests, type ToolCaller } from './answer-requests.ts';
import { type DoneCall, doneCalls } from './done-calls.ts';

/** How far an agent may go. Each is a setting, and its name is in the reason when it ends the work. */
export interface AgentLimits {
  /** tools.maxModelCalls */
  readonly maxModelCalls: number;
  /** tools.maxToolCalls; what the model asks for counts, also when it cannot be called. */
  readonly maxToolCalls: number;
  /** tools.timeoutMs */
  readonly toolTimeoutMs: number;
  /** tools.maxResultBytes */
  readonly maxResultBytes: number;
  /** model.maxOutputTokens */
  readonly maxOutputTokens: number;
}

/** The progress of an agent. */
export type AgentProgress =
  /** The model is being asked, for the given number of times. */
  | { readonly kind: 'model'; readonly number: number }
  /** A call that the model asked for is over. */
  | {
      readonly kind: 'tool';
      readonly tool: string;
      readonly arguments: JsonObject;
      readonly failed: boolean;
      readonly durationMs: number;
    };

/** A task for a model with tools. */
export interface AgentTask {
  readonly model: LanguageModel;
  readonly tools: ToolRuntime;
  /** The system message; none when it is empty. */
  readonly system: string;
  readonly task: string;
  /** What stands between the system message and the task. */
  readonly messages?: readonly ChatMessage[];
  /** Records every call. It is not finished here. */
  readonly run: WorkRun;
  readonly limits: AgentLimits;
  /** Milliseconds of the clock, for durations. */
  readonly elapsed: () => number;
  /** Calls that were already made in this run; those that may change something are not made again. */
  readonly done?: readonly DoneCall[];
  readonly signal?: AbortSignal;
  /** Its errors are ignored, and it is not awaited. */
  readonly onProgress?: (progress: AgentProgress) => void;
}

/** What an agent did. */
export interface AgentReport {
  readonly status: 'completed' | 'failed';
  /** What the model said last. */
  readonly text: string;
  readonly modelCalls: number;
  /** The calls that were made, in the order they were asked for. */
  readonly calls: readonly RanCall[];
  /** Why it failed, and which setting to look at. */
  readonly reason?: string;
}

/**
 * Lets a model do a task with tools: asks it, makes the calls it asks for, tells it what came of them, until it has no
 * more to ask for. Never rejects; what was done is in the report, however it ends.
 *
 * @example
 * const { status, text } = await runAgent({ model, tools, system: '', task: 'Cancel order 7.', run, limits, elapsed });
 */
export async function runAgent(agent: AgentTask): Promise<AgentReport> {
  const { model, run, limits, signal, elapsed } = agent;
  const offered = offeredTools(agent.tools);
  const messages = firstMessages(agent);
  const calls: RanCall[] = [];
  const { toolTimeoutMs, maxResultBytes } = limits;
  const earlier = doneCalls(agent.done ?? [], (tool) => agent.tools.describe(tool));
  const caller: ToolCaller = { ...agent, toolTimeoutMs, maxResultBytes, signal, earlier };
  let modelCalls = 0;
  let requested = 0;
  let text = '';

  const isStopped = (): boolean => signal?.aborted === true;
  const report = (reason?: string): AgentReport => ({
    status: reason === undefined ? 'completed' : 'failed',
    text,
    modelCalls,
    calls,
    ...(reason === undefined ? {} : { reason }),
  });

  for (;;) {
    if (isStopped()) return report('It was stopped.');
    tell(agent, { kind: 'model', number: modelCalls + 1 });
    const since = elapsed();
    let answer: ModelAnswer;
    try {
      answer = await model.generate({
        messages: [...messages],
        tools: offered,
        maxOutputTokens: limits.maxOutputTokens,
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (thrown) {
      if (!isStopped()) await run.noteError(thrown);
      return report(describeThrown(thrown).message);
    }
    modelCalls += 1;
    const { requests, inputTokens, outputTokens } = answer;
    await run.model({ model: model.id, inputTokens, outputTokens, durationMs: elapsed() - since });
    text = answer.text;
    if (requests.length === 0) return report(whyUnfinished(answer, requested, limits));

    requested += requests.length;
    // Checked before the calls are made, because no model call would be left to read their results.
    if (requested > limits.maxToolCalls) {
      return report(
        `The model asked for more calls than tools.maxToolCalls (${limits.maxToolCalls}) allows.`,
      );
    }
    if (modelCalls >= limits.maxModelCalls) {
      return report(
        `The task was not done after as many model calls as tools.maxModelCalls (${limits.maxModelCalls}) allows.`,
      );
    }
    const answered = await answerRequests(caller, requests, (call) => tell(agent, progressOf(call)));
    for (const { ran } of answered) if (ran !== null) calls.push(ran);
    // The list of requests itself: models know by it what they said.
    messages.push({ role: 'assistant', text, requests }, ...answered.map(resultMessage));
  }
}

function offeredTools(tools: ToolRuntime): readonly ToolDescription[] {
  return tools
    .names()
    .map((name) => tools.describe(name) ?? { name, description: '', inputSchema: null, annotations: {} });
}

function firstMessages({ system, messages = [], task }: AgentTask): ChatMessage[] {
  return [
    ...(system === '' ? [] : [{ role: 'system', text: system } as const]),
    ...messages,
    { role: 'user', text: task },
  ];
}

/** A last answer that says nothing, or that has no end, is no proof that the task is done. */
function whyUnfinished(
  { text, cut }: ModelAnswer,
  requested: number,
  limits: AgentLimits,
): string | undefined {
  if (cut) return `The model's answer was cut off at model.maxOutputTokens (${limits.maxOutputTokens}).`;
  // A model that has used tools may have nothing more to say.
  if (text.trim() === '' && requested === 0) return 'The model said nothing and used no tool.';
  return undefined;
}

function resultMessage({ request, result, failed }: AnsweredRequest): ChatMessage {
  return { role: 'tool', requestId: request.id, tool: request.tool, result, failed };
}

function progressOf({ request, failed, durationMs }: AnsweredRequest): AgentProgress {
  return { kind: 'tool', tool: request.tool, arguments: request.arguments, failed, durationMs };
}

function tell({ onProgress }: AgentTask, progress: AgentProgress): void {
  // An async function turns what the listener throws, at once or later, into a rejection that ends here.
  (async () => onProgress?.(progress))().catch(() => {});
}
