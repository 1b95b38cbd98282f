import { maySeeMemory } from '../../access/grants.ts';
import { maySee } from '../../access/reach.ts';
import type { Store } from '../../ports/store.ts';
import type { GrantedViewer } from '../../records/grant.ts';
import type { MemoryLink } from '../../records/memory-link.ts';
import { sameScope } from '../../records/scope.ts';
import { refusalOf } from '../records/records.ts';
import { referenceRecord, rewritten } from './handler.ts';
import type { State } from './state.ts';

const saysTheSame = (
  left: Omit<MemoryLink, 'note' | 'id' | 'createdAt' | 'schemaVersion'>,
  right: MemoryLink,
) =>
  left.from === right.from &&
  left.relation === right.relation &&
  left.to === right.to &&
  sameScope(left.scope, right.scope);

export const memoryLinks = referenceRecord({
  handlers: {
    'link-memories': {
      apply(state, { link }, journal) {
        const isThere = [...state.links.values()].some(
          (other) => other.id === link.id || saysTheSame(link, other),
        );
        if (isThere || !state.memories.has(link.from) || !state.memories.has(link.to)) return;
        journal.set(state.links, link.id, link);
      },
    },
    'unlink-memories': {
      apply(state, command, journal) {
        const named = { ...command, scope: command.owner };
        const link = [...state.links.values()].find((other) => saysTheSame(named, other));
        if (link === undefined) throw refusalOf(command, false);
        journal.remove(state.links, link.id);
      },
    },
  },
  exported: (state) => [rewritten(state.links, (link) => ({ type: 'link-memories', link }))],
});

export function readLinks(state: State): Pick<Store, 'listLinks'> {
  const sees = (reader: GrantedViewer, id: string): boolean => {
    const memory = state.memories.get(id);
    return memory !== undefined && maySeeMemory(reader, memory, (source) => state.memories.get(source));
  };
  return {
    async listLinks(reader, ids, limit) {
      const links = [...state.links.values()].filter(
        ({ scope, from, to }) =>
          maySee(reader, scope) &&
          sees(reader, from) &&
          sees(reader, to) &&
          (ids.includes(from) || ids.includes(to)),
      );
      links.sort((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1));
      return structuredClone(links.slice(0, limit));
    },
  };
}
