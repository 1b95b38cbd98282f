import type * as z from 'zod';
import { mayChange } from '../access/reach.ts';
import { newLesson, retryOnConflict, revision, saveLesson } from '../learn/lessons.ts';
import type { Context } from '../ports/context.ts';
import { loanedRun, restsOn, withdrawnRuns } from '../recall/loans.ts';
import type { AgentMemoryContent, Distilled } from '../records/agent-memory.ts';
import type { AgentMemory } from '../records/lesson.ts';
import { parseInput } from '../records/parse.ts';
import type { Source } from '../records/record.ts';
import type { Scope, Viewer } from '../records/scope.ts';
import type { Template } from '../records/template.ts';
import { agentMemoryInput, keepAgentMemoryInput } from '../records/template-inputs.ts';
import { declaredEffects } from './declared-effects.ts';
import { definedOf } from './defined.ts';
import { judgedRun, type RecordedRun } from './failed-change.ts';
import { findTemplate } from './find-template.ts';
import type { ExampleReader } from './memory/choose-examples.ts';
import { distil, distilAll } from './memory/distil.ts';
import { type MemoryRun, mergeMemory, noLessons } from './memory/merge.ts';
import { type DistilledWork, isOwn, type RunLog, worksOf } from './memory/run-log.ts';
import { synthesise } from './memory/synthesise.ts';

type AskAgentMemory = z.input<typeof agentMemoryInput>;
export type KeepAgentMemory = z.input<typeof keepAgentMemoryInput>;

/** Tokens that a model may write about one run. */
const maxSynthesisLength = 2_000;

function logOf(
  { run, steps }: RecordedRun,
  work: DistilledWork,
  plan?: Pick<Template, 'plan' | 'dropped' | 'parameters'>,
): RunLog {
  return { task: run.task, ...work, outcome: run.outcome, steps, durationMs: run.totals.wallTimeMs, plan };
}

const allWork: DistilledWork = { agent: null, subTask: null };

/** What each agent of a run learned from it, by rules, as lessons that are not written yet. */
export function firstMemories(context: Context, template: Template, recorded: RecordedRun): AgentMemory[] {
  const { id, scope } = template;
  return distilAll(logOf(recorded, allWork, template)).map(({ work, distilled }) => {
    const run = memoryRun(context, id, work, recorded);
    return memoryLesson(context, id, scope, mergeMemory(null, distilled, run, 'rules'));
  });
}

function memoryLesson(
  context: Context,
  id: string,
  scope: Scope,
  content: AgentMemoryContent,
  sources: readonly Source[] = [],
): AgentMemory {
  const derivedFrom = [{ kind: 'template' as const, id }, ...sources];
  return newLesson(context, scope, 'agent-memory', { content, keys: [id], derivedFrom });
}

function memoryRun(
  context: Context,
  templateId: string,
  work: DistilledWork,
  { run: { outcome }, steps }: RecordedRun,
): MemoryRun {
  const own = steps.filter((step) => (step.kind === 'tool' || step.kind === 'model') && isOwn(work, step));
  return { templateId, ...work, success: outcome === 'success', steps: own.length, at: context.clock.now() };
}

/** Lets the language model improve the memories in the background. When it fails, those made by rules stay. */
export function refineMemories(
  context: Context,
  viewer: Viewer,
  template: Template,
  recorded: RecordedRun,
  memories: readonly AgentMemory[],
): void {
  if (!distilsByModel(context)) return;
  context.inBackground(async () => {
    for (const { id, content } of memories) {
      const distilled = await byModel(context, logOf(recorded, content, template), null);
      if (distilled === undefined) continue;
      const change = { ...distilled, origin: 'model' as const, lastUpdatedAt: context.clock.now() };
      await changeMemory(context, viewer, id, change);
    }
  });
}

function distilsByModel({ settings, model }: Context): boolean {
  return settings.templates.synthesis.by === 'model' && model() !== null;
}

async function byModel(
  context: Context,
  log: RunLog,
  previous: Distilled | null,
): Promise<Distilled | undefined> {
  const model = context.model();
  if (model === null || !distilsByModel(context)) return undefined;
  const answer = await synthesise(model, {
    log,
    previous,
    logTokens: context.settings.templates.synthesis.logTokens,
    maxOutputTokens: Math.min(maxSynthesisLength, context.settings.model.maxOutputTokens),
    budget: context.synthesisBudget,
  });
  return 'distilled' in answer ? answer.distilled : undefined;
}

async function changeMemory(
  context: Context,
  viewer: Viewer,
  id: string,
  change: Partial<AgentMemoryContent>,
): Promise<void> {
  await retryOnConflict(context, async () => {
    const [memory] = await context.store.findLessons(viewer, 'agent-memory', [id]);
    // Deleted with its template meanwhile.
    if (memory === undefined) return;
    await context.store.commit([revision(context, memory, { content: { ...memory.content, ...change } })]);
  });
}

/** What agents know about a template's work, those of the viewer's own first. */
export async function listAgentMemory(
  context: Context,
  viewer: Viewer,
  raw: AskAgentMemory,
): Promise<AgentMemory[]> {
  const { template, agent } = parseInput(agentMemoryInput, raw, 'agent memory');
  const memories = await memoriesOf(context, viewer, template);
  return agent === undefined ? memories : memories.filter(({ content }) => content.agent === agent);
}

