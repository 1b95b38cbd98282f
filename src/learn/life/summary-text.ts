import { type Memory, memoryText } from '../../records/memory.ts';
import { termsOf } from '../../text/terms.ts';
import { statementOf } from './statement.ts';

/** Characters of all quoted sentences, of one sentence, and of one memory that are read. */
const maxSummaryLength = 600;
const maxSentenceLength = 200;
const maxRead = 2_000;

/**
 * Summarises memories by quoting their most central sentences, in the order they were recorded.
 *
 * @example
 * summaryText('billing', memories); // '7 memories about "billing", 2024-01-03 to 2024-03-09: Refunds need …'
 */
export function summaryText(about: string, members: readonly Memory[]): string {
  const ordered = members.toSorted((left, right) => left.createdAt - right.createdAt);
  const dates = ordered.map(({ createdAt }) => new Date(createdAt).toISOString().slice(0, 10));
  const opening = `${members.length} memories about "${about}", ${dates[0]} to ${dates.at(-1)}:`;
  return `${opening} ${chosen(distinct(ordered.flatMap(sentencesOf))).join(' ')}`;
}

function sentencesOf(memory: Memory): string[] {
  const text = (memory.text.trim() === '' ? memoryText(memory) : memory.text).slice(0, maxRead);
  return text
    .split(/(?<=[.!?])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .map((sentence) =>
      sentence.length > maxSentenceLength
        ? `${sentence.slice(0, maxSentenceLength).toWellFormed()}…`
        : sentence.replace(/[^.!?…]$/u, '$&.'),
    );
}

function distinct(sentences: readonly string[]): string[] {
  const known = new Map(sentences.map((sentence) => [statementOf(sentence).key, sentence]));
  return [...known.values()];
}

/** The sentences that share most with the others, as many as fit, in their order. */
function chosen(sentences: readonly string[]): string[] {
  const terms = sentences.map((sentence) => [...new Set(termsOf(sentence))]);
  const shared = new Map<string, number>();
  for (const term of terms.flat()) shared.set(term, (shared.get(term) ?? 0) + 1);
  const central = (index: number): number => {
    const own = terms[index] ?? [];
    // The root keeps long sentences from winning by their length.
    return own.reduce((sum, term) => sum + (shared.get(term) ?? 0) - 1, 0) / Math.sqrt(own.length + 1);
  };
  const best = sentences
    .map((_, index) => ({ index, score: central(index) }))
    .sort((left, right) => right.score - left.score || left.index - right.index);
  let room = maxSummaryLength;
  const kept = best.filter(({ index }) => {
    const needed = (sentences[index]?.length ?? 0) + 1;
    if (needed > room) return false;
    room -= needed;
    return true;
  });
  return kept.sort((left, right) => left.index - right.index).map(({ index }) => sentences[index] ?? '');
}
