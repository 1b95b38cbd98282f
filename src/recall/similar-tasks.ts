import type * as z from 'zod';
import { pickOne } from '../access/pick-one.ts';
import type { Context } from '../ports/context.ts';
import { complexityOf } from '../records/complexity.ts';
import type { Execution } from '../records/execution.ts';
import { similarTasksInput, taskQuestion } from '../records/inputs.ts';
import { parseInput } from '../records/parse.ts';
import type { Outcome } from '../records/record.ts';
import type { RunWithTotals } from '../records/run.ts';
import type { Viewer } from '../records/scope.ts';
import type { Task } from '../records/task.ts';

type SimilarTasks = z.input<typeof similarTasksInput>;
type TaskQuestion = z.input<typeof taskQuestion>;

/** The fields of a task that are compared. */
export type ComparedTask = Pick<Task, 'description' | 'category' | 'type' | 'dependencies' | 'effort'>;

/** A run of a similar task. Each part of the score is from 0 to 1. */
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

/** A finished run with the similarity of its task. */
export interface ScoredExecution {
  readonly execution: Execution;
  readonly score: number;
  readonly parts: SimilarTask['parts'];
}

/** A task as it is compared, and the finished runs that are like it, best first. */
export interface SimilarWork {
  readonly task: ComparedTask;
  readonly runs: readonly ScoredExecution[];
}

/** Successful runs of similar tasks above the threshold, best first (REC-6). */
export async function similarTasks(
  context: Context,
  viewer: Viewer,
  raw: SimilarTasks,
): Promise<SimilarTask[]> {
  const { limit, ...question } = parseInput(similarTasksInput, raw, 'task');
  const { runs } = await similarWork(context, viewer, question, 'success');
  const best = runs.slice(0, limit ?? context.settings.recall.limit);
  const found = await context.store.getRuns(
    viewer,
    best.map(({ execution }) => execution.runId),
  );
  const byId = new Map(found.map((run) => [run.id, run]));
  return best.flatMap(({ execution, score, parts }) => {
    const run = byId.get(execution.runId);
    return run === undefined ? [] : [{ run, score, parts }];
  });
}

/** Runs that are looked up by the words and the meaning of their tasks. */
const maxByDescription = 200;

/** Finished runs of similar tasks, best first; of every outcome unless one is asked for. */
export async function similarWork(
  context: Context,
  viewer: Viewer,
  raw: TaskQuestion,
  outcome?: Outcome,
): Promise<SimilarWork> {
  const task = await detailsOf(context, viewer, parseInput(taskQuestion, raw, 'task'));
  const executions = await candidatesFor(context, viewer, task, outcome);
  const { weights, threshold } = context.settings.recall.similarTasks;
  const partsOf = comparedWith(task);
  const scoreOf = scoring(weights, givenParts(task));
  const compared = executions
    .map((execution) => ({ execution, parts: partsOf(execution) }))
    // For speed: even an equal description would not lift these above the threshold.
    .filter(({ parts }) => scoreOf(parts, 1) >= threshold);
  const descriptions = await context.finder.similarity(
    task.description,
    compared.map(({ execution }) => execution.description),
    // For speed, too: most runs of other categories have too few of the words.
    (place, most) => scoreOf(compared[place]?.parts ?? noParts, most) >= threshold,
  );
  const runs = compared
    .map(({ execution, parts: { category, type, complexity } }, index) => {
      const parts = { category, type, complexity, description: descriptions[index] ?? 0 };
      return { execution, score: scoreOf(parts, parts.description), parts };
    })
    .filter(({ score, parts }) => score >= threshold && isAlike(parts, threshold))
    .sort((left, right) => right.score - left.score || right.execution.startedAt - left.execution.startedAt);
  return { task, runs };
}

const noParts = { category: 0, type: 0, complexity: 0 };

/** Work that is as complex has nothing in common with it for that. */
function isAlike({ category, type, description }: SimilarityParts, threshold: number): boolean {
  return category > 0 || type > 0 || description >= threshold;
}

/**
 * What may be similar. With a description alone: the runs whose words or meaning come close, which the index knows. A category or a
 * type may be enough by itself, and the index does not know by which of them to look: then the latest runs.
 */
async function candidatesFor(
  context: Context,
  viewer: Viewer,
  { description, category, type }: ComparedTask,
  outcome: Outcome | undefined,
): Promise<readonly Execution[]> {
  if (category !== null || type !== null) {
    const { executions: most } = context.settings.learning.retention;
    return context.store.listExecutions(viewer, { outcome }, most);
  }
  const now = context.clock.now();
  const asked = { query: description, kind: 'run', now, limit: maxByDescription } as const;
  const found = await context.finder.findRecorded(viewer, asked);
  const ids = found.flatMap(({ id, duplicates }) => [id, ...duplicates.map((same) => same.id)]);
  const executions = await context.store.getExecutions(viewer, ids);
  return executions.filter((each) => outcome === undefined || each.outcome === outcome);
}

