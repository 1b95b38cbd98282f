import type * as z from 'zod';
import { carriedGrants } from '../access/grants.ts';
import { mayChange, maySee } from '../access/reach.ts';
import type { Settings } from '../config/settings.ts';
import { jsonSizeUpTo } from '../json/json-size.ts';
import type { Context } from '../ports/context.ts';
import type { FoundMemory, MemoryQuery } from '../ports/memory-finder.ts';
import { retrieveMemoriesInput } from '../records/inputs.ts';
import { isRecallable, type Memory, memoryTopic, normaliseTopic, successOf } from '../records/memory.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import { collapse } from './duplicates.ts';
import { followed, toFollow } from './linked.ts';
import { noteLoans } from './loans.ts';
import { type RankedCandidate, type Recalled, rank, type Scored, scoreOf } from './rank.ts';

type RetrieveMemories = z.input<typeof retrieveMemoriesInput>;

/** Ids of copies that are returned with a memory. */
const maxDuplicates = 100;
/** Memories about exactly this topic that are read. */
const maxExact = 100;
/** Memories that are read at once, and bytes after which no more are. */
const maxReadAtOnce = 50;
const maxAnswerBytes = 32_000_000;
/** Links that are followed from what was found, and memories that join an answer by them. */
const maxLinks = 200;
const maxFollowed = 20;
/** How many candidates are ranked: recency and success may bring forward less relevant ones. */
const candidatesFor = (limit: number): number => Math.max(100, limit * 4);

/** Memories that help in a situation: those recorded about exactly it first, then similar ones. */
export async function retrieveMemories(
  context: Context,
  viewer: Viewer,
  raw: RetrieveMemories,
): Promise<Recalled[]> {
  const input = parseInput(retrieveMemoriesInput, raw, 'retrieval');
  const { context: situation, kind, tag, run, limit, followLinks } = input;
  const topic = normaliseTopic(await context.redact(situation));
  const asked = { query: situation, topic, kind, tag, run, limit };
  return recall(context, viewer, asked, followLinks, (memories) => memories);
}

interface RecallRequest extends Omit<MemoryQuery, 'now' | 'limit' | 'minSimilarity'> {
  /** Memories about exactly this come first. */
  readonly topic?: string | null;
  readonly strict?: boolean;
  /** Whether what worked in a situation comes before what did not; true when left out. */
  readonly preferSuccessful?: boolean;
  /** The run that receives the memories. */
  readonly run?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * Looks memories up, and counts that they were recalled and for which run (REC-5). `choose` makes the answer of what was found;
 * it may leave memories out and put other hits between them.
 */
export async function recall<Hit extends { readonly memory?: Memory | undefined }>(
  context: Context,
  viewer: Viewer,
  asked: RecallRequest,
  followLinks: boolean,
  choose: (memories: readonly Recalled[]) => readonly Hit[],
): Promise<Array<Hit | Recalled>> {
  const chosen = choose(await lookUp(context, viewer, asked));
  const found = chosen.flatMap(({ memory }) => (memory === undefined ? [] : [{ memory }]));
  const linked = followLinks ? await linkedWithFound(context, viewer, found) : [];
  const recalled = [...found, ...linked].map(({ memory }) => memory);
  countRecalled(context, viewer, recalled, asked.run);
  return [...chosen, ...linked];
}

/**
 * Memories that are linked with what was found, after the hits and bounded (MEM-8). They are read like every answer: by what the
 * viewer may see, and only what stands and has not expired.
 */
async function linkedWithFound(
  { store, clock }: Context,
  viewer: Viewer,
  found: ReadonlyArray<Pick<Recalled, 'memory'>>,
): Promise<Recalled[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ memory }) => memory.id);
  const follow = toFollow(found, await store.listLinks(viewer, ids, maxLinks), maxFollowed);
  const read = await store.getMemories(
    viewer,
    follow.map(({ id }) => id),
  );
  const memories = new Map(read.map((memory) => [memory.id, memory]));
  return follow.flatMap(({ id, connected }) => {
    const memory = memories.get(id);
    return memory === undefined || !isRecallable(memory, clock.now()) ? [] : [followed(memory, connected)];
  });
}

/** Looks memories up without counting, for callers that pass on only some of them. */
export async function lookUp(context: Context, viewer: Viewer, asked: RecallRequest): Promise<Recalled[]> {
  const { topic = null, strict = false, preferSuccessful = true, ...others } = asked;
  const { limit = context.settings.recall.limit, ...filters } = others;
  const now = context.clock.now();
  const since = context.clock.elapsed();
  const minSimilarity = strict ? context.settings.recall.similarityThreshold : undefined;
  const query = { ...filters, minSimilarity, now, limit: candidatesFor(limit) };
  const found = await context.finder.find(viewer, query);
  const candidates =
    topic === null ? found : await withExact(context, viewer, { ...asked, topic }, found, now);
  const ranked = rank(candidates, now, context.settings);
  const best = await bestOf(context, viewer, ranked, now, limit, topic !== null);
  if (topic !== null && preferSuccessful) workedFirst(best, context.settings.recall.weights);
  context.retrievals.note(context.clock.elapsed() - since, candidates.length);
  return best;
}

