import type * as z from 'zod';
import { notFound } from '../errors.ts';
import { applyPatternInput } from '../model/learning-inputs.ts';
import type { Trial } from '../model/lesson.ts';
import { parseInput } from '../model/parse.ts';
import type { Guidance } from '../model/pattern.ts';
import { pickOne } from '../model/pick-one.ts';
import type { Outcome } from '../model/record.ts';
import { mayChange, type Viewer } from '../model/scope.ts';
import type { Task } from '../model/task.ts';
import type { Context } from '../ports/context.ts';
import { newLesson, revision } from './lessons.ts';
import { type PatternDetails, showPattern } from './patterns.ts';

export type ApplyPattern = z.input<typeof applyPatternInput>;

/** A task with the guidance that was attached to it. */
export interface AppliedPattern {
  readonly task: Task;
  readonly guidance: Guidance;
}

/** Attaches a pattern's steps, checks and context to a task, and notes that it was applied. */
export async function applyPattern(
  context: Context,
  viewer: Viewer,
  raw: ApplyPattern,
): Promise<AppliedPattern> {
  const { pattern: name, task: taskId } = parseInput(applyPatternInput, raw, 'pattern');
  const task = pickOne('task', taskId, viewer, await context.store.findTasks(viewer, taskId));
  if (!mayChange(viewer, task.scope)) throw notFound('task', taskId);
  const pattern = await showPattern(context, viewer, name);
  const now = context.clock.now();
  const guidance: Guidance = { ...guidanceFrom(pattern), appliedAt: now, outcome: null };
  const others = task.guidance.filter((each) => each.pattern !== guidance.pattern);
  const guided = { ...task, guidance: [...others, guidance], updatedAt: now };
  const trial = newLesson(context, task.scope, 'trial', {
    keys: [guidance.pattern, taskKey(taskId)],
    content: {
      lesson: { kind: 'pattern', id: guidance.pattern },
      use: 'applied',
      runId: null,
      taskId,
      tool: null,
      position: null,
      result: null,
      note: '',
    },
  });
  await context.store.commit([
    { type: 'update-task', owner: task.scope, task: guided },
    { type: 'save-lesson', lesson: trial },
  ]);
  return { task: guided, guidance };
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
        context: `Tools that go with success in ${pattern.support} runs`,
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
 * Writes down how a task ended that patterns were applied to: in the task, and as what came of applying them. Those
 * that are settled stay as they are.
 */
export async function settleApplications(
  context: Context,
  viewer: Viewer,
  taskId: string,
  outcome: Outcome,
): Promise<void> {
  const tasks = await context.store.findTasks(viewer, taskId);
  for (const task of tasks) {
    if (!mayChange(viewer, task.scope) || task.guidance.every((each) => each.outcome !== null)) continue;
    const trials = await context.store.findLessons(task.scope, 'trial', [taskKey(taskId)]);
    const open = trials.filter(({ content }) => content.result === null);
    const guidance = task.guidance.map((each) => ({ ...each, outcome: each.outcome ?? outcome }));
    await context.store.commit([
      { type: 'update-task', owner: task.scope, task: { ...task, guidance } },
      ...open.map((trial) =>
        revision(context, trial, {
          content: { ...trial.content, result: outcome === 'failure' ? 'failed' : 'worked' },
        }),
      ),
    ]);
  }
}

/** How often a pattern was applied, and how that went. */
export async function applicationsOf(
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
