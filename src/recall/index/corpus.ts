import { carriedGrants } from '../../access/grants.ts';
import { isRunWithin, reachOf } from '../../access/reach.ts';
import type { RecordedEntry } from '../../ports/recorded-changes.ts';
import type { IndexEntry, MemoryChanges, MemoryEntry, ProjectOfUser, Store } from '../../ports/store.ts';
import type { GrantedViewer } from '../../records/grant.ts';
import { numberOf } from '../same-words.ts';
import type { Shard } from './shard.ts';

/** What happened to what an index is made of, since a mark. */
export interface IndexChanges extends Omit<MemoryChanges, 'entries'> {
  readonly entries: readonly IndexEntry[];
}

/** What an index is made of, and who searches which part of it. */
export interface IndexedCorpus {
  /** Which records are in it, when not all of the place are: an index of another selection is made anew. */
  readonly selection: string | null;
  changes(mark: string | null, limit: number): Promise<IndexChanges>;
  /** Entries of one owner are kept apart by these names. */
  apartBy(entry: IndexEntry): readonly string[];
  /** Whether a reader without grants of others searches a shard. */
  isWithinReach(reader: GrantedViewer, shard: Pick<Shard, 'agent' | 'carried'>): boolean;
}

/** The memories of a project, or those that `holds` says; copies apart by the grants they carry, so that those that were taken back have no part in a search. */
export function memoriesOf(
  store: Store,
  place: ProjectOfUser,
  holds: (entry: MemoryEntry) => boolean = () => true,
  selection: string | null = null,
): IndexedCorpus {
  return {
    selection,
    async changes(mark, limit) {
      const changes = await store.memoryChanges(place, mark, limit);
      const strange = changes.entries.filter((entry) => !holds(entry)).map(({ id }) => id);
      return {
        ...changes,
        entries: changes.entries.filter(holds),
        removed: [...changes.removed, ...strange],
      };
    },
    apartBy: carriedGrants,
    isWithinReach: (reader, { agent }) => reachOf(reader).owners?.includes(agent) ?? true,
  };
}

/**
 * The messages and the ended runs of a project; runs with several agents apart by who takes part, because each of these
 * reads them. No grant opens them to others.
 */
export function recordedOf(store: Store, { user, project }: ProjectOfUser): IndexedCorpus {
  return {
    selection: null,
    async changes(mark, limit) {
      const changes = await store.recordedChanges({ user, project }, mark, limit);
      return {
        ...changes,
        entries: changes.entries.map(recordedEntry),
        removed: changes.removed.map(({ kind, id }) => `${kind} ${id}`),
      };
    },
    apartBy: ({ readers = [] }) => readers,
    isWithinReach: (reader, { agent, carried }) =>
      isRunWithin(reachOf(reader), { scope: { user, project, agent }, agents: carried }),
  };
}

/** Some of a corpus, and nothing else: for an index that answers one question. */
export function onlyThese(entries: readonly IndexEntry[], corpus: IndexedCorpus): IndexedCorpus {
  return {
    ...corpus,
    changes: async (mark) => ({
      entries: mark === null ? entries : [],
      removed: [],
      mark: 'read',
      more: false,
      restart: false,
    }),
  };
}

/** A message or a run as an entry of an index. */
export function recordedEntry({ agents, ...entry }: RecordedEntry): IndexEntry {
  return {
    ...entry,
    ...unknownOfRecorded,
    id: `${entry.kind} ${entry.id}`,
    readers: [...agents].sort(),
    // Another text is another revision: steps may come to a run after its end.
    revision: numberOf(entry.text) % 2 ** 32,
  };
}

/** What memories have and nothing else that is recorded. */
const unknownOfRecorded = {
  content: {},
  tags: [],
  derivedFrom: [],
  expiresAt: null,
  validUntil: null,
  standing: 'active',
  confidence: 0.5,
  confirmedAt: null,
  successRate: null,
  relevance: 0.5,
  claimedBy: null,
} as const satisfies Partial<IndexEntry>;
