import { settingsSchema } from '../../config/settings.ts';
import type { Call, Execution } from '../../records/execution.ts';

export const settings = settingsSchema.parse({ db: 'memory:' }).learning;

let built = 0;

/** A successful run of a minute; each ends a second after the one built before. */
export function anExecution(overrides: Partial<Execution> = {}): Execution {
  built += 1;
  const finishedAt = overrides.finishedAt ?? 1_800_000_000_000 + built * 1_000;
  return {
    runId: `run-${String(built).padStart(5, '0')}`,
    agent: 'alice',
    taskId: null,
    description: 'Fix the login',
    category: 'backend',
    type: 'bugfix',
    complexity: 'medium',
    dependencies: 0,
    approach: 'incremental',
    successFactors: [],
    outcome: 'success',
    startedAt: finishedAt - 60_000,
    finishedAt,
    toolCalls: 0,
    modelCalls: 0,
    failedSteps: 0,
    inputTokens: 0,
    outputTokens: 0,
    memories: 0,
    templateId: null,
    style: null,
    ...overrides,
  };
}

/** So many runs of the same sort. */
export function executions(times: number, overrides: Partial<Execution> = {}): Execution[] {
  return Array.from({ length: times }, () => anExecution(overrides));
}

/** The calls of a run, in this order. */
export function callsOf(runId: string, tools: readonly string[]): Call[] {
  return tools.map((tool, position) => ({ runId, position, tool, success: true, durationMs: 5 }));
}
