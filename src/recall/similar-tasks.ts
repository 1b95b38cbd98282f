import type * as z from 'zod';
import { notFound } from '../errors.ts';
import { complexityOf } from '../model/complexity.ts';
import { similarTasksInput } from '../model/inputs.ts';
import { parseInput } from '../model/parse.ts';
import { pickOne } from '../model/pick-one.ts';
import type { RunWithTotals } from '../model/run.ts';
import type { Viewer } from '../model/scope.ts';
import type { Task } from '../model/task.ts';
import type { Context } from '../ports/context.ts';

export type SimilarTasks = z.input<typeof similarTasksInput>;

/** What is compared. */
type Details = Pick<Task, 'description' | 'category' | 'type' | 'dependencies' | 'effort'>;

/** A run of a task like the one asked about, with what makes it alike. Each part is from 0 to 1. */
export interface SimilarTask {
  readonly run: RunWithTotals;
  readonly score: number;
  readonly parts: {
    readonly category: number;
    readonly type: number;
    readonly complexity: number;
    readonly description: number;
  };
}

/** Successful runs that are looked at, the newest. */
const mostRuns = 1_000;

/** Work of the past that is like a task, best first: successful runs above the threshold (REC-6). */
export async function similarTasks(
  context: Context,
  viewer: Viewer,
  raw: SimilarTasks,
): Promise<SimilarTask[]> {
  const input = parseInput(similarTasksInput, raw, 'task');
  const asked = await detailsOf(context, viewer, input);
  const { items: runs } = await context.store.listRuns(viewer, { outcome: 'success' }, { limit: mostRuns });
  const descriptions = await context.finder.similarity(
    asked.description,
    runs.map(({ task }) => task.description),
  );
  const { weights, threshold } = context.settings.recall.similarTasks;
  return runs
    .map((run, index): SimilarTask => {
      const parts = partsOf(asked, run.task, descriptions[index] ?? 0);
      const score =
        weights.category * parts.category +
        weights.type * parts.type +
        weights.complexity * parts.complexity +
        weights.description * parts.description;
      // Weights are decimal fractions, whose sum may miss 1 by the last digit.
      return { run, score: Number(score.toFixed(12)), parts };
    })
    .filter(({ score }) => score >= threshold)
    .sort((left, right) => right.score - left.score || right.run.createdAt - left.run.createdAt)
    .slice(0, input.limit ?? context.settings.recall.limit);
}

/** What is said in the question goes before what the stored task says. */
async function detailsOf(
  context: Context,
  viewer: Viewer,
  input: z.output<typeof similarTasksInput>,
): Promise<Details> {
  const stored = input.task === undefined ? undefined : await storedTask(context, viewer, input.task);
  return {
    description: input.description ?? stored?.description ?? '',
    category: input.category ?? stored?.category ?? null,
    type: input.type ?? stored?.type ?? null,
    dependencies: input.dependencies ?? stored?.dependencies ?? [],
    effort: input.effort ?? stored?.effort ?? null,
  };
}

async function storedTask(context: Context, viewer: Viewer, id: string): Promise<Task> {
  const found = await context.store.findTasks(viewer, id);
  if (found.length === 0) throw notFound('task', id);
  return pickOne('task', id, viewer, found);
}

/** What neither says is not alike: two tasks without a category have none in common. */
function partsOf(asked: Details, done: Details, description: number): SimilarTask['parts'] {
  const same = (one: string | null, other: string | null): number =>
    one !== null && one.toLowerCase() === other?.toLowerCase() ? 1 : 0;
  return {
    category: same(asked.category, done.category),
    type: same(asked.type, done.type),
    complexity: complexityOf(asked) === complexityOf(done) ? 1 : 0,
    description,
  };
}
