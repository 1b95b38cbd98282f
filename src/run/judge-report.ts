import type { RanCall } from '../records/template-run.ts';
import { findFailedLastChange } from '../templates/last-change.ts';
import { findSaidFailure } from '../text/said-failure.ts';
import type { AgentReport } from './agent/run-agent.ts';

/** Whether a call may have changed something. */
export type MayChange = (call: Pick<RanCall, 'tool' | 'arguments'>) => boolean;

/**
 * What an agent did, judged by what its calls answered: when the last change failed, the task is not done, however
 * cheerful the model's last words are.
 */
export function judgeReport(report: AgentReport, mayChange: MayChange): AgentReport {
  if (report.status === 'failed') return report;
  const calls = report.calls.map((call) => ({ ...call, success: call.matched }));
  const failed = findFailedLastChange(calls, mayChange);
  if (failed === undefined) return report;
  const said = findSaidFailure(failed.result)?.said ?? JSON.stringify(failed.result);
  return {
    ...report,
    status: 'failed',
    reason: `The last change, ${failed.tool}, failed, so the task is not done: ${said.slice(0, 300).toWellFormed()}`,
  };
}
