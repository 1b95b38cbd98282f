import type { Command, Store } from '../../src/ports/store.ts';
import { latestMoment } from '../../src/records/record.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { changing, commanding, forgetting, forgiving, type Mutant, replacing } from './mutant.ts';

/** Calls `change` with the number of the revision that the store has of a memory. */
const knowingRevisions =
  (
    change: (command: Command, revisionOf: (id: string) => number) => readonly Command[],
  ): Mutant['breakStore'] =>
  (sound) => {
    const revisions = new Map<string, number>();
    return commanding((command) => {
      const changed = change(command, (id) => revisions.get(id) ?? 0);
      if (command.type === 'record-memory' && !revisions.has(command.memory.id)) {
        revisions.set(command.memory.id, command.memory.revision);
      }
      if (command.type === 'revise-memory') revisions.set(command.memory.id, command.memory.revision);
      return changed;
    })(sound);
  };

/** Finds memories in lists by the tags, topics, standings and expiries they were recorded with. */
const listingAsRecorded: Mutant['breakStore'] = replacing((sound) => {
  const index = createReferenceStore();
  const commit: Store['commit'] = async (commands) => {
    const committed = await sound.commit(commands);
    for (const command of commands) {
      if (command.type !== 'revise-memory') await index.commit([command]).catch(() => {});
    }
    return committed;
  };
  const listMemories: Store['listMemories'] = async (viewer, filter, page) => {
    const { items, next } = await index.listMemories(viewer, filter, page);
    const found = await Promise.all(items.map(({ id }) => sound.getMemory(viewer, id)));
    return { items: found.filter((memory) => memory !== undefined), next };
  };
  return { commit, listMemories };
});

/** Prunes by deleting, and takes what was derived along. */
const pruningDerived: Mutant['breakStore'] = replacing((sound) => ({
  async commit(commands) {
    const expired = await sound.expiredMemories(latestMoment, 1_000);
    return sound.commit(
      commands.flatMap((command): Command[] => {
        if (command.type !== 'prune-memories') return [command];
        const named = expired.filter(
          ({ id, expiresAt }) => command.ids.includes(id) && (expiresAt ?? latestMoment) <= command.now,
        );
        return named.map(({ id, scope }) => ({ type: 'delete-memory', owner: scope, id }));
      }),
    );
  },
}));

/** Prunes all that has expired, named or not. */
const pruningAll: Mutant['breakStore'] = replacing((sound) => ({
  async commit(commands) {
    const expired = await sound.expiredMemories(latestMoment, 1_000);
    const ids = expired.map(({ id }) => id);
    return sound.commit(
      commands.map((command) => (command.type === 'prune-memories' ? { ...command, ids } : command)),
    );
  },
}));

/** Replaces a revision that is there. */
const overwritingRevisions: Mutant['breakStore'] = replacing((sound) => {
  const notes = new Map<string, string>();
  const keyOf = (id: string, revision: number) => JSON.stringify([id, revision]);
  return {
    async commit(commands) {
      for (const command of commands) {
        if (command.type !== 'keep-revision') continue;
        const { before, note } = command.revision;
        notes.set(keyOf(before.id, before.revision), note);
      }
      return sound.commit(commands);
    },
    listRevisions: async (viewer, id) =>
      (await sound.listRevisions(viewer, id)).map((revision) => ({
        ...revision,
        note: notes.get(keyOf(id, revision.before.revision)) ?? revision.note,
      })),
  };
});

/** Ways to get the commands about the life of memories wrong. */
export const lifeCommandMutants: Readonly<
  Record<
    'revise-memory' | 'prune-memories' | 'keep-revision' | 'note-uses' | 'keep-vectors',
    readonly Mutant[]
  >
