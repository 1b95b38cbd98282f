import type { IndexPlace, Store } from '../../ports/store.ts';
import type { Scope } from '../../records/scope.ts';
import { refusalOf } from '../records/records.ts';
import { referenceRecord } from './handler.ts';
import type { State } from './state.ts';

const keyOf = ({ user, project, corpus = 'memories' }: IndexPlace): string =>
  JSON.stringify([user, project, corpus]);
const copied = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes);

/** The records an index is made from. */
function madeOf(state: State, { corpus = 'memories' }: IndexPlace): Array<{ readonly scope: Scope }> {
  if (corpus !== 'recorded') return [...state.memories.values()];
  return [...state.messages.values(), ...[...state.runs.values()].filter(({ outcome }) => outcome !== null)];
}

export const keptIndexes = referenceRecord({
  handlers: {
    'keep-index': {
      apply(state, command, journal) {
        const { place, index, dropped, parts } = command;
        const kept = state.indexes.get(keyOf(place));
        const isMadeOf = madeOf(state, place).some(
          ({ scope }) => scope.user === place.user && scope.project === place.project,
        );
        if ((kept?.index.generation ?? 0) !== index.generation || (kept === undefined && !isMadeOf))
          throw refusalOf(command, false);
        const left = (kept?.parts ?? []).filter(
          (part) =>
            dropped !== 'all' &&
            !dropped.includes(part.segment) &&
            !parts.some(({ segment, name }) => segment === part.segment && name === part.name),
        );
        journal.set(state.indexes, keyOf(place), {
          user: place.user,
          project: place.project,
          corpus: place.corpus ?? 'memories',
          index: { generation: index.generation + 1, about: copied(index.about) },
          parts: [...left, ...parts.map((part) => ({ ...part, bytes: copied(part.bytes) }))],
        });
      },
    },
    'forget-shared-indexes': {
      apply(state, { place }, journal) {
        for (const [key, { user, project, corpus }] of [...state.indexes]) {
          const isShared = corpus !== 'memories' && corpus !== 'recorded';
          if (isShared && user === place.user && project === place.project)
            journal.remove(state.indexes, key);
        }
      },
    },
  },
  exported: () => [],
});

export function readKeptIndex(state: State): Pick<Store, 'keptIndex' | 'indexParts'> {
  return {
    async keptIndex(place) {
      return structuredClone(state.indexes.get(keyOf(place))?.index);
    },
    async indexParts(place, wanted) {
      const { parts = [] } = state.indexes.get(keyOf(place)) ?? {};
      const found = parts.filter((part) =>
        wanted.some(({ segment, name }) => segment === part.segment && name === part.name),
      );
      return structuredClone(found);
    },
  };
}
