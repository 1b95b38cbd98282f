import type * as z from 'zod';
import { listAgents } from '../capture/agents.ts';
import { notFound } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import { contextFor } from '../recall/prompt-context.ts';
import { lookUp } from '../recall/recall.ts';
import { type ComparedTask, type RelatedExecution, relatedWork } from '../recall/similar-tasks.ts';
import { type AgentMatch, matchAgentInput, type RankedAgent } from '../records/agent-match.ts';
import { outcomeQualities } from '../records/execution-pattern.ts';
import type { taskQuestion } from '../records/inputs.ts';
import { memoryText } from '../records/memory.ts';
import type { OwnedOf } from '../records/owned/owned-records.ts';
import { parseInput } from '../records/parse.ts';
import { type Outcome, outcomeSchema } from '../records/record.ts';
import type { Viewer } from '../records/scope.ts';
import { type CandidateAgent, type Outcomes, rankAgents, whyFirst } from './rank-agents.ts';

export type MatchAgent = z.input<typeof matchAgentInput>;

/** Registered agents that are looked at. */
const maxAgents = 1_000;
/** Memories of such work that are looked at: the most relevant. */
const maxMemories = 200;

/**
 * Ranks the agents of the project for a task, with the memory context for the first (COO-2). Agents that are registered can be
 * chosen; when none is, those that left records. An agent that asks sees the outcomes that it may see.
 */
export async function matchAgent(context: Context, viewer: Viewer, raw: MatchAgent): Promise<AgentMatch> {
  const { agents, tokens, ...question } = parseInput(matchAgentInput, raw, 'task');
  const among = agents ?? (await candidateNames(context, viewer));
  if (agents !== undefined) await refuseUnknown(context, viewer, agents);
  const { ranking, description } = await rankForTask(context, viewer, question, among);
  const [best] = ranking;
  return {
    agent: best?.agent ?? null,
    ranking,
    why: whyFirst(ranking),
    context:
      best === undefined || tokens === 0
        ? ''
        : await contextOf(context, viewer, best.agent, description, tokens),
  };
}

/** The agents that can be chosen: those that are registered; when none is, those that left records. */
export async function candidateNames({ store }: Context, viewer: Viewer): Promise<string[]> {
  const { items } = await store.listRecords(viewer, 'agent', {}, { limit: maxAgents });
  if (items.length > 0) return items.map(({ name }) => name);
  return (await store.listAgents(viewer)).map(({ agent }) => agent);
}

async function refuseUnknown(context: Context, viewer: Viewer, agents: readonly string[]): Promise<void> {
  const known = new Set((await listAgents(context, viewer)).map(({ agent }) => agent));
  const unknown = agents.find((name) => !known.has(name));
  if (unknown !== undefined) throw notFound('agent', unknown);
}

/** Ranks these agents for a task; one that nobody knows is like a new one. */
export async function rankForTask(
  context: Context,
  viewer: Viewer,
  question: z.input<typeof taskQuestion>,
  agents: readonly string[],
): Promise<{ readonly ranking: RankedAgent[]; readonly description: string }> {
  const [{ task, runs }, { items: registered }, { all, finished }] = await Promise.all([
    relatedWork(context, viewer, question),
    context.store.listRecords(viewer, 'agent', {}, { limit: maxAgents }),
    outcomesByAgent(context, viewer),
  ]);
  const { threshold } = context.settings.recall.similarTasks;
  const related = runs.filter(({ similarity }) => similarity >= threshold);
  const similar = similarOutcomes(related);
  for (const { agent, outcome, weight } of await remembered(
    context,
    viewer,
    task.description,
    threshold,
    runs,
  ))
    add(similar, agent, outcomeQualities[outcome], weight);
  const known = new Map<string, Candidate>(registered.map((agent) => [agent.name, agent]));
  const none: Outcomes = { successes: 0, failures: 0 };
  const candidates = [...new Set(agents)].map(async (name): Promise<CandidateAgent> => {
    const { model, ...registration } = known.get(name) ?? unregistered;
    return {
      agent: name,
      model,
      specialisation: await fitOf(context, task, registration),
      similar: similar.get(name) ?? none,
      all: all.get(name) ?? none,
      finished: finished.get(name) ?? 0,
    };
  });
  return { ranking: rankAgents(await Promise.all(candidates)), description: task.description };
}

type Candidate = Pick<OwnedOf<'agent'>, 'model' | 'specialisations' | 'description'>;
const unregistered: Candidate = { model: null, specialisations: [], description: null };

