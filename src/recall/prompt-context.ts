import type * as z from 'zod';
import type { Context } from '../ports/context.ts';
import { contextInput } from '../records/inputs.ts';
import { type Memory, normaliseTopic } from '../records/memory.ts';
import { parseInput } from '../records/parse.ts';
import type { RecordedKind } from '../records/recorded.ts';
import type { Viewer } from '../records/scope.ts';
import { contextLines } from './context/lines.ts';
import { contextMarkdown, type PromptContext } from './context/markdown.ts';
import { withoutOtherThings } from './context/other-things.ts';
import type { Recalled } from './rank.ts';
import { countRecalled, lookUp } from './recall.ts';
import { findRecorded, type RecalledRecorded } from './recorded/find-recorded.ts';
import { fused, type SearchHit } from './recorded/fuse.ts';
import { isMemoryKind, isRecordedKind } from './search.ts';

/** The cosine similarity that a memory without any word of the query must have. */
const minMeaning = 0.45;
/**
 * The share of the words of a query, rare ones counting more, or else the similarity that a message or a run must have. Nobody
 * chose them to be remembered, and there are many: what shares one word with the query has no place in a prompt.
 */
const minRecordedWords = 0.4;
const minRecordedMeaning = 0.6;
/** Characters of a message or a run that a prompt is given. */
const excerptLength = 600;

type AskContext = z.input<typeof contextInput>;

/** Relevant memories, and what was said and done, as Markdown for a prompt, within a budget of tokens (REC-4). */
export async function contextFor(context: Context, viewer: Viewer, raw: AskContext): Promise<PromptContext> {
  const { query, kind, tag, run, ...asked } = parseInput(contextInput, raw, 'context');
  const defaults = context.settings.recall.context;
  const maxExperiences = asked.limit ?? defaults.memories;
  const minRelevance = asked.minRelevance ?? defaults.minRelevance;
  const preferSuccessful = asked.preferSuccessful ?? defaults.preferSuccessful;
  const topic = normaliseTopic(await context.redact(query));
  // More than fit, so that what is left out can be replaced by what comes next.
  const limit = maxExperiences * 2;
  const memories = isRecordedKind(kind)
    ? []
    : (await lookUp(context, viewer, { query, topic, kind, tag, limit, preferSuccessful })).filter(
        isToThePoint,
      );
  const recorded =
    isMemoryKind(kind) || tag !== undefined ? [] : await recordedFor(context, viewer, query, kind, limit);
  const { relevance } = context.settings.recall;
  const found = fused(memories, recorded, relevance).filter((hit) => hit.parts.relevance >= minRelevance);
  const relevant = withoutOtherThings(query, found);
  const chosen = preferSuccessful ? successfulFirst(relevant) : relevant;
  const isRun = (hit: SearchHit): boolean => hit.kind === 'run';
  const told = [...chosen.filter((hit) => !isRun(hit)), ...chosen.filter(isRun)];
  const answer = (asked.short ? contextLines : contextMarkdown)(told, {
    tokens: asked.tokens ?? defaults.tokens,
    maxExperiences,
    reader: viewer,
  });
  const given = told.flatMap(({ memory }) => memory ?? []).filter(({ id }) => answer.memories.includes(id));
  countRecalled(context, viewer, given, run);
  return answer;
}

/** What was said and done, when it has at least a good part of the words that are asked for, or means nearly the same. */
async function recordedFor(
  context: Context,
  viewer: Viewer,
  query: string,
  kind: RecordedKind | undefined,
  limit: number,
): Promise<RecalledRecorded[]> {
  const found = await findRecorded(context, viewer, {
    ...{ query, kind, limit, excerpt: excerptLength },
    forPrompt: true,
  });
  return found.filter(
    ({ match }) => match.words >= minRecordedWords || match.similarity >= minRecordedMeaning,
  );
}

/** The best match of a search may still be about something else; that has no place in a prompt. */
function isToThePoint({ match }: Recalled): boolean {
  return match.topic === 1 || match.words > 0 || match.meaning >= minMeaning;
}

function successfulFirst(recalled: readonly SearchHit[]): SearchHit[] {
  return [...recalled.filter(wentWell), ...recalled.filter((each) => !wentWell(each))];
}

/** An unknown success rate counts as good: most memories have not been tried. */
function wentWell({ memory, record, parts }: SearchHit): boolean {
  const outcome = memory === undefined ? record.outcome : outcomeOf(memory);
  return parts.success >= 0.5 && outcome !== 'failure';
}

function outcomeOf(memory: Memory): string | undefined {
  return 'outcome' in memory.content ? memory.content.outcome : undefined;
}
