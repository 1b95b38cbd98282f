import type { DueUse, MemoryEntry, ProjectOfUser, Store } from '../../src/ports/store.ts';
import type { Memory } from '../../src/records/memory.ts';
import { everyone } from './faults.ts';
import { commanding, type Mutant, replacing } from './mutant.ts';

/** A store that changes what it tells of changes. */
const telling = (
  change: (
    changes: Awaited<ReturnType<Store['memoryChanges']>>,
    mark: string | null,
  ) => Partial<Awaited<ReturnType<Store['memoryChanges']>>>,
): Mutant['breakStore'] =>
  replacing((sound) => ({
    async memoryChanges(place, mark, limit) {
      const changes = await sound.memoryChanges(place, mark, limit);
      return { ...changes, ...change(changes, mark) };
    },
  }));

/**
 * Numbers memories as a table does that gives out the number of its deleted last row again, and takes the
 * highest number for a mark.
 */
const markingByNumbersGivenOutAgain: Mutant['breakStore'] = replacing((sound) => {
  const rows = new Map<string, { row: number; entry: MemoryEntry }>();
  const removals: string[] = [];

  const entriesIn = async (place: ProjectOfUser) =>
    (await sound.memoryChanges(place, null, 1_000_000)).entries;

  async function numberNew(): Promise<void> {
    const entries = (await Promise.all((await sound.listPlaces()).map(entriesIn))).flat();
    const there = new Set(entries.map(({ id }) => id));
    for (const id of [...rows.keys()].filter((known) => !there.has(known))) {
      rows.delete(id);
      removals.push(id);
    }
    for (const entry of entries) {
      const last = Math.max(0, ...[...rows.values()].map(({ row }) => row));
      const known = rows.get(entry.id);
      if (known?.entry.revision !== entry.revision) rows.set(entry.id, { row: last + 1, entry });
    }
  }

  const commit: Store['commit'] = async (commands) => {
    const committed = await sound.commit(commands);
    await numberNew();
    return committed;
  };
  const memoryChanges: Store['memoryChanges'] = async ({ user, project }, mark, limit) => {
    const [from, removal] = mark === null ? [0, removals.length] : (JSON.parse(mark) as [number, number]);
    const here = [...rows.values()]
      .filter(({ row, entry: { scope } }) => row > from && scope.user === user && scope.project === project)
      .sort((left, right) => left.row - right.row);
    const piece = here.slice(0, limit);
    return {
      entries: piece.map(({ entry }) => entry),
      removed: removals.slice(removal),
      mark: JSON.stringify([piece.at(-1)?.row ?? from, removals.length]),
      more: here.length > limit,
      restart: false,
    };
  };
  return { commit, memoryChanges };
});

/** Keeps the vectors of all embedders as if there were one. */
const mixingEmbedders: Mutant['breakStore'] = (sound) => ({
  ...commanding((command) =>
    command.type === 'keep-vectors' ? [{ ...command, embedder: 'any' }] : [command],
  )(sound),
  vectorsOf: (_embedder, ids) => sound.vectorsOf('any', ids),
});

/** Answers no vector of a memory that was revised, whoever made one since. */
const hidingOldVectors: Mutant['breakStore'] = replacing((sound) => {
  const revised = new Map<string, number>();
  return {
    async commit(commands) {
      const committed = await sound.commit(commands);
      for (const command of commands) {
        if (command.type === 'revise-memory') revised.set(command.memory.id, command.memory.revision);
      }
      return committed;
    },
    vectorsOf: async (embedder, ids) =>
      (await sound.vectorsOf(embedder, ids)).filter(
        ({ id, revision }) => revision === (revised.get(id) ?? revision),
      ),
  };
});

const withRows = (rows: (memories: readonly Memory[]) => readonly Memory[]): Mutant['breakStore'] =>
  replacing((sound) => ({
    expiredMemories: async (now, limit) => rows(await sound.expiredMemories(now, 1_000)).slice(0, limit),
  }));

/** Ways to get the reads about the life of memories wrong. */
export const lifeMutants: Readonly<
  Record<
    | 'getMemories'
    | 'listRevisions'
    | 'listUses'
    | 'memoryChanges'
    | 'vectorsOf'
    | 'dueUses'
    | 'expiredMemories'
    | 'listPlaces',
    readonly Mutant[]
  >
