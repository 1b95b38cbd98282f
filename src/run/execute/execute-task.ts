import { setTimeout as sleep } from 'node:timers/promises';
import { recommendFor } from '../../learn/executions/advise.ts';
import { solutionsFor } from '../../learn/failures/failures.ts';
import { solved } from '../../learn/failures/learn-failure.ts';
import type { Context } from '../../ports/context.ts';
import type { Work } from '../../ports/strategy.ts';
import type { Viewer } from '../../records/scope.ts';
import { beginNormalRun } from '../begin-run.ts';
import type { ExecuteOptions, ExecuteReport, ExecuteTask } from './contract.ts';
import { execute } from './execute.ts';
import type { ExecuteServices } from './execution.ts';

/** A solution that only matches the type of the error is not tried. */
const minSimilarity = 0.5;

/** Executes a task with what was learned here: recommended strategies and known solutions (EXE-1). */
export function executeTask(
  context: Context,
  viewer: Viewer,
  task: ExecuteTask,
  work: Work,
  options?: ExecuteOptions,
): Promise<ExecuteReport> {
  return execute(servicesFor(context, viewer), task, work, options);
}

function servicesFor(context: Context, viewer: Viewer): ExecuteServices {
  return {
    recommend: (question) => recommendFor(context, viewer, question),
    startRun: (input, options) => beginNormalRun(context, viewer, input, options),
    solutionsFor: async ({ errorType, message, category }) => {
      const asked = { error: message, errorType, ...(category === null ? {} : { category }) };
      const known = await solutionsFor(context, viewer, asked);
      return known.filter(({ similarity }) => similarity >= minSimilarity);
    },
    noteTrial: async (id, run, worked) => {
      await solved(context, viewer, { id, run, outcome: worked ? 'success' : 'failure' });
    },
    sleep: async (milliseconds, signal) => {
      await sleep(milliseconds, undefined, { signal });
    },
    clock: context.clock,
    random: context.random,
    settings: { minimumConfidence: context.settings.learning.minimumConfidence },
  };
}
