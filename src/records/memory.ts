import * as z from 'zod';
import type { Json } from '../json/json.ts';
import { nameText, storableText } from '../text/text.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { type MemoryContent, type MemoryKind, memoryContents, memoryKinds } from './memory-kinds.ts';
import { count } from './number.ts';
import { fraction, recordBase, recordId, sourceSchema, timestamp } from './record.ts';

/** Where a memory comes from. */
export const provenanceSchema = lazyObject(() => ({
  runId: recordId.nullable().default(null),
  stepId: recordId.nullable().default(null),
  /** Name of the import it came with. */
  importedFrom: nameText.nullable().default(null),
  /** The agent that knew it first, when it was handed on. */
  agent: nameText.nullable().default(null),
  /** Its name where it came from; an owner has at most one memory of each. */
  externalId: recordId.nullable().default(null),
  /** The conversation it was said in, and its place there. */
  sessionId: recordId.nullable().default(null),
  position: count.nullable().default(null),
  /** A person stated it: the owner, and not an agent, a run, an import or a model. */
  byPerson: z.literal(true).nullable().default(null),
}));

/** `importedFrom` of what was remembered of a conversation: a statement by itself, and no message that means something only in its place. */
export const rememberedFrom = 'conversation';

/** The import whose word a memory is; null for what was recorded here, or has a name of its own where it happened. */
export function claimedBy(provenance: Partial<Memory['provenance']> | undefined): string | null {
  const { importedFrom = null, externalId = null } = provenance ?? {};
  return externalId === null ? importedFrom : null;
}

/**
 * `active` · `demoted`: it kept hurting, and is found only by its id or in a list ·
 * `superseded`: something newer contradicts it · `merged`: another says the same and has taken over its counts ·
 * `archived`: old and of little use.
 */
export const standings = ['active', 'demoted', 'superseded', 'merged', 'archived'] as const;
/** Where a memory stands in its life. */
export type Standing = (typeof standings)[number];

export const linkKinds = ['contradicts', 'superseded-by', 'merged-into', 'summarised-in'] as const;
/** How a memory relates to another one. */
export type Link = z.infer<typeof linkSchema>;
export const linkSchema = lazyObject(() => ({ kind: z.enum(linkKinds), id: recordId }));

const weight = z.number().nonnegative();
export const evidenceSchema = lazyObject(() => ({
  successes: weight.default(0),
  failures: weight.default(0),
}));
export type Evidence = z.infer<typeof evidenceSchema>;

/** The fields of every memory. */
const memoryBase = () => ({
  ...recordBase,
  /** Free text; kinds with fields may leave it empty. `memoryText` reads both. */
  text: storableText.default(''),
  tags: z.array(nameText).default([]),
  confidence: fraction.default(0.5),
  relevance: fraction.default(0.5),
  successRate: fraction.nullable().default(null),
  lastAccessedAt: timestamp.nullable().default(null),
  accessCount: count.default(0),
  expiresAt: timestamp.nullable().default(null),
  /** What its owner says of it. It is seen by others only by a grant, in either case. */
  visibility: z.enum(['private', 'shareable']).default('private'),
  provenance: provenanceSchema.prefault({}),
  derivedFrom: z.array(sourceSchema).default([]),
  /** Where it stands in its life; see `isRecallable`. */
  standing: z.enum(standings).default('active'),
  /** How often it helped and hurt after use. Older outcomes have faded, so these need not be whole numbers. */
  evidence: evidenceSchema.prefault({}),
  /** When an outcome last spoke for or against it; from then on confidence fades again. */
  confirmedAt: timestamp.nullable().default(null),
  /** It held from `createdAt` until then; null while it holds. */
  validUntil: timestamp.nullable().default(null),
  links: z.array(linkSchema).default([]),
  /** Counts its changes; a writer names the one it has read, so that no change is lost. */
  revision: count.default(0),
});

const ofKind = <Kind extends MemoryKind>(kind: Kind, base: ReturnType<typeof memoryBase>) =>
  z.object({ ...base, kind: z.literal(kind), content: memoryContents[kind] });

/** One typed, scored, owned piece of knowledge: `kind` says which fields `content` has. */
export type Memory = z.infer<typeof memorySchema>;
export const memorySchema = lazySchema(() => {
  const base = memoryBase();
  return z
    .discriminatedUnion('kind', [
      ofKind('decision', base),
      ofKind('failure', base),
      ofKind('success', base),
      ofKind('collaboration', base),
      ofKind('knowledge', base),
      ofKind('experience', base),
      ofKind('entity', base),
      ofKind('rule', base),
      ofKind('preference', base),
    ])
    .refine((memory) => memory.text.trim() !== '' || Object.keys(memory.content).length > 0, {
      message: 'needs "text" or at least one field of its kind',
    });
});