> = {
  getMemories: [
    {
      fault: 'gives memories of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        getMemories: (viewer, ids) => sound.getMemories(everyone(viewer), ids),
      })),
    },
    {
      fault: 'leaves expired memories out',
      caughtBy: 'memories',
      breakStore: replacing((sound) => ({
        getMemories: async (viewer, ids) =>
          (await sound.getMemories(viewer, ids)).filter(({ expiresAt }) => expiresAt !== 1),
      })),
    },
    {
      fault: 'gives a memory as often as it is asked for',
      caughtBy: 'memories',
      breakStore: replacing((sound) => ({
        getMemories: async (viewer, ids) =>
          (await Promise.all(ids.map((id) => sound.getMemories(viewer, [id])))).flat(),
      })),
    },
    {
      fault: 'gives active memories only',
      caughtBy: 'memories',
      breakStore: replacing((sound) => ({
        getMemories: async (viewer, ids) =>
          (await sound.getMemories(viewer, ids)).filter(({ standing }) => standing === 'active'),
      })),
    },
    {
      fault: 'answers the first five hundred ids',
      caughtBy: 'vectors of memories',
      breakStore: replacing((sound) => ({
        getMemories: (viewer, ids) => sound.getMemories(viewer, ids.slice(0, 500)),
      })),
    },
  ],
  listRevisions: [
    {
      fault: 'gives the newest revision first',
      caughtBy: 'histories from elsewhere',
      breakStore: replacing((sound) => ({
        listRevisions: async (viewer, id) => (await sound.listRevisions(viewer, id)).toReversed(),
      })),
    },
    {
      fault: 'orders revisions by their moment',
      caughtBy: 'memories are revised',
      breakStore: replacing((sound) => ({
        listRevisions: async (viewer, id) =>
          (await sound.listRevisions(viewer, id)).toSorted((left, right) => left.at - right.at),
      })),
    },
    {
      fault: 'shows the history to every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        listRevisions: (viewer, id) => sound.listRevisions(everyone(viewer), id),
      })),
    },
    {
      fault: 'tells of each revision what the memory became',
      caughtBy: 'histories from elsewhere',
      breakStore: replacing((sound) => ({
        async listRevisions(viewer, id) {
          const history = await sound.listRevisions(viewer, id);
          return history.map((revision, index) => ({
            ...revision,
            before: history[index + 1]?.before ?? revision.before,
          }));
        },
      })),
    },
  ],
  listUses: [
    {
      fault: 'gives the oldest use first',
      caughtBy: 'uses of memories',
      breakStore: replacing((sound) => ({
        listUses: async (viewer, id, limit) => (await sound.listUses(viewer, id, limit)).toReversed(),
      })),
    },
    {
      fault: 'gives more uses than asked for',
      caughtBy: 'uses of memories',
      breakStore: replacing((sound) => ({ listUses: (viewer, id) => sound.listUses(viewer, id, 1_000) })),
    },
    {
      fault: 'keeps the oldest uses when there are too many',
      caughtBy: 'uses of memories',
      breakStore: replacing((sound) => ({
        listUses: async (viewer, id, limit) => (await sound.listUses(viewer, id, 1_000)).slice(-limit),
      })),
    },
    {
      fault: 'shows uses to every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        listUses: (viewer, id, limit) => sound.listUses(everyone(viewer), id, limit),
      })),
    },
  ],
  memoryChanges: [
    {
      fault: 'tells nobody what is gone',
      caughtBy: 'memories that have expired',
      breakStore: telling(() => ({ removed: [] })),
    },
    {
      fault: 'gives out marks that pass the next owner of a number by',
      caughtBy: 'following the changes of memories',
      breakStore: markingByNumbersGivenOutAgain,
    },
    {
      fault: 'says that nothing more waits',
      caughtBy: 'memories that have expired',
      breakStore: telling(() => ({ more: false })),
    },
    {
      fault: 'says that more waits for ever',
      caughtBy: 'deletion',
      breakStore: telling(() => ({ more: true })),
    },
    {
      fault: 'tells of new memories only',
      caughtBy: 'what follows a revised memory',
      breakStore: telling(({ entries }, mark) => ({
        entries: entries.filter(({ revision }) => mark === null || revision === 0),
      })),
    },
    {
      fault: 'leaves out what does not stand',
      caughtBy: 'what follows a revised memory',
      breakStore: telling(({ entries }) => ({
        entries: entries.filter(({ standing }) => standing === 'active'),
      })),
    },
    {
      fault: 'leaves out what has expired',
      caughtBy: 'memories that have expired',
      breakStore: telling(({ entries }) => ({ entries: entries.filter(({ expiresAt }) => expiresAt !== 1) })),
    },
    {
      fault: 'asks everyone to begin anew',
      caughtBy: 'memories that have expired',
      breakStore: telling((_changes, mark) => ({ restart: mark !== null })),
    },
    {
      fault: 'forgets where a memory was said',
      caughtBy: 'following the changes of memories',
      breakStore: telling(({ entries }) => ({
        entries: entries.map((entry) => ({ ...entry, position: null })),
      })),
    },
    {
      fault: 'tells of another project’s memories',
      caughtBy: 'following the changes of memories',
      breakStore: replacing((sound) => ({
        memoryChanges: ({ user }, mark, limit) => sound.memoryChanges({ user, project: 'shop' }, mark, limit),
      })),
    },
    {
      fault: 'tells everything at once, however little was asked for',
      caughtBy: 'following the changes of memories',
      breakStore: replacing((sound) => ({
        memoryChanges: (place, mark) => sound.memoryChanges(place, mark, 1_000_000),
      })),
    },
  ],
  vectorsOf: [
    {
      fault: 'gives one embedder the vectors of another',
      caughtBy: 'vectors of memories',
      breakStore: mixingEmbedders,
    },
    {
      fault: 'hides the vector of a memory that was revised',
      caughtBy: 'vectors of memories',
      breakStore: hidingOldVectors,
    },
    {
      fault: 'loses the highest bit of each byte',
      caughtBy: 'vectors of memories',
      breakStore: replacing((sound) => ({
        vectorsOf: async (embedder, ids) =>
          (await sound.vectorsOf(embedder, ids)).map((kept) => ({
            ...kept,
            vector: kept.vector.map((byte) => byte & 127),
          })),
      })),
    },
    {
      fault: 'gives a vector as often as it is asked for',
      caughtBy: 'vectors of memories',
      breakStore: replacing((sound) => ({
        vectorsOf: async (embedder, ids) =>
          (await Promise.all(ids.map((id) => sound.vectorsOf(embedder, [id])))).flat(),
      })),
    },
    {
      fault: 'answers the first thousand ids',
      caughtBy: 'vectors of memories',
      breakStore: replacing((sound) => ({
        vectorsOf: (embedder, ids) => sound.vectorsOf(embedder, ids.slice(0, 1_000)),
      })),
    },
  ],
  dueUses: [
    {
      fault: 'calls every end a success',
      caughtBy: 'uses of memories',
      breakStore: replacing((sound) => ({
        dueUses: async (limit) => (await sound.dueUses(limit)).map((due) => ({ ...due, outcome: 'success' })),
      })),
    },
    {
      fault: 'gives more than asked for',
      caughtBy: 'uses of memories',
      breakStore: replacing((sound) => ({ dueUses: () => sound.dueUses(1_000) })),
    },
    {
      fault: 'gives what was due once, settled or not',
      caughtBy: 'uses of memories',
      breakStore: replacing((sound) => {
        const due = new Map<string, DueUse>();
        return {
          async dueUses(limit) {
            for (const each of await sound.dueUses(1_000)) {
              due.set(JSON.stringify([each.use.memoryId, each.use.runId]), each);
            }
            return [...due.values()].slice(0, limit);
          },
        };
      }),
    },
    {
      fault: 'gives the uses of one user only',
      caughtBy: 'uses of memories',
      breakStore: replacing((sound) => ({
        dueUses: async (limit) =>
          (await sound.dueUses(limit)).filter(({ memory }) => memory.scope.user === 'ada'),
      })),
    },
  ],
  expiredMemories: [
    {
      fault: 'leaves out what expires in this moment',
      caughtBy: 'memories that have expired',
      breakStore: replacing((sound) => ({
        expiredMemories: (now, limit) => sound.expiredMemories(now - 1, limit),
      })),
    },
    {
      fault: 'gives the last to expire first',
      caughtBy: 'memories that have expired',
      breakStore: withRows((memories) => memories.toReversed()),
    },
    {
      fault: 'gives more than asked for',
      caughtBy: 'memories that have expired',
      breakStore: replacing((sound) => ({ expiredMemories: (now) => sound.expiredMemories(now, 1_000) })),
    },
    {
      fault: 'gives active memories only',
      caughtBy: 'memories that have expired',
      breakStore: withRows((memories) => memories.filter(({ standing }) => standing === 'active')),
    },
  ],
  listPlaces: [
    {
      fault: 'names a project twice',
      caughtBy: 'following the changes of memories',
      breakStore: replacing((sound) => ({
        listPlaces: async () => (await sound.listPlaces()).flatMap((place) => [place, place]),
      })),
    },
    {
      fault: 'names the projects of one user only',
      caughtBy: 'following the changes of memories',
      breakStore: replacing((sound) => ({
        listPlaces: async () => (await sound.listPlaces()).filter(({ user }) => user === 'ada'),
      })),
    },
    {
      fault: 'names projects that had memories once',
      caughtBy: 'following the changes of memories',
      breakStore: replacing((sound) => {
        let places: readonly ProjectOfUser[] = [];
        return {
          async listPlaces() {
            const now = await sound.listPlaces();
            places = now.length > places.length ? now : places;
            return places;
          },
        };
      }),
    },
  ],
};
