import type { Json, JsonObject } from '../../json/json.ts';
import type { RunHandle, RunOutcome } from '../../ports/run-handle.ts';
import type { ToolDescription, ToolRuntime } from '../../ports/tool-runtime.ts';
import {
  type Binding,
  type Observation,
  type Parameter,
  type PlanStep,
  parameterSchema,
} from '../../records/plan.ts';
import type { Template } from '../../records/template.ts';
import { aTemplate } from '../../testing/index.ts';
import type { ReplayOptions } from './replay.ts';

/** What a tool of a test does. */
export type Behaviour = (toolArguments: JsonObject, signal: AbortSignal | undefined) => unknown;

/** Tools that keep a diary of what was asked of them. What they say about themselves can be changed at any time. */
export function aWorld(behaviours: Record<string, Behaviour>) {
  const diary: string[] = [];
  const says: Record<string, Partial<ToolDescription>> = {};
  const tools: ToolRuntime = {
    has: (tool) => tool in behaviours,
    names: () => Object.keys(behaviours),
    describe: (name) =>
      name in behaviours
        ? { name, description: '', inputSchema: null, annotations: {}, ...says[name] }
        : undefined,
    async call(tool, toolArguments, { signal } = {}) {
      diary.push(`${tool} ${JSON.stringify(toolArguments)}`);
      return (await behaviours[tool]?.(toolArguments, signal)) as Json;
    },
  };
  return { diary, tools, says, behaviours };
}

/** A run that keeps what it would record. */
export function aRunHandle() {
  const recorded: Array<{
    tool: string;
    arguments: unknown;
    result?: unknown;
    error?: string;
    subTask?: string;
  }> = [];
  const ends: RunOutcome[] = [];
  const handleOf = (subTask?: string): RunHandle => ({
    id: 'run_1',
    async call<Arguments, Result>(
      tool: string,
      toolArguments: Arguments,
      execute: (toolArguments: Arguments) => Result,
    ): Promise<Awaited<Result>> {
      const step = { tool, arguments: toolArguments, ...(subTask === undefined ? {} : { subTask }) };
      try {
        const result = await execute(toolArguments);
        recorded.push({ ...step, result });
        return result;
      } catch (error) {
        recorded.push({ ...step, error: String(error) });
        throw error;
      }
    },
    tools: (tools) => tools as never,
    model: async () => {},
    note: async () => {},
    noteError: async () => {},
    acknowledge: () => {},
    subTask: ({ id }) => handleOf(id),
    as: () => handleOf(subTask),
    finish: async (end) => {
      ends.push(end);
      return {
        id: 'run_1',
        outcome: end.outcome,
        finishedAt: 0,
        summary: end.summary ?? null,
        successFactors: [],
        lost: { records: 0, reason: null },
      };
    },
  });
  return { run: handleOf(), recorded, ends };
}

/** When the runs of these plans were recorded, and when they are replayed. */
const recordedAt = Date.UTC(2026, 0, 5, 12);
const replayedAt = Date.UTC(2026, 1, 6, 15);

/** What a call answered in a recorded run, without an error. */
export function anObservation(
  toolArguments: JsonObject,
  result: Json,
  overrides: Partial<Observation> = {},
): Observation {
  return { arguments: toolArguments, result, error: null, at: recordedAt, isCut: false, ...overrides };
}

/** A call of a plan: reads with any result, unless said otherwise. */
export function aPlanStep(
  tool: string,
  members: Record<string, Binding> = {},
  overrides: Partial<PlanStep> = {},
): PlanStep {
  return {
    tool,
    arguments: { from: 'object', members },
    observed: [],
    free: [],
    holds: [],
    effect: 'read',
    effectFrom: 'name',
    subTask: null,
    recordedStep: 'step_1',
    provenance: 'made',
    ...overrides,
  };
}

/** A parameter that the first run named. */
export function aParameter(name: string, overrides: Partial<Parameter> = {}): Parameter {
  return parameterSchema.parse({ name, source: 'input', example: 42, ...overrides });
}

/** A secret of the first run. */
export function aSecret(name: string, kind = name): Parameter {
  return aParameter(name, { source: 'secret', example: `[REDACTED:${kind}]`, required: true });
}

/** An approved template with a plan, without examples. */
export function aPlan(plan: PlanStep[], overrides: Partial<Template> = {}): Template {
  return aTemplate({ status: 'approved', parameters: [], plan, examples: [], ...overrides });
}

export const generous: ReplayOptions = {
  timeoutMs: 10_000,
  maxResultBytes: 1_000_000,
  elapsed: () => 0,
  now: () => replayedAt,
};