/** Puts what worked before what did not in one and the same situation, each in a place that one of them has: its words say nothing about that. */
function workedFirst(best: Recalled[], weights: Settings['recall']['weights']): void {
  const places = new Map<string, number[]>();
  for (const [place, { memory }] of best.entries()) {
    const topic = memoryTopic(memory);
    if (topic !== null) places.set(topic, [...(places.get(topic) ?? []), place]);
  }
  for (const same of places.values()) {
    const hits = same.flatMap((place) => best[place] ?? []);
    const relevances = hits.map(({ parts }) => parts.relevance);
    hits.sort((left, right) => right.parts.success - left.parts.success);
    for (const [index, hit] of hits.entries()) {
      const parts = { ...hit.parts, relevance: relevances[index] ?? 0 };
      best[same[index] ?? 0] = { ...hit, parts, score: scoreOf(parts, weights) };
    }
  }
}

/** What was found, with the memories about exactly this topic marked or added. */
async function withExact(
  { store }: Context,
  viewer: Viewer,
  { topic, kind, tag }: RecallRequest & { readonly topic: string },
  found: readonly FoundMemory[],
  now: number,
): Promise<RankedCandidate[]> {
  const candidates = new Map<string, RankedCandidate>(found.map((each) => [each.id, each]));
  const { items } = await store.listMemories(viewer, { topic, kind, tag, now }, { limit: maxExact });
  for (const memory of items)
    candidates.set(memory.id, { ...(candidates.get(memory.id) ?? unseen(memory)), exact: true });
  return [...candidates.values()];
}

function unseen(memory: Memory): RankedCandidate {
  const { id, createdAt, confidence, confirmedAt } = memory;
  const nothing = {
    relevance: 0,
    words: 0,
    reach: 1,
    meaning: 0,
    speaker: 0,
    date: 0,
    name: 0,
    similarity: 0,
    duplicates: [],
  };
  const confirmed = confirmedAt ?? createdAt;
  return {
    id,
    ...nothing,
    createdAt,
    confidence,
    confirmedAt: confirmed,
    success: successOf(memory),
    exact: true,
  };
}

/**
 * Reads the best from the store, which leaves out what was deleted meanwhile or is not visible to the viewer.
 *
 * @param mayRepeat whether several of them may say the same: the finder answers it once, other reads do not know of that.
 */
async function bestOf(
  context: Context,
  viewer: Viewer,
  ranked: readonly Scored[],
  now: number,
  limit: number,
  mayRepeat: boolean,
): Promise<Recalled[]> {
  const read: Recalled[] = [];
  let bytes = 0;
  // A few more where copies are collapsed; not all of a long answer at once, because memories may be large.
  const pieceSize = Math.min(mayRepeat ? limit + 5 : limit, maxReadAtOnce);
  for (let from = 0; from < ranked.length; from += pieceSize) {
    const piece = ranked.slice(from, from + pieceSize);
    const ids = piece.map(({ candidate }) => candidate.id);
    const memories = new Map((await context.store.getMemories(viewer, ids)).map((each) => [each.id, each]));
    for (const { candidate, score, parts } of piece) {
      const memory = memories.get(candidate.id);
      if (memory === undefined || !isRecallable(memory, now)) continue;
      bytes += jsonSizeUpTo(memory, maxAnswerBytes);
      const { words, meaning, speaker, date, name, similarity, exact = false } = candidate;
      const match = { topic: exact ? 1 : 0, words, meaning, speaker, date, name, similarity };
      read.push({
        kind: memory.kind,
        memory,
        score,
        parts,
        match,
        duplicates: candidate.duplicates.slice(0, maxDuplicates),
      });
    }
    const kept = mayRepeat ? collapse(read, limit) : read.slice(0, limit);
    // The best come first: what is left out is worth less, and would not fit.
    const isDone = kept.length === limit || from + pieceSize >= ranked.length || bytes > maxAnswerBytes;
    if (isDone) return kept;
  }
  return [];
}

/**
 * Counts in the background that memories were recalled, and for which run. A run of another owner is ignored. What others
 * only share is not counted, because reading it changes nothing about it; that the run was given it, or a copy of it, is
 * noted.
 */
export function countRecalled(
  context: Context,
  viewer: Viewer,
  recalled: ReadonlyArray<Pick<Memory, 'id' | 'scope' | 'derivedFrom'>>,
  run: string | undefined,
): void {
  if (recalled.length === 0) return;
  const ids = recalled.filter(({ scope }) => maySee(viewer, scope)).map(({ id }) => id);
  const lent = recalled.filter((memory) => !maySee(viewer, memory.scope) || carriedGrants(memory).length > 0);
  const at = context.clock.now();
  context.inBackground(async () => {
    if (ids.length > 0) await context.store.commit([{ type: 'count-access', ids, at }]);
    const known = run === undefined ? undefined : await context.store.getRun(viewer, run);
    if (run === undefined || known === undefined || !mayChange(viewer, known.scope)) return;
    await noteLoans(context, known, lent);
    if (ids.length === 0) return;
    const uses = ids.map((memoryId) => ({ memoryId, runId: run, at, settled: false }));
    await context.store.commit([{ type: 'note-uses', uses }]);
  });
}
