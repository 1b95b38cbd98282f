import { pickOne } from '../../access/pick-one.ts';
import { mayChange } from '../../access/reach.ts';
import { EngramError, notFound } from '../../errors.ts';
import {
  allLessons,
  freeSlug,
  newLesson,
  retryOnConflict,
  revision,
  saveLesson,
} from '../../learn/lessons.ts';
import type { Context } from '../../ports/context.ts';
import { restsOn, withdrawnRuns } from '../../recall/loans.ts';
import type { SessionTemplate } from '../../records/lesson.ts';
import { parseInput } from '../../records/parse.ts';
import { type Scope, sameScope, type Viewer } from '../../records/scope.ts';
import type { SessionType } from '../../records/session-template.ts';
import {
  bestSessionTemplateInput,
  createSessionTemplateInput,
  listSessionTemplatesInput,
  sessionTemplateInput,
} from '../../records/session-template-inputs.ts';
import { counted } from '../../text/counted.ts';
import { classify } from './classify.ts';
import type {
  AskBestSessionTemplate,
  CreateSessionTemplate,
  ListSessionTemplates,
  SessionTemplateDetails,
  SessionTemplateStatistics,
  ShownSessionTemplate,
} from './contract.ts';
import { bestOf } from './effectiveness.ts';
import { extractExamples } from './extract.ts';
import { type ReadSession, readSession } from './read-session.ts';
import { shownTemplate, statisticsOf, templateDetails } from './shown.ts';
import { firstVersion, keysOf, madeFromKey, nextVersion } from './versions.ts';

export const maxTemplates = 10_000;

/** Makes a template of the calls of a session that worked (SES-2, 3). */
export async function createSessionTemplate(
  context: Context,
  viewer: Viewer,
  raw: CreateSessionTemplate,
): Promise<SessionTemplateDetails> {
  const input = parseInput(createSessionTemplateInput, raw, 'session template');
  const session = await readSession(context, viewer, input.session);
  return templateDetails(await saveTemplateOf(context, viewer, session, { ...input, automatic: false }));
}

/** How a session becomes a template. */
export interface RequestedTemplates {
  readonly name?: string | undefined;
  readonly type?: SessionType | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly maxExamples?: number;
  readonly automatic: boolean;
}

/** Saves a template for the owner of the session: the whole project must not learn what one agent did. */
export async function saveTemplateOf(
  context: Context,
  viewer: Viewer,
  { recorded, scope, kind }: ReadSession,
  { name, type: statedType, tags, description, maxExamples, automatic }: RequestedTemplates,
): Promise<SessionTemplate> {
  const examples = [...extractExamples(recorded.calls, maxExamples)];
  if (examples.length === 0) throw withoutExamples(recorded);
  const tools = recorded.calls.map(({ tool }) => tool);
  const type = classify(tools, context.settings.sessionTemplates);
  const owner = mayChange(viewer, scope) ? scope : viewer;
  const given = { sessionId: recorded.id, type, statedType, examples, automatic, tags, description };
  const derivedFrom = [{ kind, id: recorded.id }];
  return retryOnConflict(context, async () => {
    const before = await ownTemplate(context, owner, name, recorded.id);
    const slug =
      name ?? before?.slug ?? (await unusedName(context, owner, `${statedType ?? type}-${recorded.id}`));
    const command =
      before === undefined
        ? saveLesson(newLesson(context, owner, 'session-template', { slug, content: firstVersion(given) }))
        : revision(context, before, { content: nextVersion(before.content, given) });
    const lesson = { ...command.lesson, derivedFrom } as SessionTemplate;
    await context.store.commit([{ ...command, lesson: { ...lesson, keys: keysOf(lesson.content) } }]);
    // What is kept has lost its secrets.
    const [kept = lesson] = await context.store.findLessons(viewer, 'session-template', [lesson.id]);
    return kept;
  });
}

function withoutExamples({ id, calls }: ReadSession['recorded']): EngramError {
  const failed = calls.filter(({ outcome }) => outcome === 'failed').length;
  const worked = calls.filter(({ outcome }) => outcome === 'worked').length;
  return new EngramError(
    'invalid_input',
    `Session "${id}" has no call that could be an example: of ${counted(calls.length, 'call')} ${worked} worked and ${failed} failed. A call that worked needs arguments, which may not be very large or hold a secret.`,
    { details: { session: id, calls: calls.length, worked, failed } },
  );
}

