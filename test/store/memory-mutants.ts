import type { MemoryEntry, Store } from '../../src/ports/store.ts';
import { type Memory, standings } from '../../src/records/memory.ts';
import { everyone, forgettingAgent, neverLast, oldestFirst, sharingPrefix } from './faults.ts';
import { type Mutant, replacing } from './mutant.ts';

/** Ways to get sessions, messages and memories wrong. */
export const memoryMutants: Readonly<
  Record<
    | 'findSessions'
    | 'listSessions'
    | 'listMessages'
    | 'getMemory'
    | 'listMemories'
    | 'listEntries'
    | 'getEntries',
    readonly Mutant[]
  >
> = {
  findSessions: [
    {
      fault: 'counts one message in every session',
      caughtBy: 'sessions and messages',
      breakStore: replacing((sound) => ({
        findSessions: async (viewer, id) =>
          (await sound.findSessions(viewer, id)).map((session) => ({ ...session, messages: 1 })),
      })),
    },
    {
      fault: 'finds sessions of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        findSessions: (viewer, id) => sound.findSessions(everyone(viewer), id),
      })),
    },
  ],
  listSessions: [
    {
      fault: 'gives the oldest first',
      caughtBy: 'lists are paged',
      breakStore: replacing((sound) => ({
        listSessions: (viewer, page) => oldestFirst(sound.listSessions(viewer, page)),
      })),
    },
    {
      fault: 'never says that a full page is the last',
      caughtBy: 'lists are paged',
      breakStore: replacing((sound) => ({
        listSessions: (viewer, page) => neverLast((asked) => sound.listSessions(viewer, asked), page),
      })),
    },
    {
      fault: 'loses the second of two sessions of one id and moment',
      caughtBy: 'lists are paged',
      breakStore: replacing((sound) => ({
        listSessions: (viewer, page) => forgettingAgent((asked) => sound.listSessions(viewer, asked), page),
      })),
    },
  ],
  listMessages: [
    {
      fault: 'orders messages by time',
      caughtBy: 'sessions and messages',
      breakStore: replacing((sound) => ({
        listMessages: async (viewer, session) =>
          (await sound.listMessages(viewer, session)).toSorted(
            (left, right) => left.createdAt - right.createdAt,
          ),
      })),
    },
    {
      fault: 'shows a session to whoever names its owner',
      caughtBy: 'sessions and messages',
      breakStore: replacing((sound) => ({
        listMessages: (_viewer, session) => sound.listMessages(session.scope, session),
      })),
    },
    {
      fault: 'takes the viewer for the owner of the session',
      caughtBy: 'sessions and messages',
      breakStore: replacing((sound) => ({
        listMessages: (viewer, session) => sound.listMessages(viewer, { ...session, scope: viewer }),
      })),
    },
  ],
  getMemory: [
    {
      fault: 'hides expired memories',
      caughtBy: 'memories',
      breakStore: replacing((sound) => ({
        async getMemory(viewer, id) {
          const memory = await sound.getMemory(viewer, id);
          return memory === undefined || (memory.expiresAt ?? Number.POSITIVE_INFINITY) < 1_000
            ? undefined
            : memory;
        },
      })),
    },
    {
      fault: 'gives away the object it keeps',
      caughtBy: 'what follows a revised memory',
      breakStore: replacing((sound) => {
        const kept = new Map<string, Memory | undefined>();
        return {
          async getMemory(viewer, id) {
            const key = JSON.stringify([viewer, id]);
            if (!kept.has(key)) kept.set(key, await sound.getMemory(viewer, id));
            return kept.get(key);
          },
        };
      }),
    },
    {
      fault: 'matches agents by the beginning of their names',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        async getMemory(viewer, id) {
          const memory = await sound.getMemory(everyone(viewer), id);
          return memory && sharingPrefix(viewer, [memory])[0];
        },
      })),
    },
    {
      fault: 'confuses projects of the same name of two users',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        getMemory: async (viewer, id) =>
          (await sound.getMemory(viewer, id)) ?? sound.getMemory({ ...viewer, user: 'ada' }, id),
      })),
    },
    {
      fault: 'keeps the object it was given',
      caughtBy: 'memories are revised',
      breakStore: replacing((sound) => {
        const given = new Map<string, Memory>();
        const commit: Store['commit'] = async (commands) => {
          const committed = await sound.commit(commands);
          for (const command of commands) {
            if (command.type === 'record-memory') given.set(command.memory.id, command.memory);
          }
          return committed;
        };
        const getMemory: Store['getMemory'] = async (viewer, id) => {
          const memory = await sound.getMemory(viewer, id);
          return memory && { ...memory, tags: given.get(id)?.tags ?? memory.tags };
        };
        return { commit, getMemory };
      }),
    },
  ],
  listMemories: [
    {
      fault: 'matches agents by the beginning of their names',
      caughtBy: 'memories',
      breakStore: replacing((sound) => ({
        async listMemories(viewer, filter, page) {
          const { items, next } = await sound.listMemories(everyone(viewer), filter, page);
          return { items: sharingPrefix(viewer, items), next };
        },
      })),
    },
    {
      fault: 'shows a memory in the moment it expires',
      caughtBy: 'what follows a revised memory',
      breakStore: replacing((sound) => ({
        listMemories: (viewer, filter, page) =>
          sound.listMemories(viewer, { ...filter, now: filter.now - 1 }, page),
      })),
    },
    {
      fault: 'ignores the tag',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: replacing((sound) => ({
        listMemories: (viewer, { tag: _tag, ...filter }, page) => sound.listMemories(viewer, filter, page),
      })),
    },
    {
      fault: 'ignores the topic',
      caughtBy: 'what follows a revised memory',
      breakStore: replacing((sound) => ({
        listMemories: (viewer, { topic: _topic, ...filter }, page) =>
          sound.listMemories(viewer, filter, page),
      })),
    },
    {
      fault: 'gives active memories, whatever standing is asked for',
      caughtBy: 'what follows a revised memory',
      breakStore: replacing((sound) => ({
        listMemories: (viewer, { standing: _standing, ...filter }, page) =>
          sound.listMemories(viewer, filter, page),
      })),
    },
    {
      fault: 'lists memories of every standing among the active',
      caughtBy: 'what follows a revised memory',
      breakStore: replacing((sound) => ({
        async listMemories(viewer, filter, page) {
          if (filter.standing !== undefined) return sound.listMemories(viewer, filter, page);
          const pages = await Promise.all(
            standings.map((standing) => sound.listMemories(viewer, { ...filter, standing }, page)),
          );
          return { items: pages.flatMap(({ items }) => items), next: pages[0]?.next ?? null };
        },
      })),
    },
    {
      fault: 'ignores the kind',
      caughtBy: 'memories',
      breakStore: replacing((sound) => ({
        listMemories: (viewer, { kind: _kind, ...filter }, page) => sound.listMemories(viewer, filter, page),
      })),
    },
  ],
  listEntries: [
    {
      fault: 'gives entries of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        listEntries: (viewer, filter, limit) => sound.listEntries(everyone(viewer), filter, limit),
      })),
    },
    {
      fault: 'gives entries of every topic',
      caughtBy: 'memories',
      breakStore: replacing((sound) => ({
        listEntries: (viewer, { topic: _topic, ...filter }, limit) =>
          sound.listEntries(viewer, filter, limit),
      })),
    },
    {
      fault: 'gives more entries than were asked for',
      caughtBy: 'memories',
      breakStore: replacing((sound) => ({
        listEntries: (viewer, filter, limit) => sound.listEntries(viewer, filter, limit + 1),
      })),
    },
    {
      fault: 'gives the oldest entries first',
      caughtBy: 'memories',
      breakStore: replacing((sound) => ({
        listEntries: async (viewer, filter, limit) =>
          (await sound.listEntries(viewer, filter, limit)).toReversed(),
      })),
    },
    {
      fault: 'gives entries that have expired',
      caughtBy: 'memories',
      breakStore: replacing((sound) => ({
        listEntries: (viewer, filter, limit) => sound.listEntries(viewer, { ...filter, now: 0 }, limit),
      })),
    },
    {
      fault: 'forgets where an entry was said',
      caughtBy: 'memories',
      breakStore: replacing((sound) => ({
        listEntries: async (viewer, filter, limit) =>
          (await sound.listEntries(viewer, filter, limit)).map((entry) => ({
            ...entry,
            sessionId: null,
            position: null,
          })),
      })),
    },
    {
      fault: 'gives an entry as it was when it was first listed',
      caughtBy: 'what statistics read again and again',
      breakStore: replacing((sound) => {
        const listed = new Map<string, MemoryEntry>();
        return {
          listEntries: async (viewer, filter, limit) =>
            (await sound.listEntries(viewer, filter, limit)).map((entry) => {
              const first = listed.get(entry.id) ?? entry;
              listed.set(entry.id, first);
              return first;
            }),
        };
      }),
    },
  ],
  getEntries: [
    {
      fault: 'gives entries of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        getEntries: (viewer, ids) => sound.getEntries(everyone(viewer), ids),
      })),
    },
    {
      fault: 'gives an entry as often as it is asked for',
      caughtBy: 'what statistics read again and again',
      breakStore: replacing((sound) => ({
        getEntries: async (viewer, ids) => {
          const again = ids.filter((id, place) => ids.indexOf(id) !== place);
          return [...(await sound.getEntries(viewer, ids)), ...(await sound.getEntries(viewer, again))];
        },
      })),
    },
    {
      fault: 'gives active memories only',
      caughtBy: 'what statistics read again and again',
      breakStore: replacing((sound) => ({
        getEntries: async (viewer, ids) =>
          (await sound.getEntries(viewer, ids)).filter(({ standing }) => standing === 'active'),
      })),
    },
    {
      fault: 'answers the first five hundred ids',
      caughtBy: 'what statistics read again and again',
      breakStore: replacing((sound) => ({
        getEntries: (viewer, ids) => sound.getEntries(viewer, ids.slice(0, 500)),
      })),
    },
  ],
};
