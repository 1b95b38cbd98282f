import type { FoundMemory, RecordedMatch } from '../ports/memory-finder.ts';
import type { RecordedKey, RecordedKind } from '../records/recorded.ts';
import type { Match } from './index/best-matches.ts';

/** A match as the finder answers it. Written out: a search makes a hundred of these, and copies of the rest of an object take longer than all else here. */
export function foundIn(match: Match): FoundMemory {
  const { createdAt, confidence, confirmedAt, success } = match.shard.detailsOf(match.slot);
  return {
    id: match.id,
    relevance: match.relevance,
    words: match.words,
    reach: match.reach,
    meaning: match.meaning,
    speaker: match.speaker,
    date: match.date,
    name: match.name,
    similarity: match.similarity,
    duplicates: match.duplicates,
    createdAt,
    confidence,
    confirmedAt,
    success: Number.isNaN(success) ? null : success,
  };
}

/** The same for what is recorded. In the index, ids begin with the kind: `recordedOf` writes them so. */
export function foundRecorded(match: Match): RecordedMatch {
  const keyOf = (key: string): RecordedKey => {
    const end = key.indexOf(' ');
    return { kind: key.slice(0, end) as RecordedKind, id: key.slice(end + 1) };
  };
  const { id, duplicates, ...found } = foundIn(match);
  return { ...found, ...keyOf(id), duplicates: duplicates.map(keyOf) };
}
