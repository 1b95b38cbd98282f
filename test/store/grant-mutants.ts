import type { Store } from '../../src/ports/store.ts';
import type { Grant, GrantedViewer, Selection } from '../../src/records/grant.ts';
import type { Memory } from '../../src/records/memory.ts';
import { everyMemory } from '../../src/testing/store-suite/grants.ts';
import { commanding, type Mutant, replacing } from './mutant.ts';

const caughtBy = 'what owners share';
const copies = 'copies of what owners share';

function withoutGrants(memory: Memory, left = 0): Memory {
  const grants = memory.derivedFrom.filter(({ kind }) => kind === 'grant');
  const dropped = new Set(grants.slice(left));
  return { ...memory, derivedFrom: memory.derivedFrom.filter((source) => !dropped.has(source)) };
}

/** A store that reads every memory with other grants than it was given. */
function readingWith(change: (granted: readonly Grant[], reader: GrantedViewer) => readonly Grant[]) {
  const changed = (reader: GrantedViewer): GrantedViewer =>
    reader.granted === undefined ? reader : { ...reader, granted: change(reader.granted, reader) };
  return readingAs(changed);
}

/** The same with other grants by which copies are read. */
function carryingWith(change: (carriers: readonly Grant[]) => readonly Grant[]) {
  const changed = (reader: GrantedViewer): GrantedViewer =>
    reader.carriers === undefined ? reader : { ...reader, carriers: change(reader.carriers) };
  return readingAs(changed);
}

/** A store that takes every reader for another one. */
function readingAs(changed: (reader: GrantedViewer) => GrantedViewer) {
  return replacing((sound: Store) => ({
    getMemory: (reader, id) => sound.getMemory(changed(reader), id),
    listMemories: (reader, filter, page) => sound.listMemories(changed(reader), filter, page),
    listEntries: (reader, filter, limit) => sound.listEntries(changed(reader), filter, limit),
    getMemories: (reader, ids) => sound.getMemories(changed(reader), ids),
    getEntries: (reader, ids) => sound.getEntries(changed(reader), ids),
  }));
}

const selecting = (change: (what: Extract<Selection, { of: 'memories' }>) => Selection) =>
  readingWith((granted) =>
    granted.map((grant) => (grant.what.of === 'memories' ? { ...grant, what: change(grant.what) } : grant)),
  );

/** Ways to get wrong what is shared. */
export const grantMutants: { readonly openGrants: readonly Mutant[] } = {
  openGrants: [
    {
      fault: 'takes revoked grants for open',
      caughtBy,
      breakStore: replacing((sound) => ({
        async openGrants(user) {
          const projects = ['shop', 'shop2'].map((project) =>
            sound.listRecords({ user, project, agent: null }, 'grant', {}, { limit: 1_000 }),
          );
          return (await Promise.all(projects)).flatMap(({ items }) => items);
        },
      })),
    },
    {
      fault: 'shows the grants of another user',
      caughtBy,
      breakStore: replacing((sound) => ({ openGrants: () => sound.openGrants('ada') })),
    },
    {
      fault: 'gives grants in another order',
      caughtBy,
      breakStore: replacing((sound) => ({
        openGrants: async (user) => (await sound.openGrants(user)).toReversed(),
      })),
    },
    { fault: 'shares nothing', caughtBy, breakStore: readingWith(() => []) },
    {
      fault: 'reads the first grant only',
      caughtBy,
      breakStore: readingWith((granted) => granted.slice(0, 1)),
    },
    {
      fault: 'takes the whole project for the giver',
      caughtBy,
      breakStore: readingWith((granted) =>
        granted.map((grant) => ({ ...grant, scope: { ...grant.scope, agent: null } })),
      ),
    },
    {
      fault: 'takes the user of the reader for that of the giver',
      caughtBy,
      breakStore: readingWith((granted, { user }) =>
        granted.map((grant) => ({ ...grant, scope: { ...grant.scope, user } })),
      ),
    },
    ...(['id', 'kind', 'domain', 'topic'] as const).map((field) => ({
      fault: `shares without regard to the ${field}`,
      caughtBy: caughtBy as typeof caughtBy,
      breakStore: selecting((what) => ({ ...what, [field]: null })),
    })),
    {
      fault: 'shows copies whatever became of the grants they were made by',
      caughtBy: copies,
      breakStore: commanding((command) => [
        command.type === 'record-memory' ? { ...command, memory: withoutGrants(command.memory) } : command,
      ]),
    },
    { fault: 'shows no copies', caughtBy: copies, breakStore: carryingWith(() => []) },
    {
      fault: 'asks for the first grant of a copy only',
      caughtBy: copies,
      breakStore: commanding((command) => [
        command.type === 'record-memory' ? { ...command, memory: withoutGrants(command.memory, 1) } : command,
      ]),
    },
    {
      fault: 'shows copies of what the grant no longer covers',
      caughtBy: copies,
      breakStore: carryingWith((carriers) => carriers.map((grant) => ({ ...grant, what: everyMemory }))),
    },
    {
      fault: 'shares without regard to the second tag',
      caughtBy,
      breakStore: selecting((what) => ({ ...what, tags: what.tags.slice(0, 1) })),
    },
  ],
};
