import type { Plan, Strategy } from '../../ports/strategy.ts';
import { runAtOnce } from './schedule.ts';

const standard: Strategy = {
  description: 'Parts in order',
  async execute({ parts, run }) {
    for (const part of parts) {
      if (!(await run(part))) return;
    }
  },
};

const incremental: Strategy = {
  description: 'Parts in order, each checked before the next; what is not right is done a second time',
  async execute({ parts, run, factor }) {
    if (parts.some(({ checked }) => checked)) factor('incremental_checks');
    for (const part of parts) {
      if (!(await run(part, { repeatFailedCheck: true }))) return;
    }
  },
};

const parallel: Strategy = {
  description: 'Parts at once as soon as those they wait for are done',
  async execute(plan) {
    if (plan.parts.length > 1) plan.factor('parallel_parts');
    await runAtOnce(plan, {}, false);
  },
};

const apiHeavy: Strategy = {
  description:
    'Batches at once within the limits of a service; waits when told to, changes endpoints in trouble',
  async execute(plan: Plan) {
    const inBatches = plan.form === 'items';
    if (inBatches) plan.factor('batched_calls');
    await runAtOnce(plan, { patient: true }, inBatches);
  },
};

/** The strategies that are always there, by name (ADP-1). */
export const builtInStrategies: Readonly<Record<string, Strategy>> = {
  standard,
  incremental,
  parallel,
  api_heavy: apiHeavy,
};
