import type { Settings } from '../../config/settings.ts';
import { type Memory, newLife, provenanceSchema } from '../../records/memory.ts';
import type { MemoryContent } from '../../records/memory-kinds.ts';
import { schemaVersion } from '../../records/record.ts';
import { termsOf } from '../../text/terms.ts';
import { type Change, changed } from './change.ts';
import { claimOf } from './claim.ts';
import { generatedTag } from './compress.ts';
import { evidenceAt, posteriorMean, statedConfidence } from './outcome.ts';
import { statementOf } from './statement.ts';
import { conditionWords } from './statement-words.ts';
import { isComparable, keyOf } from './subject.ts';

/** A lesson, and the memory that teaches it. */
export interface TaughtLesson {
  readonly text: string;
  readonly memory: Memory;
}

/** A rule names at most so many memories that teach it; more would not make it surer. */
const maxEvidence = 200;

/** What a memory teaches: the lesson of an experience, what prevents a failure, what made a success. */
export function lessonsOf(memory: Memory): string[] {
  switch (memory.kind) {
    case 'experience':
      return [memory.content.lesson ?? []].flat();
    case 'collaboration':
      return memory.content.lessons ?? [];
    case 'failure':
      return [memory.content.prevention ?? []].flat();
    case 'success':
      return memory.content.keyFactors ?? [];
    default:
      return [];
  }
}

/** Fewer words that say something than these are nothing to follow. */
const leastWords = 3;
/** What is written where something had to be written. */
const placeholder =
  /^\W*(?:todo|tbd|n\/a|lorem ipsum|nothing to|not applicable|none so|see above|i (?:do not|don't) know)\b/i;

/** What all wordings of one lesson of one owner have in common; null when there is nothing to follow. */
export function lessonKey({ scope }: Pick<Memory, 'scope'>, text: string): string | null {
  const statement = statementOf(text);
  const words = statement.key.split(' ').filter((word) => /\p{L}{2}/u.test(word) && termsOf(word).length > 0);
  if (words.length < leastWords || placeholder.test(text) || claimOf(statement) === null) return null;
  return keyOf([scope.user, scope.project, scope.agent, 'lesson', statement.key]);
}

/** The keys of the lessons a memory teaches, or that it is itself, when it is a rule. */
export function lessonKeysOf(memory: Memory, settings: Settings['memory']): string[] {
  if (!isComparable(memory, settings)) return [];
  return lessonsOf(memory).flatMap((text) => lessonKey(memory, text) ?? []);
}

/** Whom it was learned from: one run or one conversation teaches a lesson once. What came from neither is no source. */
function sourcesOf({ provenance: { runId, sessionId } }: Memory): string[] {
  if (runId !== null) return [`run ${runId}`];
  return sessionId === null ? [] : [`session ${sessionId}`];
}

/** How many different runs or conversations teach this. */
export function supportFor(lessons: readonly TaughtLesson[]): number {
  return new Set(lessons.flatMap(({ memory }) => sourcesOf(memory))).size;
}

/** The mean of a Beta posterior that began without an opinion: every source taught it, none the contrary. */
function confidenceFrom(support: number): number {
  return (support + 1) / (support + 2);
}

/**
 * The rule that a lesson makes when enough different sources teach it (MEM-6); null when they are too few.
 *
 * @example
 * ruleFrom(lessons, 'mem_9', now, settings.memory)?.text; // 'Run the migrations before the deploy.'
 */
export function ruleFrom(
  lessons: readonly TaughtLesson[],
  id: string,
  now: number,
  settings: Settings['memory'],
): Memory | null {
  const support = supportFor(lessons);
  const ordered = inOrder(lessons).slice(0, maxEvidence);
  const first = ordered[0];
  if (support < settings.ruleSupport || first === undefined) return null;
  const text = clearestOf(lessons.map((lesson) => lesson.text));
  return {
    schemaVersion,
    id,
    scope: first.memory.scope,
    createdAt: now,
    kind: 'rule',
    text,
    content: { ruleKind: ruleKindOf(text), learnedFrom: first.memory.id, timesApplied: 0 },
    tags: [generatedTag],
    confidence: confidenceFrom(support),
    relevance: ordered.reduce((sum, { memory }) => sum + memory.relevance, 0) / ordered.length,
    successRate: null,
    expiresAt: null,
    visibility: 'private',
    // Two processes that learn the same at once make one rule.
    provenance: provenanceSchema.parse({ externalId: `rule-${lessonKey(first.memory, text) ?? id}` }),
    derivedFrom: evidenceOf(ordered),
    ...newLife(),
  };
}

/**
 * A generated rule with what was learned since (MEM-6); null when nothing was. A rule that somebody wrote down
 * is left as it is: what it would be derived from could take it away when it is deleted.
 */
export function strengthened(
  rule: Memory,
  lessons: readonly TaughtLesson[],
  settings: Settings['memory'],
): Change | null {
  if (rule.standing !== 'active' || !rule.tags.includes(generatedTag)) return null;
  const known = new Set(rule.derivedFrom.map(({ id }) => id));
  const room = maxEvidence - rule.derivedFrom.length;
  const fresh = inOrder(lessons.filter(({ memory }) => !known.has(memory.id))).slice(0, Math.max(0, room));
  const newest = fresh.at(-1);
  if (newest === undefined) return null;
  const moment = Math.max(rule.confirmedAt ?? rule.createdAt, newest.memory.createdAt);
  const evidence = evidenceAt(rule, moment, settings.confidenceHalfLifeDays);
  // Being taught again never makes it less sure, though some of what taught it first may be gone by now.
  const stated = Math.max(Math.min(1, statedConfidence(rule)), confidenceFrom(supportFor(lessons)));
  const added = evidenceOf(fresh);
  return changed(
    rule,
    {
      derivedFrom: [...rule.derivedFrom, ...added],
      evidence,
      confirmedAt: moment,
      confidence: posteriorMean(stated, evidence),
    },
    'confirmed',
    `${added.length === 1 ? 'One more memory teaches' : `${added.length} more memories teach`} it.`,
  );
}

function inOrder(lessons: readonly TaughtLesson[]): TaughtLesson[] {
  return [...lessons].sort(
    ({ memory: left }, { memory: right }) =>
      left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1),
  );
}

function evidenceOf(lessons: readonly TaughtLesson[]): Memory['derivedFrom'] {
  return [...new Set(lessons.map(({ memory }) => memory.id))].map((id) => ({ kind: 'memory' as const, id }));
}

/** The most frequent wording, then the shortest. */
function clearestOf(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts.map((one) => one.trim())) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [clearest] = [...counts].sort(
    ([left, leftCount], [right, rightCount]) =>
      rightCount - leftCount || left.length - right.length || (left < right ? -1 : 1),
  );
  return clearest?.[0] ?? '';
}

const forbidding = new Set(['not', 'never', 'no', 'cannot', 'avoid', 'forbid']);

/** What kind of rule a text is, from its words. */
export function ruleKindOf(text: string): NonNullable<MemoryContent<'rule'>['ruleKind']> {
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  // What is denied inside a condition says when, not whether.
  const end = words.findIndex((word, index) => index > 0 && word !== 'that' && conditionWords.has(word));
  const claimed = end === -1 ? words : words.slice(0, end);
  if (claimed.some((word) => forbidding.has(word) || word.endsWith("n't"))) return 'constraint';
  return words.some((word) => word === 'prefer' || word === 'rather') ? 'preference' : 'guideline';
}
