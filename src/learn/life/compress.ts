import type { Settings } from '../../config/settings.ts';
import { confidenceAt } from '../../records/confidence.ts';
import { dayMs } from '../../records/lifetime.ts';
import { type Memory, memoryTopic, newLife, provenanceSchema } from '../../records/memory.ts';
import { schemaVersion } from '../../records/record.ts';
import { type Change, changed } from './change.ts';
import { addTo, type Index, keyOf } from './subject.ts';
import { summaryText } from './summary-text.ts';

/** So many of little value about one thing are worth a summary. */
export const leastInSummary = 5;
/** More than these are summarised in several pieces. */
export const maxInSummary = 20;
/** Nothing that was recorded with the default confidence of 0.5 ever fades below this. */
const littleConfidence = 0.25;
/** Below what a memory has when nobody said how much it matters. */
const defaultRelevance = 0.5;

/** Tags that Engram itself sets; they say nothing about what a memory is about. */
export const summaryTag = 'summary';
export const generatedTag = 'generated';

/**
 * Whether a memory is old and of little value, so that searches are better without it (MEM-5). Long-term is
 * meant to last, so silence alone is no reason: somebody said that it is doubtful or matters little, or it
 * kept hurting. Decisions are counted, rules and preferences are few, and what helped or is linked is needed.
 */
export function isArchivable(memory: Memory, now: number, settings: Settings['memory']): boolean {
  if (memory.standing !== 'active' && memory.standing !== 'demoted') return false;
  if (memory.kind === 'decision' || memory.kind === 'rule' || memory.kind === 'preference') return false;
  if (memory.expiresAt !== null || memory.links.length > 0) return false;
  if (memory.evidence.successes > 0 && memory.standing !== 'demoted') return false;
  const since = idleSince(memory);
  if (since === null || now - since < settings.archiveAfterDays * dayMs) return false;
  return isOfLittleValue(memory, now, settings);
}

/** Since when it was not used; null when that is not known, because it came from elsewhere and kept its date. */
function idleSince(memory: Memory): number | null {
  const { importedFrom, externalId } = memory.provenance;
  const used = Math.max(memory.lastAccessedAt ?? 0, memory.confirmedAt ?? 0);
  if (used > 0) return Math.max(used, memory.createdAt);
  return importedFrom === null && externalId === null ? memory.createdAt : null;
}

function isOfLittleValue(memory: Memory, now: number, settings: Settings['memory']): boolean {
  if (memory.standing === 'demoted') return true;
  if (confidenceAt(memory, now, settings.confidenceHalfLifeDays) < littleConfidence) return true;
  return memory.accessCount === 0 && memory.relevance < defaultRelevance;
}

/** A memory to be archived, with the names of what it is about. */
export interface ArchiveCandidate {
  readonly id: string;
  readonly abouts: readonly string[];
}

/** What a memory is about, for a summary: its topic, its domain, its tags. What kept hurting is not summed up. */
export function candidateOf(memory: Memory): ArchiveCandidate {
  if (memory.standing === 'demoted' || memory.tags.includes(summaryTag)) return { id: memory.id, abouts: [] };
  const topic = memoryTopic(memory);
  const domain = memory.kind === 'knowledge' ? memory.content.domain : undefined;
  const tags = memory.tags.filter((tag) => tag !== generatedTag);
  return { id: memory.id, abouts: [topic ?? [], domain ?? [], tags].flat() };
}

/** Memories that a summary can stand for, and what they are about; null for those that are archived alone. */
export interface ArchiveGroup {
  readonly about: string | null;
  readonly ids: readonly string[];
}

/** Puts candidates of one owner together by what they are about, the largest groups first. */
export function archiveGroups(candidates: readonly ArchiveCandidate[]): ArchiveGroup[] {
  const byAbout: Index = new Map();
  for (const { id, abouts } of candidates) {
    for (const about of new Set(abouts)) addTo(byAbout, about, id);
  }
  const largestFirst = [...byAbout].sort(
    ([leftName, left], [rightName, right]) => right.length - left.length || (leftName < rightName ? -1 : 1),
  );
  const taken = new Set<string>();
  const groups = largestFirst.flatMap(([about, members]) => {
    const free = members.filter((id) => !taken.has(id));
    return pieces(free).map((ids) => {
      for (const id of ids) taken.add(id);
      return { about, ids };
    });
  });
  const alone = candidates.filter(({ id }) => !taken.has(id));
  return [...groups, ...alone.map(({ id }) => ({ about: null, ids: [id] }))];
}

/** Pieces of a size to be summarised; what is left over is too little. */
function pieces(ids: readonly string[]): string[][] {
  const cut: string[][] = [];
  for (let at = 0; ids.length - at >= leastInSummary; at += maxInSummary)
    cut.push(ids.slice(at, at + maxInSummary));
  return cut;
}

/** The one memory that stands for all of these. Deleting one of them deletes it, because it quotes them. */
export function summaryOf(
  about: string,
  members: readonly [Memory, ...Memory[]],
  id: string,
  now: number,
): Memory {
  const mean = (value: (memory: Memory) => number): number =>
    members.reduce((sum, memory) => sum + value(memory), 0) / members.length;
  const name = keyOf(members.map((memory) => memory.id).sort());
  return {
    schemaVersion,
    id,
    scope: members[0].scope,
    createdAt: now,
    kind: 'knowledge',
    text: summaryText(about, members),
    content: { knowledgeKind: 'summary' },
    tags: [summaryTag, ...sharedTags(members)],
    confidence: mean((memory) => memory.confidence),
    relevance: mean((memory) => memory.relevance),
    successRate: null,
    expiresAt: null,
    visibility: 'private',
    // Two processes that sum up the same at once make one summary.
    provenance: provenanceSchema.parse({ externalId: `summary-${name}` }),
    derivedFrom: members.map((memory) => ({ kind: 'memory' as const, id: memory.id })),
    ...newLife(),
  };
}

function sharedTags([first, ...others]: readonly [Memory, ...Memory[]]): string[] {
  return first.tags.filter((tag) => others.every((memory) => memory.tags.includes(tag)));
}

/**
 * A memory that was put away for a summary which is gone, and that is to be seen again; null for every other.
 * `there` are those memories it is linked with that are still there.
 */
export function unsummarised(memory: Memory, there: readonly Memory[]): Change | null {
  const summaries = memory.links.filter(({ kind }) => kind === 'summarised-in').map(({ id }) => id);
  const isThere = there.some(({ id }) => summaries.includes(id));
  if (memory.standing !== 'archived' || summaries.length === 0 || isThere) return null;
  const links = memory.links.filter(({ kind }) => kind !== 'summarised-in');
  return changed(memory, { standing: 'active', links }, 'restored', 'The summary that stood for it is gone.');
}

/** A memory put away: found by its id and in lists that ask for archived ones, and brought back by a success. */
export function archived(memory: Memory, summary: string | null): Change {
  if (summary === null) {
    return changed(memory, { standing: 'archived' }, 'archived', 'It is old and of little value.');
  }
  const links = [...memory.links, { kind: 'summarised-in' as const, id: summary }];
  return changed(memory, { standing: 'archived', links }, 'summarised', `${summary} stands for it.`);
}
