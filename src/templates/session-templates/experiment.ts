import { pickOne } from '../../access/pick-one.ts';
import { EngramError } from '../../errors.ts';
import { allLessons, freeSlug, newLesson, retryOnConflict, saveLesson } from '../../learn/lessons.ts';
import type { Context } from '../../ports/context.ts';
import type { Experiment, SessionTemplate } from '../../records/lesson.ts';
import { parseInput } from '../../records/parse.ts';
import { sameScope, type Viewer } from '../../records/scope.ts';
import {
  experimentInput,
  listExperimentsInput,
  sessionExperimentInput,
} from '../../records/session-template-inputs.ts';
import { coldRuns } from './cold-sessions.ts';
import { compareSessions, summaryOf } from './compare.ts';
import type { ListExperiments, SessionExperiment } from './contract.ts';
import { figuresOf } from './figures.ts';
import { type ReadSession, readSession } from './read-session.ts';
import { namedTemplate } from './session-templates.ts';

const maxExperiments = 10_000;
const maxCold = 200;

/** Compares recorded sessions of the same task without and with the template, and stores the result (SES-5). */
export async function runExperiment(
  context: Context,
  viewer: Viewer,
  raw: SessionExperiment,
): Promise<Experiment> {
  const input = parseInput(sessionExperimentInput, raw, 'experiment');
  const template = await namedTemplate(context, viewer, input.name);
  const seededSessions = await readAll(context, viewer, input.seeded ?? seededWith(template));
  const coldIds = input.cold ?? (await coldOnesOf(context, viewer, seededSessions));
  const coldSessions = await readAll(context, viewer, coldIds);
  refuseBoth(coldSessions, seededSessions);
  const cold = coldSessions.map(({ recorded }) => figuresOf(recorded));
  const seeded = seededSessions.map(({ recorded }) => figuresOf(recorded));
  const comparisons = [...compareSessions(cold, seeded, context.random)];
  const name = template.slug ?? template.id;
  const content = {
    template: name,
    version: template.content.version,
    cold,
    seeded,
    comparisons,
    significance: Object.fromEntries(comparisons.map(({ figure, p }) => [figure, p])),
    summary: summaryOf(comparisons, cold.length, seeded.length),
  };
  return retryOnConflict(context, async () => {
    const known = await allLessons(context, viewer, 'experiment', maxExperiments);
    const taken = new Set(known.filter(({ scope }) => sameScope(scope, viewer)).map(({ slug }) => slug));
    const experiment = newLesson(context, viewer, 'experiment', {
      slug: freeSlug(`${name}-experiment`, (slug) => taken.has(slug)),
      content,
      keys: [template.id, `of:${name}`],
      derivedFrom: [{ kind: 'lesson', id: template.id }],
    });
    await context.store.commit([saveLesson(experiment)]);
    return experiment;
  });
}

/** Each session once, however often it is named. */
async function readAll(context: Context, viewer: Viewer, ids: readonly string[]): Promise<ReadSession[]> {
  const sessions: ReadSession[] = [];
  for (const id of new Set(ids)) sessions.push(await readSession(context, viewer, id));
  return sessions;
}

function refuseBoth(cold: readonly ReadSession[], seeded: readonly ReadSession[]): void {
  const idsOf = ({ recorded, runId }: ReadSession) => [recorded.id, ...(runId === null ? [] : [runId])];
  const ids = new Set(seeded.flatMap(idsOf));
  const both = cold.flatMap(idsOf).find((id) => ids.has(id));
  if (both === undefined) return;
  const message = `Session "${both}" cannot be both cold and seeded. Name it in one of the two lists.`;
  throw new EngramError('invalid_input', message, { details: { fields: ['cold', 'seeded'] } });
}

/** Where this version was injected: the session, which has turns, before the run. */
function seededWith({ content }: SessionTemplate): string[] {
  const ofVersion = content.seedings.filter(({ version }) => version === content.version);
  return [...new Set(ofVersion.flatMap(({ sessionId, runId }) => sessionId ?? runId ?? []))];
}

/** Finished runs of the same tasks that nothing was injected into. */
async function coldOnesOf(
  context: Context,
  viewer: Viewer,
  seeded: readonly ReadSession[],
): Promise<string[]> {
  const tasks = new Set<string>();
  const runs = new Set<string>();
  for (const { runId } of seeded) {
    const run = runId === null ? undefined : await context.store.getRun(viewer, runId);
    if (run === undefined) continue;
    runs.add(run.id);
    tasks.add(run.task.id ?? run.task.description);
  }
  return (await coldRuns(context, viewer))
    .filter(({ runId, taskId, description }) => !runs.has(runId) && tasks.has(taskId ?? description))
    .map(({ runId }) => runId)
    .slice(0, maxCold);
}

/** Newest first. */
export async function listExperiments(
  context: Context,
  viewer: Viewer,
  raw: ListExperiments,
): Promise<readonly Experiment[]> {
  const { name, limit } = parseInput(listExperimentsInput, raw, 'experiment list');
  const all = await allLessons(context, viewer, 'experiment', maxExperiments);
  return all.filter(({ content }) => name === undefined || content.template === name).slice(0, limit);
}

export async function showExperiment(context: Context, viewer: Viewer, rawId: string): Promise<Experiment> {
  const { id } = parseInput(experimentInput, { id: rawId }, 'experiment');
  const found = await context.store.findLessons(viewer, 'experiment', [id]);
  const named = found.filter((experiment) => experiment.id === id || experiment.slug === id);
  return pickOne('experiment', id, viewer, named);
}
