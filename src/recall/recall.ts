import type * as z from 'zod';
import { retrieveMemoriesInput, searchMemoriesInput } from '../model/inputs.ts';
import { memoryText, normaliseTopic } from '../model/memory.ts';
import { parseInput } from '../model/parse.ts';
import type { Viewer } from '../model/scope.ts';
import { termsOf } from '../model/terms.ts';
import type { Context } from '../ports/context.ts';
import type { MemoryFilter, TextCandidate } from '../ports/store.ts';
import { type Recalled, rank } from './rank.ts';

export type SearchMemories = z.input<typeof searchMemoriesInput>;
export type RetrieveMemories = z.input<typeof retrieveMemoriesInput>;

/** Memories looked at for one answer. */
const maximumCandidates = 1_000;
/** A longer query is about its first words. */
const maximumQueryLength = 10_000;
const maximumQueryTerms = 64;

/** Memories that match a query in any words, best first. */
export async function searchMemories(
  context: Context,
  viewer: Viewer,
  raw: SearchMemories,
): Promise<Recalled[]> {
  const { query, kind, tag, limit } = parseInput(searchMemoriesInput, raw, 'search');
  return recall(context, viewer, query, { kind, tag, now: context.clock.now() }, new Map(), limit);
}

/** Memories that help in a situation: those recorded about exactly it first, then similar ones. */
export async function retrieveMemories(
  context: Context,
  viewer: Viewer,
  raw: RetrieveMemories,
): Promise<Recalled[]> {
  const { context: situation, kind, tag, limit } = parseInput(retrieveMemoriesInput, raw, 'retrieval');
  const filter = { kind, tag, now: context.clock.now() };
  const exact = new Map<string, TextCandidate>();
  const topic = normaliseTopic(context.redact(situation));
  if (topic !== null) {
    const page = await context.store.listMemories(viewer, { ...filter, topic }, { limit: maximumCandidates });
    for (const memory of page.items) {
      exact.set(memory.id, { memory, termCounts: new Map(), length: termsOf(memoryText(memory)).length });
    }
  }
  return recall(context, viewer, situation, filter, exact, limit);
}

async function recall(
  context: Context,
  viewer: Viewer,
  query: string,
  filter: MemoryFilter,
  exact: ReadonlyMap<string, TextCandidate>,
  limit: number = context.settings.recall.limit,
): Promise<Recalled[]> {
  const terms = [...new Set(termsOf(query.slice(0, maximumQueryLength)))].slice(0, maximumQueryTerms);
  const found = await context.store.findByTerms(viewer, terms, filter, maximumCandidates);
  const candidates = new Map([
    ...exact,
    ...found.map((candidate) => [candidate.memory.id, candidate] as const),
  ]);
  if (candidates.size === 0) return [];
  const memories = await context.store.countMemories(viewer, filter);
  const ranked = rank([...candidates.values()], terms, {
    now: filter.now,
    memories,
    exact: new Set(exact.keys()),
  });
  const recalled = ranked.slice(0, limit);
  countAccess(context, recalled, filter.now);
  return recalled;
}

/** Being recalled counts, but the reader does not wait for it (REC-5). */
function countAccess(context: Context, recalled: readonly Recalled[], at: number): void {
  const ids = recalled.map(({ memory }) => memory.id);
  if (ids.length > 0) {
    context.inBackground(async () => {
      await context.store.commit([{ type: 'count-access', ids, at }]);
    });
  }
}
