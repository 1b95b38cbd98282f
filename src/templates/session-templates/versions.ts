import { type Json, sameJson } from '../../json/json.ts';
import { outcomeQualities } from '../../records/execution-pattern.ts';
import type { SessionTemplate } from '../../records/lesson.ts';
import { maxEarlierVersions, maxSeedings, type Seeding } from '../../records/session-template.ts';

type SessionTemplateVersion = SessionTemplate['content'];

/** What is known about a session that becomes a template. */
export interface NewVersion
  extends Pick<SessionTemplateVersion, 'sessionId' | 'type' | 'examples' | 'automatic'> {
  /** The type that the caller states, which replaces the one derived from the calls (`type`). */
  readonly statedType?: SessionTemplateVersion['type'] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly description?: string | undefined;
  /** What the file it comes from claims. */
  readonly imported?: SessionTemplateVersion['imported'];
}

/** The first version of a template. */
export function firstVersion(version: NewVersion): SessionTemplateVersion {
  const { tags = [], description = '', statedType, imported = null, ...given } = version;
  return {
    ...given,
    type: statedType ?? given.type,
    tags: [...tags],
    description,
    imported,
    version: 1,
    status: 'active',
    retiredBecause: null,
    usage: 0,
    successes: 0,
    failures: 0,
    lastUsedAt: null,
    earlier: [],
    seedings: [],
  };
}

/**
 * A template whose name is given again. Other examples make another version: it begins without a record, and the figures of
 * the one before are kept. The same examples are the same version, whose type, tags and description change.
 */
export function nextVersion(before: SessionTemplateVersion, given: NewVersion): SessionTemplateVersion {
  const { tags = before.tags, description = before.description } = given;
  const described = { tags: [...tags], description };
  if (sameExamples(before, given)) return { ...before, ...described, type: given.statedType ?? before.type };
  const { version, sessionId, usage, successes, failures } = before;
  const earlier = [...before.earlier, { version, sessionId, usage, successes, failures }];
  return {
    ...firstVersion(given),
    ...described,
    version: version + 1,
    earlier: earlier.slice(-maxEarlierVersions),
    seedings: before.seedings,
  };
}

/** The same calls with the same results. Files do not tell the ids of calls, and older templates not the turns. */
function sameExamples(before: SessionTemplateVersion, { examples, imported = null }: NewVersion): boolean {
  const calls = (version: Pick<SessionTemplateVersion, 'examples'>): Json =>
    version.examples.map(({ turn, callId, ...call }) => (imported === null ? { ...call, callId } : call));
  return sameJson(calls(before), calls({ examples }));
}

/** The template after it was injected once more. */
export function afterUse(content: SessionTemplateVersion, seeding: Seeding): SessionTemplateVersion {
  const followed = seeding.sessionId !== null || seeding.runId !== null;
  return {
    ...content,
    usage: content.usage + 1,
    lastUsedAt: seeding.at,
    seedings: followed ? [...content.seedings, seeding].slice(-maxSeedings) : content.seedings,
  };
}

/** A session that ended. */
export interface EndedSession {
  readonly sessionId: string | null;
  readonly runId: string | null;
  readonly outcome: NonNullable<Seeding['outcome']>;
}

/** Counts the outcome of a session once for the version that was injected into it. */
export function afterEnd(content: SessionTemplateVersion, ended: EndedSession): SessionTemplateVersion {
  let after = content;
  const seedings = content.seedings.map((seeding) => {
    if (seeding.outcome !== null || !isOf(seeding, ended)) return seeding;
    after = credited(after, seeding.version, ended.outcome);
    return { ...seeding, runId: seeding.runId ?? ended.runId, outcome: ended.outcome };
  });
  return after === content ? content : { ...after, seedings };
}

function isOf({ sessionId, runId }: Seeding, ended: EndedSession): boolean {
  return (runId !== null && runId === ended.runId) || (sessionId !== null && sessionId === ended.sessionId);
}

function credited(
  content: SessionTemplateVersion,
  version: number,
  outcome: EndedSession['outcome'],
): SessionTemplateVersion {
  const quality = outcomeQualities[outcome];
  const more = <Figures extends { successes: number; failures: number }>(figures: Figures): Figures => ({
    ...figures,
    successes: figures.successes + quality,
    failures: figures.failures + 1 - quality,
  });
  if (version === content.version) return more(content);
  const earlier = content.earlier.map((one) => (one.version === version ? more(one) : one));
  return { ...content, earlier };
}

/** What a template is found by: the sessions it was injected into, and the one it comes from, unless only a file says so. */
export function keysOf({ sessionId, seedings, imported }: SessionTemplateVersion): string[] {
  const seeded = seedings.flatMap((seeding) => [seeding.sessionId, seeding.runId]);
  const ids = new Set(seeded.filter((id): id is string => id !== null));
  return [...(imported === null ? [madeFromKey(sessionId)] : []), ...[...ids].map(seededKey)];
}

/** Found by the session it was made from. */
export function madeFromKey(sessionId: string): string {
  return `from:${sessionId}`;
}

/** Found by a session, or a run, that it was injected into. */
export function seededKey(id: string): string {
  return `seeded:${id}`;
}
