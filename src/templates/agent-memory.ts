import type * as z from 'zod';
import { mayChange } from '../access/reach.ts';
import { newLesson, retryOnConflict, revision } from '../learn/lessons.ts';
import type { Context } from '../ports/context.ts';
import type { AgentMemoryContent, Distilled } from '../records/agent-memory.ts';
import type { AgentMemory } from '../records/lesson.ts';
import { parseInput } from '../records/parse.ts';
import type { Scope, Viewer } from '../records/scope.ts';
import type { Template } from '../records/template.ts';
import { agentMemoryInput, keepAgentMemoryInput } from '../records/template-inputs.ts';
import type { RecordedRun } from './build-template.ts';
import { declaredEffects } from './declared-effects.ts';
import { judgedRun } from './failed-change.ts';
import { findTemplate } from './find-template.ts';
import { distil, distilAll } from './memory/distil.ts';
import { mergeMemory } from './memory/merge.ts';
import type { RunLog } from './memory/run-log.ts';
import { synthesise } from './memory/synthesise.ts';

export type AskAgentMemory = z.input<typeof agentMemoryInput>;
export type KeepAgentMemory = z.input<typeof keepAgentMemoryInput>;

/** Tokens that a model may write about one run. */
const maxSynthesisLength = 2_000;

function logOf(
  { run, steps }: RecordedRun,
  agent: string | null,
  plan?: Pick<Template, 'plan' | 'dropped' | 'parameters'>,
): RunLog {
  return { task: run.task, agent, outcome: run.outcome, steps, durationMs: run.totals.wallTimeMs, plan };
}

/** What each agent of a run learned from it, by rules, as lessons that are not written yet. */
export function firstMemories(context: Context, template: Template, recorded: RecordedRun): AgentMemory[] {
  const log = logOf(recorded, null, template);
  return [...distilAll(log)].map(([agent, distilled]) =>
    memoryLesson(context, template, merged(context, template.id, agent, recorded, null, distilled, 'rules')),
  );
}

function memoryLesson(
  context: Context,
  { id, scope }: { readonly id: string; readonly scope: Scope },
  content: AgentMemoryContent,
): AgentMemory {
  return newLesson(context, scope, 'agent-memory', {
    content,
    keys: [id],
    derivedFrom: [{ kind: 'template', id }],
  });
}

function merged(
  context: Context,
  templateId: string,
  agent: string | null,
  { run }: RecordedRun,
  previous: AgentMemoryContent | null,
  distilled: Distilled,
  origin: AgentMemoryContent['origin'],
): AgentMemoryContent {
  const { modelCalls, toolCalls } = run.totals;
  const memoryRun = {
    templateId,
    agent,
    success: run.outcome === 'success',
    steps: modelCalls + toolCalls,
    at: context.clock.now(),
  };
  return mergeMemory(previous, distilled, memoryRun, origin);
}

/** Lets the language model say it better, in the background. When it cannot, what the rules found stays. */
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
      const distilled = await byModel(context, logOf(recorded, content.agent, template), null);
      if (distilled === undefined) continue;
      await changeMemory(context, viewer, id, (now) => ({
        ...now,
        ...distilled,
        origin: 'model',
        lastUpdatedAt: context.clock.now(),
      }));
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
  change: (content: AgentMemoryContent) => AgentMemoryContent,
): Promise<void> {
  await retryOnConflict(context, async () => {
    const [memory] = await context.store.findLessons(viewer, 'agent-memory', [id]);
    // Deleted with its template meanwhile.
    if (memory === undefined) return;
    await context.store.commit([revision(context, memory, { content: change(memory.content) })]);
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

async function memoriesOf(context: Context, viewer: Viewer, template: string): Promise<AgentMemory[]> {
  const known = await findTemplate(context, viewer, template);
  const memories = await context.store.findLessons(viewer, 'agent-memory', [known?.id ?? template]);
  return memories.toSorted((left, right) => right.updatedAt - left.updatedAt);
}

/** The memory of one agent for a template: its own, else that of the agent who did it first. */
export async function memoryFor(
  context: Context,
  viewer: Viewer,
  template: Template,
  agent: string | null,
): Promise<AgentMemoryContent | null> {
  const memories = await memoriesOf(context, viewer, template.id);
  const own =
    memories.find(({ content, scope }) => content.agent === agent && scope.agent === viewer.agent) ??
    memories.find(({ content }) => content.agent === agent);
  const first = memories.find(({ content }) => content.agent === (template.agents[0] ?? null));
  return (own ?? first ?? memories[0])?.content ?? null;
}

/** Merges what a re-execution taught into the memory of its agents (TPL-5). */
export async function learnFromRun(
  context: Context,
  viewer: Viewer,
  template: Template,
  finished: RecordedRun,
): Promise<void> {
  const recorded = judgedRun(finished, declaredEffects(context.settings.tools, template.toolEffects));
  const agents = new Set(recorded.steps.map(({ scope }) => scope.agent));
  if (agents.size === 0) agents.add(recorded.run.scope.agent);
  for (const agent of agents) {
    const log = logOf(recorded, agent);
    const before = await ownMemory(context, viewer, template.id, agent);
    const told = await byModel(context, log, before?.content ?? null);
    const distilled = told ?? distil(log);
    const origin = told === undefined ? 'rules' : 'model';
    await retryOnConflict(context, async () => {
      const memory = await ownMemory(context, viewer, template.id, agent);
      const content = merged(
        context,
        template.id,
        agent,
        recorded,
        memory?.content ?? null,
        distilled,
        origin,
      );
      await context.store.commit([
        memory === undefined
          ? {
              type: 'save-lesson',
              lesson: memoryLesson(context, { id: template.id, scope: recorded.run.scope }, content),
            }
          : revision(context, memory, { content }),
      ]);
    });
  }
}

async function ownMemory(
  context: Context,
  viewer: Viewer,
  templateId: string,
  agent: string | null,
): Promise<AgentMemory | undefined> {
  const memories = await memoriesOf(context, viewer, templateId);
  // What the project shares is read by all its agents, and written by its owner alone.
  return memories.find(({ content, scope }) => content.agent === agent && mayChange(viewer, scope));
}

/** Keeps what somebody outside knows about an agent's work (API-2): adds to what is there, or makes it. */
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
    const memory = await ownMemory(context, viewer, templateId, agent);
    const before = memory?.content ?? emptyMemory(templateId, agent, context.clock.now());
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
    const command =
      memory === undefined
        ? ({
            type: 'save-lesson',
            lesson: newLesson(context, scope, 'agent-memory', {
              content,
              keys: [templateId],
              derivedFrom: known === undefined ? [] : [{ kind: 'template', id: templateId }],
            }),
          } as const)
        : revision(context, memory, { content });
    await context.store.commit([command]);
    return command.lesson as AgentMemory;
  });
}

function emptyMemory(templateId: string, agent: string | null, now: number): AgentMemoryContent {
  return {
    templateId,
    agent,
    strategies: [],
    toolSequence: [],
    pitfalls: [],
    tips: [],
    insights: [],
    confidence: 0.5,
    distillations: 0,
    successes: 0,
    executions: 0,
    meanSteps: 0,
    origin: 'outside',
    lastUpdatedAt: now,
  };
}

/** Without what was left out: it must not overwrite anything. */
function definedOf<Value extends object>(
  value: Value,
): { [Key in keyof Value]?: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Key in keyof Value]?: Exclude<Value[Key], undefined>;
  };
}
