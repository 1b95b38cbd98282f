import type * as z from 'zod';
import { EngramError } from '../errors.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { RunHandle } from '../ports/run-handle.ts';
import { parseInput } from '../records/parse.ts';
import { solveInput } from '../records/template-inputs.ts';
import type { RanCall } from '../records/template-run.ts';
import { definedOf } from '../templates/defined.ts';
import { type AgentReport, type AgentTask, runAgent } from './agent/run-agent.ts';
import { taskWithInputs } from './agent-setup.ts';
import { judgeReport, type MayChange } from './judge-report.ts';

export type Solve = z.input<typeof solveInput>;

/** What a model made of a task. */
export interface SolvedTask {
  readonly status: 'completed' | 'failed';
  readonly runId: string;
  /** What the model said at the end. */
  readonly text: string;
  readonly modelCalls: number;
  readonly toolCalls: readonly RanCall[];
  /** Why it failed, and which setting to look at. */
  readonly reason?: string;
  readonly durationMs: number;
}

/** What the engine provides: a run in normal mode, the model, and what the agent works with. */
export interface Solving {
  readonly model: LanguageModel | null;
  startRun(input: {
    description: string;
    inputs: Solve['inputs'];
    task?: string;
    approach: string;
  }): Promise<RunHandle>;
  readonly agent: Omit<AgentTask, 'model' | 'run' | 'task' | 'system'>;
  readonly mayChange: MayChange;
}

/** Does a task by the configured model, recorded as a run of its own (TPL-12). */
export async function solve({ model, startRun, agent, mayChange }: Solving, raw: Solve): Promise<SolvedTask> {
  const { task, inputs, system = '', taskId } = parseInput(solveInput, raw, 'task');
  const thinking = requireModel(model);
  const since = agent.elapsed();
  const run = await startRun({
    description: task,
    inputs,
    approach: 'agent',
    ...definedOf({ task: taskId }),
  });
  const asked = { ...agent, model: thinking, run, system, task: taskWithInputs(task, inputs) };
  const judged = judgeReport(await runAgent(asked), mayChange);
  await finishAgentRun(run, judged);
  const { calls, ...report } = judged;
  return { ...report, runId: run.id, toolCalls: calls, durationMs: agent.elapsed() - since };
}

/** Records what an agent said last, and ends its run. */
export async function finishAgentRun(run: RunHandle, { text, status, reason }: AgentReport): Promise<void> {
  if (text !== '') await run.note(text);
  const outcome = status === 'completed' ? 'success' : 'failure';
  await run.finish({ outcome, ...definedOf({ summary: reason }) });
}

/** The model, or what to do to have one. */
export function requireModel(model: LanguageModel | null): LanguageModel {
  if (model !== null) return model;
  throw new EngramError(
    'unsupported',
    'This needs a language model, and none is configured. Set model.provider to "openai" with model.name (and model.url for another service), or ENGRAM_MODEL_PROVIDER, ENGRAM_MODEL_NAME, ENGRAM_MODEL_URL and ENGRAM_MODEL_API_KEY.',
  );
}
