import type * as z from 'zod';
import { pickOne } from '../access/pick-one.ts';
import { mayChange } from '../access/reach.ts';
import { showTask, type UpdateTask, updateTask } from '../capture/tasks.ts';
import { notFound } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import { applyPatternInput } from '../records/learning-inputs.ts';
import { parseInput } from '../records/parse.ts';
import type { Guidance } from '../records/pattern.ts';
import type { Outcome } from '../records/record.ts';
import type { Viewer } from '../records/scope.ts';
import type { Task } from '../records/task.ts';
import { counted } from '../text/counted.ts';
import { newLesson, openTrial, revision, saveLesson } from './lessons.ts';
import { type PatternDetails, showPattern } from './patterns.ts';

type ApplyPattern = z.input<typeof applyPatternInput>;

/** A task with the guidance that was attached to it. */
export interface AppliedPattern {
  readonly task: Task;
  readonly guidance: Guidance;
}

/** Changes of one task wait for each other under this name. */
function taskTurn({ user, project }: Viewer, id: string): string {
  return JSON.stringify(['task', user, project, id]);
}

/** Attaches a pattern's steps, checks and context to a task, and notes that it was applied. */
export async function applyPattern(
  context: Context,
  viewer: Viewer,
  raw: ApplyPattern,
): Promise<AppliedPattern> {
  const { pattern: name, task: taskId } = parseInput(applyPatternInput, raw, 'pattern');
  const found = await changeableTask(context, viewer, taskId);
  // The pattern as the owner of the task sees it: applying it must not hand on what another agent knows.
  const pattern = await showPattern(context, found.scope.agent === null ? viewer : found.scope, name);
  return context.inTurn(taskTurn(viewer, taskId), async () => {
    const task = await changeableTask(context, viewer, taskId);
    const now = context.clock.now();
    const guidance: Guidance = { ...guidanceFrom(pattern), appliedAt: now, outcome: null };
    const others = task.guidance.filter((each) => each.pattern !== guidance.pattern);
    const guided = { ...task, guidance: [...others, guidance], updatedAt: now };
    const open = (await context.store.findLessons(task.scope, 'trial', [taskKey(taskId)])).filter(
      ({ content }) => content.result === null && content.lesson.id === guidance.pattern,
    );
    await context.store.commit([
      { type: 'update-task', owner: task.scope, task: guided },
      ...(open.length > 0 ? [] : [saveLesson(newTrial(context, task, guidance))]),
    ]);
    return { task: guided, guidance };
  });
}

async function changeableTask(context: Context, viewer: Viewer, id: string): Promise<Task> {
  const task = pickOne('task', id, viewer, await context.store.findTasks(viewer, id));
  if (!mayChange(viewer, task.scope)) throw notFound('task', id);
  return task;
}

function newTrial(context: Context, task: Task, { pattern }: Guidance) {
  const lesson = { kind: 'pattern', id: pattern } as const;
  return newLesson(context, task.scope, 'trial', {
    keys: [pattern, taskKey(task.id)],
    content: { ...openTrial, lesson, use: 'applied', taskId: task.id },
  });
}

function taskKey(id: string): string {
  return `task:${id}`;
}

function guidanceFrom(pattern: PatternDetails): Omit<Guidance, 'appliedAt' | 'outcome'> {
  const { kind, slug } = pattern;
  switch (pattern.kind) {
    case 'decision':
      return { kind, pattern: slug, context: pattern.context, steps: decisionSteps(pattern), checks: [] };
    case 'failure':
      return {
        kind,
        pattern: slug,
        context: pattern.template,
        steps: pattern.solutions.slice(0, 3).flatMap(({ approach, steps }) => [approach, ...steps]),
        checks: pattern.checks,
      };
    case 'success':
      return {
        kind,
        pattern: slug,
        context: `${pattern.place}: ${pattern.approach}`,
        steps: [...pattern.replicationSteps, ...pattern.keyFactors.map((factor) => `Mind: ${factor}`)],
        checks: [],
      };
    case 'sequence':
      return {
        kind,
        pattern: slug,
        context: `Tools that go with success in ${counted(pattern.support, 'run')}`,
        steps: pattern.steps.map(({ tool, repeated }) => (repeated ? `${tool}, several times` : tool)),
        checks: [],
      };
  }
}

function decisionSteps({ actions, rules }: Extract<PatternDetails, { kind: 'decision' }>): string[] {
  if (rules.length > 0) return rules;
  const [best] = actions.filter(({ successes }) => successes > 0);
  return best === undefined
    ? []
    : [`Use ${best.action} (${Math.round(best.successRate * 100)}% of ${best.attempts} worked)`];
}

const endings: Readonly<Record<string, Outcome>> = { done: 'success', failed: 'failure' };

/** Changes a task. When the change ends it, the outcome counts for or against the patterns applied to it. */
export async function changeTask(context: Context, viewer: Viewer, input: UpdateTask): Promise<Task> {
  const task = await context.inTurn(taskTurn(viewer, input.id), () => updateTask(context, viewer, input));
  const ending = endings[task.status];
  if (ending === undefined || task.guidance.length === 0) return task;
  await settleApplications(context, viewer, task.id, ending);
  return showTask(context, viewer, task.id);
}

/** Records how a task ended, in the task and in the trials of its patterns. When it ends again, the last ending counts. */
export async function settleApplications(
  context: Context,
  viewer: Viewer,
  taskId: string,
  outcome: Outcome,
): Promise<void> {
  await context.inTurn(taskTurn(viewer, taskId), async () => {
    const result = outcome === 'failure' ? 'failed' : 'worked';
    for (const task of await context.store.findTasks(viewer, taskId)) {
      if (!mayChange(viewer, task.scope) || task.guidance.length === 0) continue;
      const trials = await context.store.findLessons(task.scope, 'trial', [taskKey(taskId)]);
      const applied = new Set(task.guidance.map(({ pattern }) => pattern));
      const concerned = trials.filter(
        ({ content }) => content.result !== result && applied.has(content.lesson.id),
      );
      const guidance = task.guidance.map((each) => ({ ...each, outcome }));
      await context.store.commit([
        { type: 'update-task', owner: task.scope, task: { ...task, guidance } },
        ...concerned.map((trial) => revision(context, trial, { content: { ...trial.content, result } })),
      ]);
    }
  });
}

/** A pattern, and how it fared when it was applied to tasks. */
export interface ShownPattern {
  readonly pattern: PatternDetails;
  readonly applications: { readonly applied: number; readonly worked: number; readonly failed: number };
}

/** Shows a pattern by its name, with how it fared when it was applied. */
export async function showPatternInUse(context: Context, viewer: Viewer, id: string): Promise<ShownPattern> {
  const pattern = await showPattern(context, viewer, id);
  const trials = await context.store.findLessons(viewer, 'trial', [pattern.slug]);
  const results = trials.flatMap(({ content }) => (content.use === 'applied' ? [content.result] : []));
  const having = (result: 'worked' | 'failed'): number => results.filter((each) => each === result).length;
  return {
    pattern,
    applications: { applied: results.length, worked: having('worked'), failed: having('failed') },
  };
}