export async function memoriesOf(context: Context, viewer: Viewer, template: string): Promise<AgentMemory[]> {
  const known = await findTemplate(context, viewer, template);
  const [memories, withdrawn] = await Promise.all([
    context.store.findLessons(viewer, 'agent-memory', [known?.id ?? template]),
    withdrawnRuns(context, viewer),
  ]);
  return memories
    .filter(({ derivedFrom }) => !restsOn([...derivedFrom, ...(known?.derivedFrom ?? [])], withdrawn))
    .toSorted((left, right) => right.updatedAt - left.updatedAt);
}

/**
 * The memory for one agent's work among those of a template. Where several agents did the work, it is that of the agent that
 * is asked for, of its part of the task if there is one; else the viewer's own, and at last that of the agent who did it first.
 */
export function memoryFor(
  memories: readonly AgentMemory[],
  viewer: Viewer,
  template: Pick<Template, 'agents'>,
  { agent, subTask = null }: ExampleReader,
): AgentMemoryContent | null {
  const find = (of: string | null, part: string | null): AgentMemory | undefined => {
    const fitting = memories.filter(({ content }) => content.agent === of && content.subTask === part);
    return fitting.find(({ scope }) => scope.agent === viewer.agent) ?? fitting[0];
  };
  const asked = template.agents.length < 2 ? undefined : (find(agent, subTask) ?? find(agent, null));
  const first = find(template.agents[0] ?? null, null);
  return (asked ?? find(viewer.agent, null) ?? first ?? memories[0])?.content ?? null;
}

/** Merges the lessons of a re-execution into the memory of its agents (TPL-5). */
export async function learnFromRun(
  context: Context,
  viewer: Viewer,
  template: Template,
  finished: RecordedRun,
): Promise<void> {
  const recorded = judgedRun(finished, declaredEffects(context.settings.tools, template.toolEffects));
  const done = worksOf(recorded.steps);
  const works = done.length > 0 ? done : [{ agent: recorded.run.scope.agent, subTask: null }];
  for (const work of works) {
    const log = logOf(recorded, work);
    const before = await ownMemory(context, viewer, template.id, work);
    const told = await byModel(context, log, before?.content ?? null);
    const distilled = told ?? distil(log);
    const sources = await loanedRun(context, recorded.run);
    const origin = told === undefined ? 'rules' : 'model';
    await retryOnConflict(context, async () => {
      const memory = await ownMemory(context, viewer, template.id, work);
      const run = memoryRun(context, template.id, work, recorded);
      const content = mergeMemory(memory?.content ?? null, distilled, run, origin);
      await context.store.commit([
        memory === undefined
          ? saveLesson(memoryLesson(context, template.id, recorded.run.scope, content, sources))
          : revision(context, memory, { content, derivedFrom: [...memory.derivedFrom, ...sources] }),
      ]);
    });
  }
}

async function ownMemory(
  context: Context,
  viewer: Viewer,
  templateId: string,
  { agent, subTask }: DistilledWork,
): Promise<AgentMemory | undefined> {
  const memories = await memoriesOf(context, viewer, templateId);
  // A memory of the project is read by all its agents, and written by its owner alone.
  return memories.find(
    ({ content, scope }) =>
      content.agent === agent && content.subTask === subTask && mayChange(viewer, scope),
  );
}

/** Stores what a client knows about an agent's work (API-2): updates the memory, or creates it. */
export async function keepAgentMemory(
  context: Context,
  viewer: Viewer,
  raw: KeepAgentMemory,
): Promise<AgentMemory> {
  const input = parseInput(keepAgentMemoryInput, raw, 'agent memory');
  const agent = input.agent ?? viewer.agent;
  const known = await findTemplate(context, viewer, input.template);
  const templateId = known?.id ?? input.template;
  return retryOnConflict(context, async () => {
    const memory = await ownMemory(context, viewer, templateId, { agent, subTask: null });
    const before = memory?.content ?? { ...noLessons, templateId, agent, subTask: null, confidence: 0.5 };
    const counted = input.increment === undefined ? 0 : 1;
    const content: AgentMemoryContent = {
      ...before,
      ...definedOf(input.memory),
      executions: input.executions ?? before.executions + counted,
      successes: input.successes ?? before.successes + (input.increment === true ? 1 : 0),
      meanSteps: input.meanSteps ?? before.meanSteps,
      origin: 'outside',
      lastUpdatedAt: input.memory.lastUpdatedAt ?? context.clock.now(),
    };
    const scope = known !== undefined && mayChange(viewer, known.scope) ? known.scope : viewer;
    const derivedFrom = known === undefined ? [] : [{ kind: 'template' as const, id: templateId }];
    const command =
      memory === undefined
        ? saveLesson(newLesson(context, scope, 'agent-memory', { content, keys: [templateId], derivedFrom }))
        : revision(context, memory, { content });
    await context.store.commit([command]);
    return command.lesson as AgentMemory;
  });
}
