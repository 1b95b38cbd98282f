import { EngramError } from '../src/errors.ts';
import type { JsonObject } from '../src/json/json.ts';
import type { RunHandle } from '../src/ports/run-handle.ts';
import type { ToolRuntime } from '../src/ports/tool-runtime.ts';
import type { Template } from '../src/records/template.ts';
import { type ReplayReport, replay } from '../src/run/replay/replay.ts';
import { buildTemplate } from '../src/templates/build-template.ts';
import type { RecordedRun } from '../src/templates/failed-change.ts';
import { aRun, aStep } from '../src/testing/index.ts';
import { callKey, type Trial, type World } from './replay-world.ts';

/** A trial as the run it would have been, had Engram recorded it. */
function runOf(trial: Trial): RecordedRun {
  const steps = trial.steps.map(({ tool, args, output, error }, position) =>
    aStep({
      tool,
      arguments: args,
      result: error ? null : output,
      success: !error,
      error: error ? { type: 'Error', message: output, signature: output } : null,
      position,
    }),
  );
  const totals = {
    steps: steps.length + trial.assistant_turns,
    toolCalls: steps.length,
    modelCalls: trial.assistant_turns,
    failedSteps: 0,
    inputTokens: 0,
    outputTokens: 0,
    wallTimeMs: 0,
  };
  const run = aRun({ outcome: 'success', task: { ...aRun().task, description: trial.instruction } });
  return { run: { ...run, totals }, steps };
}

/** A trial saved as a template, learned from further ones of the same calls. */
export function templateOf(trial: Trial, further: readonly Trial[] = []): Template {
  const identity = { id: 'tpl_bench', slug: undefined, now: 0 };
  return buildTemplate(runOf(trial), identity, { further: further.map(runOf) });
}

/** Whether a trial becomes a template: not one whose last change failed, although its task was done. */
export function isSavable(trial: Trial): boolean {
  try {
    templateOf(trial);
    return true;
  } catch (error) {
    if (EngramError.is(error) && error.code === 'not_replayable') return false;
    throw error;
  }
}

function toolsOf(world: World, template: Template): ToolRuntime {
  const names = template.plan.map(({ tool }) => tool);
  return {
    has: (tool) => names.includes(tool),
    names: () => names,
    describe: (name) => ({ name, description: '', inputSchema: null, annotations: {} }),
    call: async (tool, toolArguments) => world.call(tool, toolArguments),
  };
}

/** Recording is measured elsewhere. */
const unrecorded = {
  id: 'run_bench',
  call: async (_tool: string, toolArguments: unknown, execute: (given: unknown) => unknown) =>
    execute(toolArguments),
} as unknown as RunHandle;

/** The changes that a trial made. */
export const writesOf = (trial: Trial): string[] =>
  trial.steps.filter(({ write, error }) => write && !error).map(({ tool, args }) => callKey(tool, args));

/** Replays a template in a world. */
export function replayTemplate(template: Template, given: JsonObject, world: World): Promise<ReplayReport> {
  return replay(template, given, toolsOf(world, template), unrecorded, {
    timeoutMs: 60_000,
    maxResultBytes: 10_000_000,
    elapsed: () => 0,
    now: () => 0,
  });
}

/** Why a replay did not go on, in a line. */
export function whyStopped({ divergence, toolCalls }: ReplayReport): string {
  if (divergence === undefined) return '';
  const call = toolCalls.at(-1);
  return `${divergence.reason} (${divergence.tool} ${JSON.stringify(call?.arguments)}): ${divergence.found}`;
}

/** Whether two lists have the same texts, however often and in whatever order. */
export function sameSet(left: readonly string[], right: readonly string[]): boolean {
  return [...new Set(left)].sort().join('\n') === [...new Set(right)].sort().join('\n');
}
