import type { Settings } from '../../config/settings.ts';
import { confidenceAt } from '../../records/confidence.ts';
import { dayMs } from '../../records/lifetime.ts';
import { type Memory, memoryTopic, newLife, provenanceSchema } from '../../records/memory.ts';
import { schemaVersion } from '../../records/record.ts';
import { mean } from '../median.ts';
import { type Change, changed } from './change.ts';
import { addTo, type Index, keyOf } from './subject.ts';
import { summaryText } from './summary-text.ts';

/** How many memories about one thing get a summary; more are split into several summaries. */
export const minInSummary = 5;
export const maxInSummary = 20;
/** A memory that was recorded with the default confidence of 0.5 never fades below this. */
const littleConfidence = 0.25;
const defaultRelevance = 0.5;

/** Tags that Engram itself sets; they do not name a subject. */
export const summaryTag = 'summary';
export const generatedTag = 'generated';

/**
 * Whether a memory is old and of little value, so that searches are better without it (MEM-5). Long-term memories are
 * meant to last, so age alone is no reason: it must be doubtful, matter little, or have kept hurting. Decisions are
 * counted, rules and preferences are few, and a memory that helped or is linked is needed.
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

/** When it was last used; null when that is unknown, because it was imported with its date. */
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

/** A memory to be archived, with its subjects. */
export interface ArchiveCandidate {
  readonly id: string;
  readonly abouts: readonly string[];
}

/** The subjects of a memory for a summary: its topic, its domain, its tags. A memory that kept hurting has none. */
export function candidateOf(memory: Memory): ArchiveCandidate {
  if (memory.standing === 'demoted' || memory.tags.includes(summaryTag)) return { id: memory.id, abouts: [] };
  const topic = memoryTopic(memory);
  const domain = memory.kind === 'knowledge' ? memory.content.domain : undefined;
  const tags = memory.tags.filter((tag) => tag !== generatedTag);
  return { id: memory.id, abouts: [topic ?? [], domain ?? [], tags].flat() };
}

/** Memories for one summary and their subject; null for those that are archived alone. */
export interface ArchiveGroup {
  readonly about: string | null;
  readonly ids: readonly string[];
}

/** Groups candidates of one owner by subject, the largest groups first. */
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
  for (let at = 0; ids.length - at >= minInSummary; at += maxInSummary)
    cut.push(ids.slice(at, at + maxInSummary));
  return cut;
}

type Members = readonly [Memory, ...Memory[]];

/** The summary of these memories. Deleting one of them deletes it, because it quotes them. */
export function summaryOf(about: string, members: Members, id: string, now: number): Memory {
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
    confidence: mean(members.map(({ confidence }) => confidence)) ?? 0,
    relevance: mean(members.map(({ relevance }) => relevance)) ?? 0,
    successRate: null,
    expiresAt: null,
    visibility: 'private',
    // Two processes that summarise the same memories at once make one summary.
    provenance: provenanceSchema.parse({ externalId: `summary-${name}` }),
    derivedFrom: members.map((memory) => ({ kind: 'memory' as const, id: memory.id })),
    ...newLife(),
  };
}

function sharedTags([first, ...others]: Members): string[] {
  return first.tags.filter((tag) => others.every((memory) => memory.tags.includes(tag)));
}

/** Restores a memory whose summary is gone; null for every other. `linked` are the memories it names that exist. */
export function unsummarised(memory: Memory, linked: readonly Memory[]): Change | null {
  const summaries = memory.links.filter(({ kind }) => kind === 'summarised-in').map(({ id }) => id);
  const isThere = linked.some(({ id }) => summaries.includes(id));
  if (memory.standing !== 'archived' || summaries.length === 0 || isThere) return null;
  const links = memory.links.filter(({ kind }) => kind !== 'summarised-in');
  return changed(memory, { standing: 'active', links }, 'restored', 'The summary that stood for it is gone.');
}

/** Archives a memory: it is found by its id and in lists of archived ones, and restored by a success. */
export function archived(memory: Memory, summary: string | null): Change {
  if (summary === null) {
    return changed(memory, { standing: 'archived' }, 'archived', 'It is old and of little value.');
  }
  const links = [...memory.links, { kind: 'summarised-in' as const, id: summary }];
  return changed(memory, { standing: 'archived', links }, 'summarised', `${summary} stands for it.`);
}
