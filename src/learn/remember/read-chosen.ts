import * as z from 'zod';
import { findJsonObject } from '../../json/find-object.ts';
import { lazySchema } from '../../records/lazy-schema.ts';
import type { MemoryKind } from '../../records/memory.ts';
import { termsOf } from '../../text/terms.ts';
import { storableText } from '../../text/text.ts';
import type { Keepable } from './keepable.ts';
import { modelKinds } from './remember-prompt.ts';
import type { SaidMessage } from './said-message.ts';

const maxTextLength = 600;
const minQuoteLength = 8;
/** Share of the words of a memory that must be in the conversation around its message. */
const minGrounded = 0.6;
/** Messages before it that its words may come from. */
const messagesBefore = 6;

const answerSchema = lazySchema(() =>
  z.object({
    memories: z
      .array(
        z.object({
          kind: z.enum(modelKinds),
          text: storableText.max(maxTextLength),
          from: z.number().int(),
          quote: z.string(),
        }),
      )
      .max(200),
  }),
);

const kindOf: Readonly<Record<(typeof modelKinds)[number], MemoryKind>> = {
  preference: 'preference',
  fact: 'knowledge',
  event: 'experience',
  rule: 'rule',
  decision: 'decision',
  correction: 'knowledge',
  lesson: 'experience',
};
/** What only a person can say. */
const ofPeople = new Set<string>(['preference', 'rule', 'decision', 'correction']);

/**
 * What a model chose, or null when its answer is none. Each choice must prove itself: the message is there and holds the quote, a person's
 * word was said by a person, and its words come from the conversation. What does not is dropped.
 */
export function readChosen(answer: string, messages: readonly SaidMessage[]): Keepable[] | null {
  const { data } = answerSchema.safeParse(findJsonObject(answer));
  if (data === undefined) return null;
  return data.memories.flatMap(({ kind, text, from, quote }) => {
    const index = messages.findIndex(({ position }) => position === from);
    const message = messages[index];
    if (message === undefined || message.role === 'system' || text.trim() === '') return [];
    if (ofPeople.has(kind) && message.role !== 'user') return [];
    if (!holdsQuote(message.text, quote)) return [];
    const around = messages.slice(Math.max(0, index - messagesBefore), index + 1);
    if (!isGrounded(text, around)) return [];
    const content =
      kind === 'rule' ? { ruleKind: 'guideline' } : kind === 'lesson' ? { lesson: text.trim() } : {};
    const source = JSON.stringify([message.name, message.text]);
    return [
      { kind: kindOf[kind], why: kind, text: text.trim(), content, position: from, at: message.at, source },
    ];
  });
}

function holdsQuote(text: string, quote: string): boolean {
  const plain = (words: string): string => words.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  return (
    plain(quote).length >= Math.min(minQuoteLength, plain(text).length) && plain(text).includes(plain(quote))
  );
}

/** Dates may be written out, so numbers are not looked for. */
function isGrounded(text: string, around: readonly SaidMessage[]): boolean {
  const said = new Set(around.flatMap(({ text: words, name }) => termsOf(`${name ?? ''} ${words}`)));
  const terms = termsOf(text).filter((term) => !/\d/.test(term) && term !== 'user');
  return terms.length > 0 && terms.filter((term) => said.has(term)).length / terms.length >= minGrounded;
}
