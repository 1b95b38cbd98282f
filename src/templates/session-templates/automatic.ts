import type { SessionImport } from '../../capture/import-sessions.ts';
import { allLessons, retryOnConflict, revision } from '../../learn/lessons.ts';
import type { Context } from '../../ports/context.ts';
import type { SessionTemplate } from '../../records/lesson.ts';
import { sameScope, type Viewer } from '../../records/scope.ts';
import { classify } from './classify.ts';
import { coldRecord } from './cold-sessions.ts';
import { reasonToRetire } from './effectiveness.ts';
import { extractExamples } from './extract.ts';
import { type ReadSession, readSession } from './read-session.ts';
import { maxTemplates, saveTemplateOf } from './session-templates.ts';
import { afterEnd, type EndedSession, keysOf, madeFromKey, seededKey } from './versions.ts';

/** Active templates of one type and owner that Engram makes by itself. Each has to be tried before it is known to help. */
const maxAutomatic = 5;

interface AfterSession {
  /** Names of templates that were retired. */
  readonly retired: readonly string[];
  /** The template that was made of the session; null when none was. */
  readonly created: string | null;
}

/**
 * To be called when a run has ended, or a session with an outcome was imported (SES-6). The outcome counts for the version
 * of the template that was injected; a version that does not help is retired, and never deleted. A session that succeeded
 * without a template becomes one, where the settings say so. Calling it again changes nothing.
 */
export async function afterSession(
  context: Context,
  viewer: Viewer,
  ended: EndedSession,
): Promise<AfterSession> {
  const ids = [ended.sessionId, ended.runId].filter((id) => id !== null);
  const seeded = await context.store.findLessons(viewer, 'session-template', ids.map(seededKey));
  const retired: string[] = [];
  for (const { id } of seeded) {
    const name = await settle(context, viewer, id, ended);
    if (name !== undefined) retired.push(name);
  }
  const { automatic } = context.settings.sessionTemplates;
  if (!automatic || ended.outcome !== 'success' || seeded.length > 0) return { retired, created: null };
  return { retired, created: await createFrom(context, viewer, ended) };
}

/** The same for every session of an import that has an outcome, in the background. */
export function afterImport(context: Context, viewer: Viewer, { runs }: Pick<SessionImport, 'runs'>): void {
  context.inBackground(async () => {
    for (const { sessionId, runId, outcome } of runs) {
      if (outcome !== null) await afterSession(context, viewer, { sessionId, runId, outcome });
    }
  });
}

/** Counts the outcome; returns the name of the template if it was retired. */
async function settle(
  context: Context,
  viewer: Viewer,
  id: string,
  ended: EndedSession,
): Promise<string | undefined> {
  const { judgedAfter } = context.settings.sessionTemplates;
  return retryOnConflict(context, async () => {
    const [template] = await context.store.findLessons(viewer, 'session-template', [id]);
    if (template === undefined) return undefined;
    const settled = afterEnd(template.content, ended);
    if (settled === template.content) return undefined;
    const { successes, failures, status } = settled;
    const isJudged = status === 'active' && successes + failures >= judgedAfter;
    const cold = isJudged ? await coldRecord(context, template.scope, settled.type) : undefined;
    const reason = cold === undefined ? undefined : reasonToRetire(settled, cold, judgedAfter);
    const content: SessionTemplate['content'] =
      reason === undefined ? settled : { ...settled, status: 'retired', retiredBecause: reason };
    await context.store.commit([revision(context, template, { content, keys: keysOf(content) })]);
    return reason === undefined ? undefined : (template.slug ?? template.id);
  });
}

/** Makes a template and returns its name; null when the session is not suitable. */
async function createFrom(context: Context, viewer: Viewer, ended: EndedSession): Promise<string | null> {
  const settings = context.settings.sessionTemplates;
  // The same session, and its run, make one template.
  const keys = [ended.sessionId, ended.runId].filter((one) => one !== null).map(madeFromKey);
  const made = await context.store.findLessons(viewer, 'session-template', keys);
  if (made.length > 0) return null;
  const session = await readEnded(context, viewer, ended);
  if (session === null) return null;
  const { calls } = session.recorded;
  const worked = calls.filter(({ outcome }) => outcome === 'worked').length;
  if (worked < settings.automaticFrom || extractExamples(calls).length === 0) return null;
  const tools = calls.map(({ tool }) => tool);
  const type = classify(tools, settings);
  const all = await allLessons(context, viewer, 'session-template', maxTemplates);
  const alike = all.filter(
    ({ scope, content }) =>
      sameScope(scope, session.scope) &&
      content.automatic &&
      content.status === 'active' &&
      content.type === type,
  );
  if (alike.length >= maxAutomatic) return null;
  const template = await saveTemplateOf(context, viewer, session, { automatic: true });
  return template.slug;
}

/** The session, or its run where no message of the session was kept. */
async function readEnded(
  context: Context,
  viewer: Viewer,
  { sessionId, runId }: EndedSession,
): Promise<ReadSession | null> {
  const sessions = sessionId === null ? [] : await context.store.findSessions(viewer, sessionId);
  const id = sessions.length > 0 ? sessionId : runId;
  return id === null ? null : readSession(context, viewer, id);
}
