import type { Json, JsonObject } from '../../json/json.ts';
import type { RunHandle } from '../../ports/run-handle.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';
import type { ToolAnnotations } from '../../records/tool-effect.ts';
import { type ScriptedAnswer, scriptedModel } from '../../testing/scripted-model.ts';
import { describeThrown } from '../../text/thrown.ts';
import { type AgentTask, runAgent } from './run-agent.ts';

/** A tool of the fixture: what it does, and what it says about itself. */
export interface FixtureTool extends ToolAnnotations {
  readonly inputSchema?: JsonObject;
  call(toolArguments: JsonObject, signal?: AbortSignal): Json | Promise<Json>;
}

/** Tools that remember how they were called. */
export function fixtureTools(tools: Readonly<Record<string, FixtureTool>>) {
  const called: Array<readonly [tool: string, toolArguments: JsonObject]> = [];
  const runtime: ToolRuntime = {
    has: (tool) => Object.hasOwn(tools, tool),
    names: () => Object.keys(tools),
    describe(name) {
      const tool = tools[name];
      if (tool === undefined) return undefined;
      const { call, inputSchema = null, ...annotations } = tool;
      return { name, description: `The tool ${name}`, inputSchema, annotations };
    },
    async call(name, toolArguments, { signal } = {}) {
      called.push([name, structuredClone(toolArguments)]);
      return (await tools[name]?.call(toolArguments, signal)) ?? null;
    },
  };
  return { runtime, called };
}

/** A run that can be looked at; `refuse` stands before calls as a check does. */
export function fixtureRun(refuse: (tool: string) => Error | undefined = () => undefined) {
  const recorded: string[] = [];
  async function call<Arguments, Result>(
    tool: string,
    toolArguments: Arguments,
    execute: (toolArguments: Arguments) => Result,
  ): Promise<Awaited<Result>> {
    const refusal = refuse(tool);
    if (refusal !== undefined) throw refusal;
    recorded.push(`call ${tool}`);
    return await execute(toolArguments);
  }
  const run: RunHandle = {
    id: 'run_1',
    call,
    tools: () => ({}) as never,
    model: async ({ model, inputTokens, outputTokens }) =>
      void recorded.push(`model ${model} ${inputTokens}+${outputTokens}`),
    note: async (text) => void recorded.push(`note ${text}`),
    noteError: async (error) => void recorded.push(`error ${describeThrown(error).message}`),
    acknowledge: () => {},
    subTask: () => run,
    as: () => run,
    finish: async () => ({}) as never,
  };
  return { run, recorded };
}

export const limits = {
  maxModelCalls: 10,
  maxToolCalls: 20,
  toolTimeoutMs: 5_000,
  maxResultBytes: 100_000,
  maxOutputTokens: 500,
};

interface Given extends Partial<Omit<AgentTask, 'model' | 'tools' | 'run' | 'limits'>> {
  readonly limits?: Partial<typeof limits>;
  readonly refuse?: (tool: string) => Error | undefined;
}

/** Lets a model with these answers work with these tools. */
export async function work(
  answers: Parameters<typeof scriptedModel>[0],
  tools: Readonly<Record<string, FixtureTool>> = {},
  { limits: changed, refuse, ...given }: Given = {},
) {
  const model = scriptedModel(answers);
  const { runtime, called } = fixtureTools(tools);
  const { run, recorded } = fixtureRun(refuse);
  const report = await runAgent({
    model,
    tools: runtime,
    run,
    system: '',
    task: 'Do it.',
    elapsed: () => 0,
    limits: { ...limits, ...changed },
    ...given,
  });
  /** What the model was told in its last request, about its calls. */
  const told = (model.requests.at(-1)?.messages ?? []).flatMap((message) =>
    message.role === 'tool' ? [{ result: message.result, failed: message.failed }] : [],
  );
  return { report, model, called, recorded, told };
}

/** An answer that asks for calls. */
export function asks(
  ...calls: ReadonlyArray<readonly [tool: string, toolArguments?: JsonObject]>
): ScriptedAnswer {
  return { requests: calls.map(([tool, given = {}]) => ({ tool, arguments: given })) };
}
