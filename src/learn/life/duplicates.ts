import type { Settings } from '../../config/settings.ts';
import { faded } from '../../records/confidence.ts';
import type { Memory } from '../../records/memory.ts';
import type { Source } from '../../records/record.ts';
import { counted } from '../../text/counted.ts';
import { mean } from '../median.ts';
import { type Change, changed } from './change.ts';
import { generatedTag, summaryTag } from './compress.ts';
import { supportOf } from './lifetime.ts';
import { posteriorMean, rateOf, statedConfidence, sumOf } from './outcome.ts';
import { statementOf } from './statement.ts';
import { groupsBy, isComparable, isStating, keyOf, ownerParts, saidFields } from './subject.ts';

/**
 * A key that only duplicates share; null for a memory that is never merged.
 *
 * Statements (knowledge, rules, preferences, entities) are merged wherever they came from. Experiences,
 * failures, successes and collaborations are observations: two of them are the same one only within one run.
 * Decisions are never merged, because suggestions count them.
 */
export function duplicateKey(memory: Memory, settings: Settings['memory']): string | null {
  if (!isComparable(memory, settings) || memory.kind === 'decision') return null;
  const run = isStating(memory) ? '' : memory.provenance.runId;
  if (run === null) return null;
  const { key } = statementOf(memory.text);
  return keyOf([...ownerParts(memory), memory.visibility, run, saidFields(memory), key]);
}

/** Groups of duplicates, each with two or more; takes time in proportion to their number. */
export function duplicateGroups(memories: readonly Memory[], settings: Settings['memory']): Memory[][] {
  return groupsBy(memories, (memory) => duplicateKey(memory, settings)).filter((group) => group.length > 1);
}

/** The survivor of duplicates, and those that were merged into it. */
export interface Merge {
  readonly into: Change;
  readonly from: readonly Change[];
}

export function survivorOf(group: readonly Memory[]): Memory | undefined {
  return group.toSorted(byClaim)[0];
}

/** Merges duplicates into one of them (MEM-5). */
export function mergeOf(
  group: readonly Memory[],
  settings: Settings['memory'],
  survivor = survivorOf(group),
): Merge | null {
  const others = group.filter(({ id }) => id !== survivor?.id);
  if (survivor === undefined || others.length === 0) return null;
  const firstSaid = new Date(Math.min(...group.map((memory) => memory.createdAt))).toISOString();
  const said = `${others.length === 1 ? 'Another memory says' : `${others.length} others say`} the same`;
  const uses = others.reduce((sum, memory) => sum + memory.accessCount, 0);
  const note = `${said}: ${named(others)}. First said ${firstSaid}; those were used ${counted(uses, 'time')}.`;
  return {
    into: changed(joined(survivor, others, settings), {}, 'merged', note),
    from: others.map((memory) =>
      changed(
        memory,
        {
          standing: 'merged',
          links: [...memory.links, { kind: 'merged-into', id: survivor.id }],
          // It is not shown any more, so deleting the survivor must delete it as well (MEM-7).
          derivedFrom: [...memory.derivedFrom, { kind: 'memory', id: survivor.id }],
        },
        'merged',
        `${survivor.id} says the same.`,
      ),
    ),
  };
}

/**
 * The survivor first. Of statements the newest stays, so that changing one's mind back counts; one derived from other
 * memories comes last, because it is deleted with them. Of observations a long-term one stays, then the best supported,
 * then the oldest, or of short-term ones the youngest.
 */
function byClaim(left: Memory, right: Memory): number {
  if (isStating(left)) {
    const derived = Number(isDerived(left)) - Number(isDerived(right));
    return derived || right.createdAt - left.createdAt || (left.id > right.id ? -1 : 1);
  }
  if (left.expiresAt !== null && right.expiresAt !== null) return right.expiresAt - left.expiresAt;
  if (left.expiresAt !== right.expiresAt) return left.expiresAt === null ? -1 : 1;
  const support = supportOf(right) - supportOf(left);
  return support || left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1);
}

