import type { Context } from '../../ports/context.ts';
import type { FoundRecorded } from '../../ports/store.ts';
import type { RecordedKey, RecordedKind } from '../../records/recorded.ts';
import type { Viewer } from '../../records/scope.ts';
import { termsOf } from '../../text/terms.ts';
import { type MatchParts, rank, type ScoreParts } from '../rank.ts';
import { excerptAround } from './excerpt.ts';

/** Characters that a hit shows of a message or a run. */
const excerptLength = 240;
/** The cosine similarity that one without any word of the query must have. */
const minMeaning = 0.45;
/** Copies that are named. */
const maxDuplicates = 100;

/** A message or a run as a hit shows it: where it is, and what it says around the words of the query. */
export interface ShownRecorded extends RecordedKey, Pick<FoundRecorded, 'scope' | 'createdAt' | 'outcome'> {
  /** The session of a message, which message of it this is (from 1), and who says it; null for a run. */
  readonly session: string | null;
  readonly number: number | null;
  readonly role: FoundRecorded['role'];
  readonly excerpt: string;
}

/** A message or a run that was found, with its score and the parts of it. */
export interface RecalledRecorded {
  readonly kind: RecordedKind;
  readonly record: ShownRecorded;
  readonly score: number;
  readonly parts: ScoreParts;
  readonly match: MatchParts;
  /** Ids of those of the same kind that say the same and were left out for it. */
  readonly duplicates: readonly string[];
  readonly memory?: undefined;
  readonly linked?: undefined;
}

/** What to look for. */
export interface RecordedRequest {
  readonly query: string;
  readonly kind?: RecordedKind | undefined;
  readonly minSimilarity?: number | undefined;
  readonly limit: number;
  /** Characters of each that are shown; a few hundred unless said otherwise. */
  readonly excerpt?: number;
}

/**
 * Messages and ended runs that match a query, best first (CAP-7): what the viewer may read, and nothing that others share. They
 * are scored like memories that nobody has confirmed.
 */
export async function findRecorded(
  context: Context,
  viewer: Viewer,
  { query, kind, minSimilarity, limit, excerpt = excerptLength }: RecordedRequest,
): Promise<RecalledRecorded[]> {
  const now = context.clock.now();
  // Some may be gone when they are read.
  const found = await context.finder.findRecorded(viewer, {
    query,
    kind,
    minSimilarity,
    now,
    limit: limit * 2,
  });
  const relevant = found.filter(({ words, meaning }) => words > 0 || meaning >= minMeaning);
  const candidates = relevant.map((each) => ({
    ...each,
    duplicates: each.duplicates.map(({ id }) => id),
    exact: false,
  }));
  const ranked = rank(candidates, now, context.settings).slice(0, limit * 2);
  const keys = new Map(relevant.map((each) => [each.id, { kind: each.kind, id: each.id }]));
  const read = await context.store.getRecorded(viewer, [...keys.values()]);
  const byId = new Map(read.map((each) => [each.id, each]));
  const terms = new Set(termsOf(query));
  return ranked
    .flatMap(({ candidate, score, parts }): RecalledRecorded[] => {
      const entry = byId.get(candidate.id);
      if (entry === undefined) return [];
      const { words, meaning, speaker, date, name, similarity } = candidate;
      return [
        {
          kind: entry.kind,
          record: shown(entry, excerptAround(entry.text, terms, excerpt)),
          score,
          parts,
          match: { topic: 0, words, meaning, speaker, date, name, similarity },
          duplicates: candidate.duplicates.slice(0, maxDuplicates),
        },
      ];
    })
    .slice(0, limit);
}

function shown(entry: FoundRecorded, excerpt: string): ShownRecorded {
  const { kind, id, scope, createdAt, outcome, sessionId: session, number, role } = entry;
  return { kind, id, scope, createdAt, session, number, role, outcome, excerpt };
}