/** The specialisation that fits best. One that is the category or type of the task fits wholly. */
async function fitOf(
  context: Context,
  task: ComparedTask,
  { specialisations, description }: Omit<Candidate, 'model'>,
): Promise<CandidateAgent['specialisation']> {
  const named = [task.category, task.type].flatMap((name) => (name === null ? [] : [name.toLowerCase()]));
  const text = [task.category, task.type, task.description].filter((part) => part !== null).join(' ');
  const fits = await Promise.all(
    specialisations.map(async (name) => {
      if (named.includes(name.toLowerCase())) return { name, fit: 1 };
      return { name, fit: await shareOf(context, name, text) };
    }),
  );
  const [best] = fits.sort((left, right) => right.fit - left.fit);
  if (best === undefined || description === null) return best ?? null;
  return { ...best, fit: Math.max(best.fit, await shareOf(context, description, text)) };
}

async function shareOf(context: Context, phrase: string, text: string): Promise<number> {
  const [similarity = 0] = await context.finder.similarity(phrase, [text]);
  return Math.max(0, Math.min(1, similarity));
}

function similarOutcomes(runs: readonly RelatedExecution[]): Map<string, Outcomes> {
  const found = new Map<string, Outcomes>();
  for (const { execution, similarity } of runs) {
    if (execution.agent === null) continue;
    add(found, execution.agent, outcomeQualities[execution.outcome], similarity);
  }
  return found;
}

/**
 * Outcomes that the agents remember of such work, each weighted by how similar the memory is. What an agent was handed by another is
 * none of its own, and a run that is counted is not counted again by what was noted in it.
 */
async function remembered(
  context: Context,
  viewer: Viewer,
  query: string,
  threshold: number,
  runs: readonly RelatedExecution[],
): Promise<ReadonlyArray<{ readonly agent: string; readonly outcome: Outcome; readonly weight: number }>> {
  if (query === '') return [];
  const hits = await lookUp(context, viewer, { query, limit: maxMemories });
  // The rest of a long issue says little about what it is like.
  const [headline = ''] = query.trim().split('\n', 1);
  const texts = hits.map(({ memory }) => memoryText(memory));
  // Beside the tasks of runs, because a word counts by how rare it is among all of these texts.
  const tasks = runs.map(({ execution }) => execution.description);
  const similarities = await context.finder.similarity(headline, [...texts, ...tasks]);
  const weights = new Map(
    hits.flatMap(({ memory, duplicates }, place) => {
      // Many that are hardly related prove nothing.
      const weight = similarities[place] ?? 0;
      return weight < threshold ? [] : [memory.id, ...duplicates].map((id) => [id, weight] as const);
    }),
  );
  const counted = new Set(runs.map(({ execution }) => execution.runId));
  const memories = await context.store.getMemories(viewer, [...weights.keys()]);
  return memories.flatMap(({ id, scope: { agent }, kind, content, provenance, derivedFrom }) => {
    const told =
      kind === 'success' || kind === 'failure' ? kind : 'outcome' in content ? content.outcome : null;
    const outcome = outcomeSchema.safeParse(told).data;
    const sources = [provenance.runId ?? '', ...derivedFrom.map((source) => source.id)];
    const isFurther = provenance.agent === null && !sources.some((source) => counted.has(source));
    if (agent === null || outcome === undefined || !isFurther) return [];
    return [{ agent, outcome, weight: weights.get(id) ?? 0 }];
  });
}

async function outcomesByAgent(context: Context, viewer: Viewer) {
  const all = new Map<string, Outcomes>();
  const finished = new Map<string, number>();
  for (const { agent, outcome, runs } of await context.store.tallyRuns(viewer)) {
    if (agent === null) continue;
    add(all, agent, outcomeQualities[outcome], runs);
    finished.set(agent, (finished.get(agent) ?? 0) + runs);
  }
  return { all, finished };
}

function add(to: Map<string, Outcomes>, agent: string, quality: number, weight: number): void {
  const { successes, failures } = to.get(agent) ?? { successes: 0, failures: 0 };
  to.set(agent, {
    successes: successes + weight * quality,
    failures: failures + weight * (1 - quality),
  });
}

/** What the winner remembers about such work. Only the owner sees what another agent remembers. */
async function contextOf(
  context: Context,
  viewer: Viewer,
  agent: string,
  description: string,
  tokens: number | undefined,
): Promise<string> {
  if (viewer.agent !== null && viewer.agent !== agent) return '';
  const asked = { query: description, ...(tokens === undefined ? {} : { tokens }) };
  return (await contextFor(context, { ...viewer, agent }, asked)).text;
}