/** The owner's template of this name; without a name, the one that was made of this session before. */
async function ownTemplate(
  context: Context,
  owner: Scope,
  name: string | undefined,
  sessionId: string,
): Promise<SessionTemplate | undefined> {
  const found = await context.store.findLessons(owner, 'session-template', [name ?? madeFromKey(sessionId)]);
  return found.find(
    ({ scope, slug, content }) =>
      sameScope(scope, owner) && (name === undefined ? content.sessionId === sessionId : slug === name),
  );
}

async function unusedName(context: Context, owner: Scope, wanted: string): Promise<string> {
  const all = await allLessons(context, owner, 'session-template', maxTemplates);
  const taken = new Set(all.filter(({ scope }) => sameScope(scope, owner)).map(({ slug }) => slug));
  return freeSlug(wanted, (slug) => taken.has(slug));
}

/** A template by its name or id. */
export async function namedTemplate(
  context: Context,
  viewer: Viewer,
  rawName: string,
): Promise<SessionTemplate> {
  const { name } = parseInput(sessionTemplateInput, { name: rawName }, 'session template');
  const found = await context.store.findLessons(viewer, 'session-template', [name]);
  // A key is no name.
  const named = found.filter(({ id, slug }) => id === name || slug === name);
  return pickOne('session template', name, viewer, named);
}

export async function showSessionTemplate(
  context: Context,
  viewer: Viewer,
  name: string,
): Promise<SessionTemplateDetails> {
  return templateDetails(await namedTemplate(context, viewer, name));
}

async function fittingTemplates(
  context: Context,
  viewer: Viewer,
  { type, tags }: { readonly type?: string | undefined; readonly tags: readonly string[] },
): Promise<SessionTemplate[]> {
  const all = await allLessons(context, viewer, 'session-template', maxTemplates);
  return all.filter(
    ({ content }) =>
      (type === undefined || content.type === type) &&
      (tags.length === 0 || tags.some((tag) => content.tags.includes(tag))),
  );
}

/** By name, those in use before those that were retired. */
export async function listSessionTemplates(
  context: Context,
  viewer: Viewer,
  raw: ListSessionTemplates,
): Promise<readonly ShownSessionTemplate[]> {
  const { limit, ...filter } = parseInput(listSessionTemplatesInput, raw, 'session template list');
  return (await fittingTemplates(context, viewer, filter))
    .map(shownTemplate)
    .sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1))
    .slice(0, limit);
}

function sortKey({ status, name, id }: ShownSessionTemplate): string {
  return `${status}\n${name}\n${id}`;
}

/** The template to use (SES-3); of equal ones the one that was used longest ago, then the newest. */
export async function bestSessionTemplate(
  context: Context,
  viewer: Viewer,
  raw: AskBestSessionTemplate,
): Promise<ShownSessionTemplate | null> {
  const filter = parseInput(bestSessionTemplateInput, raw, 'question for a session template');
  const withdrawn = await withdrawnRuns(context, viewer);
  const active = (await fittingTemplates(context, viewer, filter))
    .filter(({ content, derivedFrom }) => content.status === 'active' && !restsOn(derivedFrom, withdrawn))
    .sort((left, right) => (left.content.lastUsedAt ?? 0) - (right.content.lastUsedAt ?? 0))
    .map((lesson) => {
      const { usage, successes, failures } = lesson.content;
      return { lesson, usage, successes, failures };
    });
  const best = bestOf(active, context.settings.sessionTemplates.judgedAfter);
  return best === undefined ? null : shownTemplate(best.lesson);
}

export async function deleteSessionTemplate(
  context: Context,
  viewer: Viewer,
  name: string,
): Promise<{ readonly deleted: string }> {
  const { id, scope } = await namedTemplate(context, viewer, name);
  if (!mayChange(viewer, scope)) throw notFound('session template', name);
  await context.store.commit([{ type: 'delete-lesson', owner: scope, id }]);
  return { deleted: id };
}

export async function sessionTemplateStatistics(
  context: Context,
  viewer: Viewer,
): Promise<SessionTemplateStatistics> {
  return statisticsOf(await allLessons(context, viewer, 'session-template', maxTemplates));
}