> = {
  'revise-memory': [
    {
      fault: 'forgets a revision',
      caughtBy: 'histories from elsewhere',
      breakStore: forgetting('revise-memory'),
    },
    {
      fault: 'takes a revision of a missing memory for done',
      caughtBy: 'memories are revised',
      breakStore: forgiving('revise-memory'),
    },
    {
      fault: 'keeps no history',
      caughtBy: 'histories from elsewhere',
      breakStore: changing('revise-memory', ({ owner, memory }) => [
        { type: 'delete-memory', owner, id: memory.id },
        { type: 'record-memory', memory },
      ]),
    },
    {
      fault: 'writes over what was changed meanwhile',
      caughtBy: 'memories are revised',
      breakStore: knowingRevisions((command, revisionOf) =>
        command.type === 'revise-memory'
          ? [{ ...command, memory: { ...command.memory, revision: revisionOf(command.memory.id) + 1 } }]
          : [command],
      ),
    },
    {
      fault: 'lists revised memories by what they were',
      caughtBy: 'what follows a revised memory',
      breakStore: listingAsRecorded,
    },
    {
      fault: 'loses the reason in words',
      caughtBy: 'histories from elsewhere',
      breakStore: changing('revise-memory', (command) => [
        { ...command, change: { ...command.change, note: '' } },
      ]),
    },
    {
      fault: 'leaves the sources of a revised memory as they were recorded',
      caughtBy: 'what follows a revised memory',
      breakStore: changing('revise-memory', (command) => [
        { ...command, memory: { ...command.memory, derivedFrom: [] } },
      ]),
    },
  ],
  'prune-memories': [
    {
      fault: 'prunes nothing',
      caughtBy: 'memories that have expired',
      breakStore: forgetting('prune-memories'),
    },
    {
      fault: 'prunes what has not expired yet',
      caughtBy: 'memories that have expired',
      breakStore: changing('prune-memories', (command) => [{ ...command, now: latestMoment }]),
    },
    {
      fault: 'does not prune what expires in this moment',
      caughtBy: 'memories that have expired',
      breakStore: changing('prune-memories', (command) => [{ ...command, now: command.now - 1 }]),
    },
    {
      fault: 'prunes what was derived, too',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: pruningDerived,
    },
    { fault: 'prunes what was not named', caughtBy: 'memories that have expired', breakStore: pruningAll },
  ],
  'keep-revision': [
    {
      fault: 'forgets a revision that is to be kept',
      caughtBy: 'histories from elsewhere',
      breakStore: forgetting('keep-revision'),
    },
    {
      fault: 'writes over a revision that is there',
      caughtBy: 'histories from elsewhere',
      breakStore: overwritingRevisions,
    },
    {
      fault: 'loses how often the memory had been used',
      caughtBy: 'histories from elsewhere',
      breakStore: changing('keep-revision', (command) => {
        const before = { ...command.revision.before, accessCount: 0 };
        return [{ ...command, revision: { ...command.revision, before } }];
      }),
    },
    {
      fault: 'takes the revision of another owner',
      caughtBy: 'viewers see what is theirs',
      breakStore: changing('keep-revision', (command) => {
        const { before } = command.revision;
        const scope = { ...before.scope, agent: 'ali' };
        return [{ ...command, revision: { ...command.revision, before: { ...before, scope } } }];
      }),
    },
  ],
  'note-uses': [
    { fault: 'notes no use', caughtBy: 'uses of memories', breakStore: forgetting('note-uses') },
    {
      fault: 'notes the first use only',
      caughtBy: 'uses of memories',
      breakStore: changing('note-uses', (command) => [{ ...command, uses: command.uses.slice(0, 1) }]),
    },
    {
      fault: 'never settles a use',
      caughtBy: 'uses of memories',
      breakStore: changing('note-uses', (command) => [
        { ...command, uses: command.uses.map((use) => ({ ...use, settled: false })) },
      ]),
    },
    {
      fault: 'settles every use at once',
      caughtBy: 'uses of memories',
      breakStore: changing('note-uses', (command) => [
        { ...command, uses: command.uses.map((use) => ({ ...use, settled: true })) },
      ]),
    },
    {
      fault: 'keeps a repeated use twice',
      caughtBy: 'uses of memories',
      breakStore: (sound) => {
        let noted = 0;
        return changing('note-uses', (command) => {
          noted += 1;
          return [
            { ...command, uses: command.uses.map((use) => ({ ...use, runId: `${use.runId}-${noted}` })) },
          ];
        })(sound);
      },
    },
  ],
  'keep-vectors': [
    {
      fault: 'keeps no vector',
      caughtBy: 'memories that have expired',
      breakStore: forgetting('keep-vectors'),
    },
    {
      fault: 'keeps the first vector only',
      caughtBy: 'vectors of memories',
      breakStore: changing('keep-vectors', (command) => [
        { ...command, vectors: command.vectors.slice(0, 1) },
      ]),
    },
    {
      fault: 'keeps the vector of a memory that was changed meanwhile',
      caughtBy: 'vectors of memories',
      breakStore: knowingRevisions((command, revisionOf) =>
        command.type === 'keep-vectors'
          ? [
              {
                ...command,
                vectors: command.vectors.map((kept) => ({ ...kept, revision: revisionOf(kept.id) })),
              },
            ]
          : [command],
      ),
    },
  ],
};
