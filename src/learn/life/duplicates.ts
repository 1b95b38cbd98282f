import type { Settings } from '../../config/settings.ts';
import { faded } from '../../records/confidence.ts';
import type { Memory } from '../../records/memory.ts';
import type { Source } from '../../records/record.ts';
import { counted } from '../../text/counted.ts';
import { type Change, changed } from './change.ts';
import { generatedTag, summaryTag } from './compress.ts';
import { supportOf } from './lifetime.ts';
import { posteriorMean, rateOf, statedConfidence, sumOf } from './outcome.ts';
import { statementOf } from './statement.ts';
import { groupsBy, isComparable, isStating, keyOf, ownerParts, saidFields } from './subject.ts';

/**
 * What memories that say the same have in common, and no others; null for one that is never merged.
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

/** Groups of memories that say the same, each with two or more; takes time in proportion to their number. */
export function duplicateGroups(memories: readonly Memory[], settings: Settings['memory']): Memory[][] {
  return groupsBy(memories, (memory) => duplicateKey(memory, settings)).filter((group) => group.length > 1);
}

/** What becomes of memories that say the same: the one that stays, and those it stands for. */
export interface Merge {
  readonly into: Change;
  readonly from: readonly Change[];
}

/** Which of memories that say the same stays. */
export function survivorOf(group: readonly Memory[]): Memory | undefined {
  return [...group].sort(byClaim)[0];
}

/** Merges memories that say the same (MEM-5) into the one of them that stays. */
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
          // Nobody sees it any more, so who deletes the one that stands for it deletes it as well (MEM-7).
          derivedFrom: [...memory.derivedFrom, { kind: 'memory', id: survivor.id }],
        },
        'merged',
        `${survivor.id} says the same.`,
      ),
    ),
  };
}

/**
 * Of statements the newest stays, so that who changes their mind back is heard. One that was derived from other
 * memories comes last: when those are deleted, it goes, and would take with it what somebody said. Of observations
 * what stays for good; then the best supported, then the oldest, or of short-term ones the youngest.
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
  // Saying it again refreshes it, as of the moment it was said.
  const moment = Math.max(...all.map(lastSpokenFor));
  const evidence = sumOf(
    all.map(({ evidence: { successes, failures }, ...memory }) => {
      const left = faded(moment - lastSpokenFor(memory), settings.confidenceHalfLifeDays);
      return { successes: successes * left, failures: failures * left };
    }),
  );
  const stated = all.reduce((sum, memory) => sum + statedConfidence(memory), 0) / all.length;
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

/** Those that Engram sets say how a memory was made, and that is true of that one only. */
function tagsOf(survivor: Memory, others: readonly Memory[]): string[] {
  const added = others
    .flatMap(({ tags }) => tags)
    .filter((tag) => tag !== generatedTag && tag !== summaryTag);
  return [...new Set([...survivor.tags, ...added])];
}

function lastSpokenFor(memory: Pick<Memory, 'confirmedAt' | 'createdAt'>): number {
  return memory.confirmedAt ?? memory.createdAt;
}

/**
 * Runs and steps that the others came from. Memories they were derived from are left with them: when one of
 * those is deleted, what was derived from it goes as well, and the survivor stood without it.
 */
function sourcesOf(survivor: Memory, others: readonly Memory[]): Source[] {
  const known = new Set(survivor.derivedFrom.map(({ kind, id }) => `${kind} ${id}`));
  const added = others
    .flatMap((memory) => memory.derivedFrom)
    .filter(({ kind, id }) => {
      const name = `${kind} ${id}`;
      return kind !== 'memory' && !known.has(name) && known.add(name);
    });
  return [...survivor.derivedFrom, ...added];
}

/** The counts of accesses stay with each memory, so they are weighed together here; saying it again counts as a use. */
function expiryOf(survivor: Memory, others: readonly Memory[], settings: Settings['memory']): number | null {
  if ([survivor, ...others].some(({ expiresAt }) => expiresAt === null)) return null;
  const support = [survivor, ...others].reduce((sum, memory) => sum + supportOf(memory), others.length);
  return support >= settings.promoteAfterUses ? null : survivor.expiresAt;
}

/** The counts that some kinds have among their fields. */
function withCounts(survivor: Memory, others: readonly Memory[], rate: number | null): Memory {
  if (survivor.kind === 'rule') {
    const times = others.map((memory) => (memory.kind === 'rule' ? (memory.content.timesApplied ?? 0) : 0));
    const timesApplied = times.reduce((sum, one) => sum + one, survivor.content.timesApplied ?? 0);
    const ruleSuccessRate = rate ?? survivor.content.ruleSuccessRate;
    const counted = ruleSuccessRate === undefined ? { timesApplied } : { timesApplied, ruleSuccessRate };
    return timesApplied === 0 ? survivor : { ...survivor, content: { ...survivor.content, ...counted } };
  }
  if (survivor.kind === 'entity') {
    const met = others.map((memory) =>
      memory.kind === 'entity' ? (memory.content.interactionCount ?? 0) : 0,
    );
    const interactionCount = met.reduce((sum, one) => sum + one, survivor.content.interactionCount ?? 0);
    return interactionCount === 0
      ? survivor
      : { ...survivor, content: { ...survivor.content, interactionCount } };
  }
  return survivor;
}
