import type { Distilled } from '../../records/agent-memory.ts';
import { flowOf } from './flow.ts';
import { insightsOf, strategiesOf } from './insights.ts';
import { bounded } from './phrases.ts';
import { pitfallsOf } from './pitfalls.ts';
import { callsOf, type DistilledWork, isOwn, type RunLog, worksOf } from './run-log.ts';
import { toolSequence } from './sequence.ts';
import { tipsOf } from './tips.ts';

/**
 * Distils what an agent can learn from a run, by rules and without a model (TPL-3). Every line has a fact of the log
 * behind it. Only runs that succeeded show how the work is done.
 *
 * @example
 * distil({ task, agent: 'ali', outcome: 'success', steps, durationMs: 4_200 }).pitfalls;
 * // ['get_order failed with "order not found": it worked with order_id with "#" before it ("#W1" instead of "W1")']
 */
export function distil(log: RunLog): Distilled {
  const flow = flowOf(log);
  const succeeded = log.outcome === 'success';
  return {
    strategies: succeeded ? bounded(strategiesOf(log, flow)) : [],
    toolSequence: succeeded ? toolSequence(log, flow) : [],
    pitfalls: bounded([...(succeeded ? [] : ending(log)), ...pitfallsOf(log)]),
    tips: bounded(tipsOf(log, flow)),
    insights: succeeded ? bounded(insightsOf(log, flow)) : [],
  };
}

/** One memory for each agent that made a call, and for each part of the task that it did when it did several. */
export function distilAll(log: Omit<RunLog, 'agent'>): Array<{ work: DistilledWork; distilled: Distilled }> {
  const calls = log.steps.filter(({ kind }) => kind === 'tool');
  return worksOf(calls).map((work) => ({ work, distilled: distil({ ...log, ...work }) }));
}

/** How a run that did not succeed ended. */
function ending(log: RunLog): string[] {
  const calls = callsOf(log).filter((step) => isOwn(log, step));
  const last = calls.at(-1);
  if (last === undefined || log.outcome === null) return [];
  const order = calls.slice(-4).map(({ tool, success }) => (success ? tool : `${tool} (failed)`));
  return [`A run ended in ${log.outcome} after ${order.join(' → ')}.`];
}
