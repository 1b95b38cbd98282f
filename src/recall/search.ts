import type * as z from 'zod';
import type { Context } from '../ports/context.ts';
import { searchMemoriesInput } from '../records/inputs.ts';
import type { MemoryKind } from '../records/memory.ts';
import { parseInput } from '../records/parse.ts';
import { type RecordedKind, recordedKinds } from '../records/recorded.ts';
import type { Viewer } from '../records/scope.ts';
import { recall } from './recall.ts';
import { findRecorded } from './recorded/find-recorded.ts';
import { fused, type SearchHit } from './recorded/fuse.ts';

type SearchMemories = z.input<typeof searchMemoriesInput>;

/**
 * Everything recorded that matches a query in any words, best first: memories, messages of sessions, and what runs did. Only
 * memories have tags and links.
 */
export async function searchMemories(
  context: Context,
  viewer: Viewer,
  raw: SearchMemories,
): Promise<SearchHit[]> {
  const input = parseInput(searchMemoriesInput, raw, 'search');
  const { query, kind, tag, strict, run, followLinks } = input;
  const { recall: settings } = context.settings;
  const limit = input.limit ?? settings.limit;
  const minSimilarity = strict ? settings.similarityThreshold : undefined;
  const recorded =
    isMemoryKind(kind) || tag !== undefined
      ? []
      : await findRecorded(context, viewer, { query, kind, minSimilarity, limit });
  if (isRecordedKind(kind)) return recorded;
  const asked = { query, kind, tag, strict, run, limit };
  return recall(context, viewer, asked, followLinks, (memories) =>
    fused(memories, recorded, settings.relevance).slice(0, limit),
  );
}

export function isRecordedKind(kind: MemoryKind | RecordedKind | undefined): kind is RecordedKind {
  return (recordedKinds as readonly unknown[]).includes(kind);
}

export function isMemoryKind(kind: MemoryKind | RecordedKind | undefined): kind is MemoryKind {
  return kind !== undefined && !isRecordedKind(kind);
}
