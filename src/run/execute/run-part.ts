import { EngramError } from '../../errors.ts';
import type { PartRules, Plan } from '../../ports/strategy.ts';
import type { Course } from './attempt.ts';
import type { ErrorWords, PartReport, PartStatus } from './contract.ts';
import { CheckFailed, inWords, type OngoingExecution } from './execution.ts';
import type { ExecutedPart, PreparedWork } from './parts.ts';
import { resultOf } from './recover.ts';

/** The plan for a strategy, and how to wait for parts it began and did not wait for. */
export function planFor(
  execution: OngoingExecution,
  prepared: PreparedWork,
): Plan & { settled(): Promise<void> } {
  const { form, parts, atOnce } = prepared;
  const byName = new Map(parts.map((part, index) => [part.name, { part, index }]));
  const running = new Set<Promise<unknown>>();
  return {
    form,
    parts,
    atOnce,
    signal: execution.signal,
    run({ name }, rules = {}) {
      const ended = runPart(execution, form, byName.get(name), rules, parts.length);
      // So that no rejection is unhandled when the strategy does not wait for the part.
      const settled = ended.catch(() => {});
      running.add(settled);
      settled.finally(() => running.delete(settled));
      return ended;
    },
    stop: execution.stop,
    wait: execution.wait,
    factor: (name) => execution.factors.add(name),
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

async function runPart(
  execution: OngoingExecution,
  form: PreparedWork['form'],
  known: { readonly part: ExecutedPart; readonly index: number } | undefined,
  rules: PartRules,
  total: number,
): Promise<boolean> {
  if (known === undefined)
    throw new EngramError('invalid_input', 'A strategy can run the parts of its plan only.');
  execution.signal.throwIfAborted();
  const { part, index } = known;
  const subTask = { id: part.name, text: part.name, index };
  const run = form === 'function' ? execution.run : execution.run.subTask(subTask);
  const timeoutMs = execution.options.timeoutMs ?? null;
  const course: Course = { run, attempts: 0, timeoutMs, lane: null, solution: null };
  const since = execution.services.clock.elapsed();
  const end = (status: PartStatus, error: ErrorWords | null): void => {
    const durationMs = execution.services.clock.elapsed() - since;
    const report: PartReport = { name: part.name, status, attempts: course.attempts, durationMs, error };
    execution.ends.set(part.name, report);
    execution.tell({ type: 'part-ended', part: report, ended: execution.ends.size, total });
  };
  try {
    execution.results[part.name] = await resultOf(execution, part, course, rules);
  } catch (error) {
    if (execution.signal.aborted) end(course.attempts === 0 ? 'skipped' : 'cancelled', inWords(error));
    else {
      execution.firstError ??= error instanceof CheckFailed ? null : { error };
      end('failed', inWords(error));
    }
    if (error instanceof CheckFailed) return false;
    throw error;
  }
  end(course.attempts > 1 ? 'retried' : 'done', null);
  return true;
}
