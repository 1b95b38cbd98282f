import type * as z from 'zod';
import { pickOne } from '../access/pick-one.ts';
import { mayChange } from '../access/reach.ts';
import { notFound } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import { applyPatternInput } from '../records/learning-inputs.ts';
import type { Trial } from '../records/lesson.ts';
import { parseInput } from '../records/parse.ts';
import type { Guidance } from '../records/pattern.ts';
import type { Outcome } from '../records/record.ts';
import type { Viewer } from '../records/scope.ts';
import type { Task } from '../records/task.ts';
import { counted } from '../text/counted.ts';
import { newLesson, revision } from './lessons.ts';
import { type PatternDetails, showPattern } from './patterns.ts';

export type ApplyPattern = z.input<typeof applyPatternInput>;

/** A task with the guidance that was attached to it. */
export interface AppliedPattern {
  readonly task: Task;
  readonly guidance: Guidance;
}

/** Changes of one task wait for each other under this name. */
export function taskTurn({ user, project }: Viewer, id: string): string {
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
  // As the owner of the task sees it: what another agent knows is not handed on by this.
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
      ...(open.length > 0 ? [] : [newTrial(context, task, guidance)]),
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
  const lesson = newLesson(context, task.scope, 'trial', {
    keys: [pattern, taskKey(task.id)],
    content: {
      lesson: { kind: 'pattern', id: pattern },
      use: 'applied',
      runId: null,
      taskId: task.id,
      tool: null,
      position: null,
      result: null,
      note: '',
    },
  });
  return { type: 'save-lesson', lesson } as const;
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

/** How the end of a task speaks for its patterns; undefined while it is going on or was called off. */
export function endingOf(status: Task['status']): Outcome | undefined {
  return endings[status];
}

/**
 * Writes down how a task ended that patterns were applied to: in the task, and as what came of applying them. When a
 * task ends again, as when a second run gets it done, the last ending counts.
 */
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

/** How often a pattern was applied, and how that went. */
async function applicationsOf(
  context: Context,
  viewer: Viewer,
  slug: string,
): Promise<{ readonly applied: number; readonly worked: number; readonly failed: number }> {
  const trials = (await context.store.findLessons(viewer, 'trial', [slug])).filter(
    ({ content }) => content.use === 'applied',
  );
  const having = (result: Trial['content']['result']): number =>
    trials.filter(({ content }) => content.result === result).length;
  return { applied: trials.length, worked: having('worked'), failed: having('failed') };
}

/** A pattern, and how it fared when it was applied to tasks. */
export interface ShownPattern {
  readonly pattern: PatternDetails;
  readonly applications: { readonly applied: number; readonly worked: number; readonly failed: number };
}

/** Shows a pattern by its name, with how it fared when it was applied. */
export async function showPatternInUse(
  context: Context,
  viewer: Viewer,
  name: string,
): Promise<ShownPattern> {
  const pattern = await showPattern(context, viewer, name);
  return { pattern, applications: await applicationsOf(context, viewer, pattern.slug) };
}
