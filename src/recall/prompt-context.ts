import type * as z from 'zod';
import type { Context } from '../ports/context.ts';
import { contextInput } from '../records/inputs.ts';
import { type Memory, normaliseTopic } from '../records/memory.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import { contextMarkdown, type PromptContext } from './context/markdown.ts';
import type { Recalled } from './rank.ts';
import { countRecalled, lookUp } from './recall.ts';

/** The cosine similarity that a memory without any word of the query must have. */
const minMeaning = 0.45;

type AskContext = z.input<typeof contextInput>;

/** Relevant memories as Markdown for a prompt, within a budget of tokens (REC-4). */
export async function contextFor(context: Context, viewer: Viewer, raw: AskContext): Promise<PromptContext> {
  const { query, kind, tag, run, ...asked } = parseInput(contextInput, raw, 'context');
  const defaults = context.settings.recall.context;
  const maxExperiences = asked.limit ?? defaults.memories;
  const minRelevance = asked.minRelevance ?? defaults.minRelevance;
  const topic = normaliseTopic(await context.redact(query));
  // More than fit, so that what is left out can be replaced by what comes next.
  const recalled = await lookUp(context, viewer, { query, topic, kind, tag, limit: maxExperiences * 2 });
  const relevant = recalled.filter((each) => each.parts.relevance >= minRelevance && isToThePoint(each));
  const chosen = (asked.preferSuccessful ?? defaults.preferSuccessful) ? successfulFirst(relevant) : relevant;
  const answer = contextMarkdown(chosen, { tokens: asked.tokens ?? defaults.tokens, maxExperiences });
  const given = chosen.map(({ memory }) => memory).filter(({ id }) => answer.memories.includes(id));
  countRecalled(context, viewer, given, run);
  return answer;
}

/** The best match of a search may still be about something else; that has no place in a prompt. */
function isToThePoint({ match }: Recalled): boolean {
  return match.topic === 1 || match.words > 0 || match.meaning >= minMeaning;
}

function successfulFirst(recalled: readonly Recalled[]): Recalled[] {
  return [...recalled.filter(wentWell), ...recalled.filter((each) => !wentWell(each))];
}

/** An unknown success rate counts as good: most memories have not been tried. */
function wentWell({ memory, parts }: Recalled): boolean {
  return parts.success >= 0.5 && outcomeOf(memory) !== 'failure';
}

function outcomeOf(memory: Memory): string | undefined {
  return 'outcome' in memory.content ? memory.content.outcome : undefined;
}