export { type MemoryContent, type MemoryKind, memoryContents, memoryKinds };

/** How every memory begins its life. */
export function newLife(): Pick<
  Memory,
  | 'lastAccessedAt'
  | 'accessCount'
  | 'standing'
  | 'evidence'
  | 'confirmedAt'
  | 'validUntil'
  | 'links'
  | 'revision'
> {
  return {
    lastAccessedAt: null,
    accessCount: 0,
    standing: 'active',
    evidence: { successes: 0, failures: 0 },
    confirmedAt: null,
    validUntil: null,
    links: [],
    revision: 0,
  };
}

/** From that moment on a memory is treated as deleted. Pruning removes it. */
export function isExpired({ expiresAt }: Pick<Memory, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/**
 * Whether a memory may be answered to a search: it stands, holds and has not expired. One that does not stand or hold
 * is found by its id and in lists that ask for it.
 */
export function isRecallable(
  memory: Pick<Memory, 'standing' | 'expiresAt' | 'validUntil'>,
  now: number,
): boolean {
  return (
    memory.standing === 'active' &&
    !isExpired(memory, now) &&
    (memory.validUntil === null || memory.validUntil > now)
  );
}

/**
 * Whether it is a preference or a rule in the words of the user, which prompts tell as such. All else is data, and so is
 * what the user of another project shared.
 */
export function isStatedByUser(
  { kind, provenance, derivedFrom, scope }: Memory,
  { user, project }: Pick<Memory['scope'], 'user' | 'project'>,
): boolean {
  const isOwn = scope.user === user && scope.project === project && scope.agent === null;
  const isStatement = kind === 'preference' || kind === 'rule';
  return isOwn && isStatement && provenance.byPerson === true && derivedFrom.length === 0;
}

const words = (value: Json | undefined): string[] => {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [String(value)];
  return Object.entries(value).flatMap(([key, member]) =>
    Array.isArray(value) ? words(member) : [key, ...words(member)],
  );
};

/** Counts and ids say nothing about what a memory is about. */
const silentFields = new Set(['learnedFrom', 'timesApplied', 'ruleSuccessRate']);
/** Nor does how it ended: who asks about a failure does not ask for what failed. */
const endFields = new Set(['outcome', 'outcomeQuality']);

/** What search reads of a memory: all that it says but how it ended. */
export const searchedText = ({ text, content }: Pick<Memory, 'text' | 'content'>): string =>
  memoryText({
    text,
    content: Object.fromEntries(Object.entries(content).filter(([name]) => !endFields.has(name))),
  });

/** How often it helped; where nobody knows, how it ended. Null when that is not known either. */
export function successOf({ successRate, content }: Pick<Memory, 'successRate' | 'content'>): number | null {
  const { outcome, outcomeQuality } = content as MemoryContent<'decision'>;
  if (successRate !== null || outcome === undefined) return successRate;
  return outcomeQuality ?? { success: 1, partial: 0.5, failure: 0 }[outcome];
}

/**
 * All that a memory says, as one text: what a person sees in a table.
 *
 * @example
 * memoryText(decision); // 'api-auth-timeout · increase-timeout · failure'
 */
export function memoryText(memory: Pick<Memory, 'text' | 'content'>): string {
  const fields = Object.entries(memory.content)
    .filter(([name]) => !silentFields.has(name))
    .flatMap(([, value]) => words(value as Json).join(' '));
  return [memory.text, ...fields].filter((part) => part !== '').join(' · ');
}

/**
 * What a memory is about, normalised, so that all records about one situation can be fetched by one key:
 * the context of decisions, successes and experiences, the signature of a failure, the key of a preference.
 */
export function memoryTopic({ kind, content }: Pick<Memory, 'kind' | 'content'>): string | null {
  const memory = { kind, content } as Memory;
  switch (memory.kind) {
    case 'decision':
    case 'success':
    case 'experience':
      return normaliseTopic(memory.content.context);
    case 'failure':
      return normaliseTopic(memory.content.errorSignature);
    case 'preference':
      return normaliseTopic(memory.content.key);
    default:
      return null;
  }
}

/**
 * Case, white space and joining signs do not make another situation.
 *
 * @example
 * normaliseTopic('API auth_timeout'); // 'api-auth-timeout'
 */
export function normaliseTopic(text: string | undefined): string | null {
  const topic = text
    ?.normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/[\s_-]+/gu, '-');
  return topic === undefined || topic === '' ? null : topic;
}
