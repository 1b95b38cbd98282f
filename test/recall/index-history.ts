import { settingsSchema } from '../../src/config/settings.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { Command, Store } from '../../src/ports/store.ts';
import { createPlaceIndex, type PlaceIndex } from '../../src/recall/index/place-index.ts';
import { searchShards } from '../../src/recall/index/search-shards.ts';
import type { MeaningSpace } from '../../src/recall/meaning.ts';
import { numberOf } from '../../src/recall/same-words.ts';
import { openVectorSpace } from '../../src/recall/vectors/vectors.ts';
import { type Memory, standings } from '../../src/records/memory.ts';
import { aMemory } from '../../src/testing/builders.ts';
import { numbersFrom } from '../../src/testing/store-suite/random-history.ts';
import { termsOf } from '../../src/text/terms.ts';

export const place = { user: 'ada', project: 'shop' };
export const owners = [null, 'ali', 'bob'];
export const words = [
  'refund',
  'invoice',
  'deploy',
  'timeout',
  'token',
  'cache',
  'queue',
  'index',
  'court',
  'apple',
];
const labels = ['Ann', 'Ben', 'Ann Lee'];
const { relevance } = settingsSchema.parse({ db: 'memory:' }).recall;

/** A direction for each word. */
export const embedder: Embedder = {
  id: 'directions',
  dimensions: 8,
  instant: true,
  async embed(texts) {
    return texts.map((text) => {
      const vector = new Float32Array(8);
      for (const term of termsOf(text)) {
        const place = numberOf(term) % 8;
        vector[place] = (vector[place] ?? 0) + 1;
      }
      return vector;
    });
  },
};
export const meaning: MeaningSpace = { embedder, space: openVectorSpace(8) };

/** What somebody does next: records, changes, deletes. */
export function aHistory(
  seed: number,
  { agents = owners, known = [] }: { agents?: readonly (string | null)[]; known?: readonly Memory[] } = {},
): () => Command {
  const below = numbersFrom(seed);
  const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  let there: Memory[] = [...known];
  let made = known.length;
  /** Ids of memories that were deleted: they may be used again, those of archived ones may not. */
  const free: string[] = [];

  function recordOne(): Command {
    made += 1;
    const said = Array.from({ length: 1 + below(6) }, () => oneOf(words)).join(' ');
    const text = `${below(2) === 0 ? `${oneOf(labels)}: ` : ''}${said}${below(4) === 0 ? '?' : ''}`;
    const inSession = below(2) === 0;
    const memory = aMemory({
      // Now and then an id that was used before.
      id:
        below(3) === 0 && free.length > 0
          ? oneOf(free)
          : `${agents.join('-')}m${made + 1_000 + seed * 10_000}`,
      scope: { ...place, agent: oneOf(agents) },
      text,
      tags: below(3) === 0 ? ['greek'] : [],
      createdAt: Date.UTC(2025, below(12), 1 + below(28)),
      provenance: {
        ...aMemory().provenance,
        ...(inSession ? { sessionId: `s${below(3)}`, position: below(40) } : {}),
      },
    });
    if (there.some(({ id }) => id === memory.id)) return changeOne();
    there.push(memory);
    return { type: 'record-memory', memory };
  }

  function changeOne(): Command {
    const index = below(there.length);
    const before = there[index] as Memory;
    const text = below(2) === 0 ? before.text : `${before.text} ${oneOf(words)}`;
    const memory = { ...before, text, standing: oneOf(standings), revision: before.revision + 1 } as Memory;
    there[index] = memory;
    const change = { at: 1, reason: 'updated', note: '' } as const;
    return { type: 'revise-memory', owner: before.scope, memory, change };
  }

  function deleteOne(): Command {
    const gone = oneOf(there);
    there = there.filter((memory) => memory !== gone);
    free.push(gone.id);
    return { type: 'delete-memory', owner: gone.scope, id: gone.id };
  }

  return () => {
    const drawn = below(10);
    if (there.length === 0 || drawn < 6) return recordOne();
    return drawn < 8 ? changeOne() : deleteOne();
  };
}

/** What an index finds, and how relevant it is. */
export async function found(
  index: PlaceIndex,
  query: string,
  agent: string | null,
  tag?: string,
): Promise<unknown> {
  await index.follow();
  const shards = index.shardsOf({ ...place, agent });
  const terms = [...new Set(termsOf(query))];
  const [vector = null] = await embedder.embed([query]);
  const filter = { minSimilarity: -1, now: 0, tag };
  const matches = await searchShards(shards, { text: query, terms, vector }, relevance, 5, filter);
  return matches.map(({ shard: _, slot: __, ...match }) => match);
}

export const fresh = (store: Store): PlaceIndex => createPlaceIndex(store, place, meaning, { keeping: null });