/**
 * The parts that the question says something about. Complexity is worked out of category, dependencies and effort: the length of a
 * description alone says nothing about it.
 */
function givenParts({
  category,
  type,
  dependencies,
  effort,
}: ComparedTask): ReadonlySet<keyof SimilarityParts> {
  const hasComplexity = category !== null || dependencies.length > 0 || effort !== null;
  return new Set<keyof SimilarityParts>([
    'description',
    ...(category === null ? [] : (['category'] as const)),
    ...(type === null ? [] : (['type'] as const)),
    ...(hasComplexity ? (['complexity'] as const) : []),
  ]);
}

/** A finished run with how close its task is to the one asked about, from 0 to 1. */
export interface RelatedExecution {
  readonly execution: Execution;
  readonly similarity: number;
}

/**
 * The latest finished runs, each with how close its task is: the mean of what can be compared, which is the description, and
 * category and type where they are given. For statistics that weigh runs instead of choosing some.
 */
export async function relatedWork(
  context: Context,
  viewer: Viewer,
  raw: TaskQuestion,
): Promise<{ readonly task: ComparedTask; readonly runs: readonly RelatedExecution[] }> {
  const task = await detailsOf(context, viewer, parseInput(taskQuestion, raw, 'task'));
  const { executions: most } = context.settings.learning.retention;
  const executions = await context.store.listExecutions(viewer, {}, most);
  const descriptions = await context.finder.similarity(
    task.description,
    executions.map(({ description }) => description),
  );
  const partsOf = comparedWith(task);
  const runs = executions.map((execution, index) => {
    const { category, type } = partsOf(execution);
    const compared = [
      descriptions[index] ?? 0,
      ...(task.category === null ? [] : [category]),
      ...(task.type === null ? [] : [type]),
    ];
    return { execution, similarity: compared.reduce((sum, part) => sum + part, 0) / compared.length };
  });
  return { task, runs };
}

type SimilarityParts = SimilarTask['parts'];

/**
 * The weighted sum of the parts. Those that are not given have no say: the others share their weight. Caches scores: a thousand runs
 * have few different ones, and rounding is slow.
 */
function scoring(
  weights: Readonly<Record<keyof SimilarityParts, number>>,
  given: ReadonlySet<keyof SimilarityParts>,
) {
  const known = new Map<number, number>();
  const names = Object.keys(weights) as Array<keyof SimilarityParts>;
  const totalOf = (parts: readonly (keyof SimilarityParts)[]): number =>
    parts.reduce((total, name) => total + weights[name], 0);
  const ofGiven = totalOf(names.filter((name) => given.has(name)));
  // A description that weighs nothing is all there is when nothing else is given.
  const share = given.size === names.length || ofGiven === 0 ? 1 : totalOf(names) / ofGiven;
  const weightOf = (name: keyof SimilarityParts): number => (given.has(name) ? weights[name] * share : 0);
  return (parts: Omit<SimilarityParts, 'description'>, description: number): number => {
    const sum =
      weightOf('category') * parts.category +
      weightOf('type') * parts.type +
      weightOf('complexity') * parts.complexity +
      weightOf('description') * description;
    // Weights are decimal fractions, whose sum may miss 1 by the last digit.
    const score = known.get(sum) ?? Number(sum.toFixed(12));
    known.set(sum, score);
    return score;
  };
}

/** Fields of the question replace those of the stored task. */
async function detailsOf(
  context: Context,
  viewer: Viewer,
  input: z.output<typeof taskQuestion>,
): Promise<ComparedTask> {
  const { task: id } = input;
  const stored =
    id === undefined ? undefined : pickOne('task', id, viewer, await context.store.findTasks(viewer, id));
  return {
    description: input.description ?? stored?.description ?? '',
    category: input.category ?? stored?.category ?? null,
    type: input.type ?? stored?.type ?? null,
    dependencies: input.dependencies ?? stored?.dependencies ?? [],
    effort: input.effort ?? stored?.effort ?? null,
  };
}

/** Two tasks without a category do not have the same category. */
function comparedWith(asked: ComparedTask): (done: Execution) => Omit<SimilarityParts, 'description'> {
  const complexity = complexityOf(asked);
  const same = (one: string | null, other: string | null): number =>
    one !== null && (one === other || one.toLowerCase() === other?.toLowerCase()) ? 1 : 0;
  return (done) => ({
    category: same(asked.category, done.category),
    type: same(asked.type, done.type),
    complexity: complexity === done.complexity ? 1 : 0,
  });
}