function isDerived({ derivedFrom }: Memory): boolean {
  return derivedFrom.some(({ kind }) => kind === 'memory');
}

function named(memories: readonly Memory[]): string {
  const shown = memories.slice(0, 10).map(({ id }) => id);
  const more = memories.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function joined(survivor: Memory, others: readonly Memory[], settings: Settings['memory']): Memory {
  const all = [survivor, ...others];
  // A repeated statement confirms the memory at the moment it was made.
  const moment = Math.max(...all.map(lastSpokenFor));
  const evidence = sumOf(
    all.map(({ evidence: { successes, failures }, ...memory }) => {
      const left = faded(moment - lastSpokenFor(memory), settings.confidenceHalfLifeDays);
      return { successes: successes * left, failures: failures * left };
    }),
  );
  const stated = mean(all.map(statedConfidence)) ?? 0;
  return {
    ...withCounts(survivor, others, rateOf(evidence)),
    tags: tagsOf(survivor, others),
    derivedFrom: sourcesOf(survivor, others),
    relevance: Math.max(...all.map((memory) => memory.relevance)),
    evidence,
    confidence: Math.min(1, Math.max(0, posteriorMean(stated, evidence))),
    successRate: rateOf(evidence) ?? survivor.successRate,
    confirmedAt: moment === survivor.createdAt && survivor.confirmedAt === null ? null : moment,
    expiresAt: expiryOf(survivor, others, settings),
  } as Memory;
}

/** The tags that Engram sets describe one memory only, so they are not taken over. */
function tagsOf(survivor: Memory, others: readonly Memory[]): string[] {
  const added = others.flatMap(({ tags }) => tags);
  const shared = added.filter((tag) => tag !== generatedTag && tag !== summaryTag);
  return [...new Set([...survivor.tags, ...shared])];
}

function lastSpokenFor(memory: Pick<Memory, 'confirmedAt' | 'createdAt'>): number {
  return memory.confirmedAt ?? memory.createdAt;
}

/** Takes over runs and steps, but not memories: deleting one of those would delete the survivor, which exists without it. */
function sourcesOf(survivor: Memory, others: readonly Memory[]): Source[] {
  const added = others.flatMap(({ derivedFrom }) => derivedFrom).filter(({ kind }) => kind !== 'memory');
  const own = survivor.derivedFrom;
  const isNew = ({ kind, id }: Source): boolean =>
    !own.some((source) => source.kind === kind && source.id === id);
  const byName = new Map(added.filter(isNew).map((source) => [`${source.kind} ${source.id}`, source]));
  return [...own, ...byName.values()];
}

/** Accesses are counted for each memory, so they are added up here; a repeated statement counts as a use. */
function expiryOf(survivor: Memory, others: readonly Memory[], settings: Settings['memory']): number | null {
  if ([survivor, ...others].some(({ expiresAt }) => expiresAt === null)) return null;
  const support = [survivor, ...others].reduce((sum, memory) => sum + supportOf(memory), others.length);
  return support >= settings.promoteAfterUses ? null : survivor.expiresAt;
}

/** Adds up the counts that rules and entities have among their fields. */
function withCounts(survivor: Memory, others: readonly Memory[], rate: number | null): Memory {
  const all = [survivor, ...others];
  if (survivor.kind === 'rule') {
    const timesApplied = all.reduce(
      (sum, { kind, content }) => sum + (kind === 'rule' ? (content.timesApplied ?? 0) : 0),
      0,
    );
    const ruleSuccessRate = rate ?? survivor.content.ruleSuccessRate;
    const counted = ruleSuccessRate === undefined ? { timesApplied } : { timesApplied, ruleSuccessRate };
    return timesApplied === 0 ? survivor : { ...survivor, content: { ...survivor.content, ...counted } };
  }
  if (survivor.kind !== 'entity') return survivor;
  const interactionCount = all.reduce(
    (sum, { kind, content }) => sum + (kind === 'entity' ? (content.interactionCount ?? 0) : 0),
    0,
  );
  if (interactionCount === 0) return survivor;
  return { ...survivor, content: { ...survivor.content, interactionCount } };
}
