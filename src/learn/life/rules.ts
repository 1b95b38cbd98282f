import type { Settings } from '../../config/settings.ts';
import { type Memory, newLife, provenanceSchema } from '../../records/memory.ts';
import type { MemoryContent } from '../../records/memory-kinds.ts';
import { schemaVersion } from '../../records/record.ts';
import { termsOf } from '../../text/terms.ts';
import { mean } from '../median.ts';
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

/** More memories that teach a rule are not named as its sources. */
const maxEvidence = 200;

/** The lessons of a memory: of an experience, the prevention of a failure, the key factors of a success. */
export function lessonsOf(memory: Memory): string[] {
  switch (memory.kind) {
    case 'experience':
      return (memory.content.lesson ?? '').split('\n').filter((line) => line.trim() !== '');
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

/** A lesson with fewer meaningful words is not a rule. */
const minWords = 3;
/** Texts that people write into a field that must not be empty. */
const placeholder =
  /^\W*(?:todo|tbd|n\/a|lorem ipsum|nothing to|not applicable|none so|see above|i (?:do not|don't) know)\b/i;

/** A key that all wordings of one lesson of one owner share; null when the text is no rule. */
export function lessonKey({ scope }: Pick<Memory, 'scope'>, text: string): string | null {
  const statement = statementOf(text);
  const words = statement.key.split(' ').filter((word) => /\p{L}{2}/u.test(word) && termsOf(word).length > 0);
  if (words.length < minWords || placeholder.test(text) || claimOf(statement) === null) return null;
  return keyOf([scope.user, scope.project, scope.agent, 'lesson', statement.key]);
}

/** The keys of the lessons of a memory. */
export function lessonKeysOf(memory: Memory, settings: Settings['memory']): string[] {
  if (!isComparable(memory, settings)) return [];
  return lessonsOf(memory).flatMap((text) => lessonKey(memory, text) ?? []);
}

/** What it was learned from: a run, a session, a pull request, or else what the memory tells. Each counts once. */
function sourceOf({ provenance: { runId, sessionId }, content, text }: Memory): string {
  if (runId !== null) return `run ${runId}`;
  if (sessionId !== null) return `session ${sessionId}`;
  const pullRequest = 'pullRequestId' in content ? content.pullRequestId : undefined;
  return pullRequest === undefined ? `text ${statementOf(text).key}` : `pull request ${pullRequest}`;
}

/** How many different sources teach this. */
export function supportFor(lessons: readonly TaughtLesson[]): number {
  return new Set(lessons.map(({ memory }) => sourceOf(memory))).size;
}

/** The mean of a Beta posterior with a uniform prior and one success for each source. */
function confidenceFrom(support: number): number {
  return (support + 1) / (support + 2);
}

/** The rule that a lesson becomes when enough different sources teach it (MEM-6); null when they are too few. */
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
    relevance: mean(ordered.map(({ memory }) => memory.relevance)) ?? 0,
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
 * A generated rule with new sources (MEM-6); null without any. A rule that somebody wrote gets no sources, because
 * deleting a source would delete it.
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
  // New sources never lower the confidence, though some of the first ones may be gone by now.
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
  return lessons.toSorted(
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
  // A denial inside a condition does not forbid anything.
  const end = words.findIndex((word, index) => index > 0 && word !== 'that' && conditionWords.has(word));
  const claimed = end === -1 ? words : words.slice(0, end);
  if (claimed.some((word) => forbidding.has(word) || word.endsWith("n't"))) return 'constraint';
  return words.some((word) => word === 'prefer' || word === 'rather') ? 'preference' : 'guideline';
}
