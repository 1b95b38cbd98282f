import * as z from 'zod';
import { EngramError } from '../errors.ts';
import { findJsonObject } from '../json/find-object.ts';
import { lazySchema } from '../records/lazy-schema.ts';
import { maxSubTasks, type PlannedSubTask } from '../records/task-plan.ts';
import { nameText, requiredText } from '../text/text.ts';
import { refuseBadPlan } from './plan-graph.ts';
import type { KnownNames } from './read-task.ts';

const answerSchema = lazySchema(() =>
  z.object({
    subTasks: z
      .array(
        z.object({
          id: z.coerce.string().pipe(nameText.max(80)),
          text: requiredText,
          category: nameText.nullish(),
          needs: z.array(z.coerce.string()).nullish(),
          agent: nameText.nullish(),
        }),
      )
      .min(1)
      .max(maxSubTasks),
  }),
);

/** What a model made of a task; or why its answers could not be used. */
export type ModelPlan = { readonly subTasks: PlannedSubTask[] } | { readonly problem: string };

/** Reads the answer of a model, which is checked like any input. */
export function readModelPlan(text: string, known: KnownNames): ModelPlan {
  const { data, error } = answerSchema.safeParse(findJsonObject(text));
  if (data === undefined) {
    const [issue] = error.issues;
    return { problem: `"${issue?.path.join('.') ?? ''}" ${issue?.message ?? 'is not as asked for'}.` };
  }
  const subTasks = data.subTasks.map(({ id, text: what, category, needs, agent }): PlannedSubTask => {
    const isKnown = agent != null && known.agents.includes(agent);
    return {
      ...{ id, text: what, category: category ?? null, type: null, taskId: null },
      needs: [...new Set(needs ?? [])],
      agent: isKnown ? agent : null,
    };
  });
  try {
    refuseBadPlan(subTasks);
  } catch (refused) {
    if (EngramError.is(refused)) return { problem: refused.message };
    throw refused;
  }
  return { subTasks };
}
