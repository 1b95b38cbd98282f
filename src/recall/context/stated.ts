import type { Memory } from '../../records/memory.ts';
import { inert } from '../../text/inert/inert.ts';
import { asStatedByUser, statedByUserTokens, toldField } from '../../text/inert/recorded-data.ts';
import { countTokens } from '../../text/token-count.ts';
import { experienceOf } from './experience.ts';

/**
 * Preferences and rules that the user stated, as Markdown of their own, best first; as many as fit. None is cut: half of a
 * rule may say the opposite.
 */
export function statedMarkdown(
  memories: readonly Memory[],
  tokens: number,
): { readonly text: string; readonly memories: readonly string[] } {
  const told: string[] = [];
  // The line end between this and what follows.
  let left = tokens - statedByUserTokens - 1;
  for (const memory of memories) {
    const line = statedLine(memory);
    left -= countTokens(line);
    if (left < 0) break;
    told.push(line);
  }
  if (told.length === 0) return { text: '', memories: [] };
  return {
    text: asStatedByUser(`${told.join('')}\n`),
    memories: memories.slice(0, told.length).map(({ id }) => id),
  };
}

function statedLine(memory: Memory): string {
  const { situation, lesson } = experienceOf(memory);
  if (memory.kind !== 'preference') return toldField('Rule', inert(lesson ?? situation ?? ''));
  const parts = [situation, lesson].filter((part) => part !== null);
  return toldField('Preference', inert(parts.join(': ')));
}
