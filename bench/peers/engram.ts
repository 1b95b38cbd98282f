import { join } from 'node:path';
import { type EngramOptions, openEngram } from '../../src/index.ts';
import { importedFrom } from '../recall-quality.ts';
import type { Contestant, Entry } from './contestant.ts';

async function open(
  folder: string,
  textAlone: boolean,
  options: Pick<EngramOptions, 'embedder'> = {},
): Promise<Contestant> {
  const engram = await openEngram({
    db: `file:${join(folder, 'memory.db')}`,
    surroundings: { environment: {}, folder, home: folder },
    ...options,
  });
  return {
    async insert(owner, items) {
      await engram.agent(owner).memories.import(items.map((item) => importedFrom(item, textAlone)));
    },
    async search(owner, question) {
      const found = await engram.agent(owner).memories.search({ query: question, limit: 10 });
      return found.map(({ memory }) => memory?.provenance.externalId ?? '');
    },
    close: () => engram.close(),
  };
}

/**
 * Engram on a SQLite file, with its defaults: told when a turn was said and which one it follows. Then given what
 * the others get.
 */
export const engramEntries: readonly Entry[] = [
  { name: 'Engram', open: (folder) => open(folder, false) },
  { name: 'Engram, given texts alone', open: (folder) => open(folder, true) },
  {
    name: 'Engram, given texts alone, words alone',
    open: (folder) => open(folder, true, { embedder: { provider: 'none' } }),
  },
];
