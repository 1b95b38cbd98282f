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
  /** What a prompt gains from: runs that an agent did, one of each template. */
  readonly forPrompt?: boolean;
}

/** Hits that are looked through for runs that an agent did. */
const maxLookedThrough = 1_000;

/**
 * Messages and ended runs that match a query, best first (CAP-7): what the viewer may read, and nothing that others share. They
 * are scored like memories that nobody has confirmed.
 */
export async function findRecorded(
  context: Context,
  viewer: Viewer,
  { query, kind, minSimilarity, limit, excerpt = excerptLength, forPrompt = false }: RecordedRequest,
): Promise<RecalledRecorded[]> {
  const now = context.clock.now();
  const lookUp = async (most: number) => {
    const asked = { query, kind, minSimilarity, now, limit: most };
    const found = await context.finder.findRecorded(viewer, asked);
    const relevant = found.filter(({ words, meaning }) => words > 0 || meaning >= minMeaning);
    const candidates = relevant.map((each) => ({
      ...each,
      duplicates: each.duplicates.map(({ id }) => id),
      exact: false,
    }));
    const ranked = rank(candidates, now, context.settings).slice(0, most);
    const keys = new Map(relevant.map((each) => [each.id, { kind: each.kind, id: each.id }]));
    const read = await context.store.getRecorded(viewer, [...keys.values()]);
    const entries = read.filter(({ byAgent }) => byAgent || !forPrompt);
    // There may be any number of replays, which the index does not tell from other runs.
    if (forPrompt && entries.length < limit && found.length >= most && most < maxLookedThrough)
      return lookUp(most * 8);
    return { ranked, byId: new Map(entries.map((each) => [each.id, each])) };
  };
  // Some may be gone when they are read.
  const { ranked, byId } = await lookUp(limit * 2);
  const templates = new Set<string>();
  const terms = new Set(termsOf(query));
  return ranked
    .flatMap(({ candidate, score, parts }): RecalledRecorded[] => {
      const entry = byId.get(candidate.id);
      if (entry === undefined) return [];
      const { templateId } = entry;
      if (forPrompt && templateId !== null && templates.size === templates.add(templateId).size) return [];
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
