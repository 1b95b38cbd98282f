import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import type { Keepable } from './keepable.ts';
import type { AnsweredCall } from './said-message.ts';
import { has } from './sentence.ts';
import { plainWords } from './typed-text.ts';
import { ofTheMoment, pointers } from './words.ts';

/** A question with the answers to choose from, as tools that ask people carry it. */
interface AskedChoice {
  readonly question: string;
  readonly options: readonly string[];
}

const minOptions = 2;
const maxQuestionLength = 400;
const maxDepth = 3;

/**
 * Decisions: a tool asked somebody a question with options, and the answer names one of them. By form alone: the names of the tool and of
 * its members do not matter. It is no word of the user: whoever answers for the tool writes it.
 */
export function answeredChoices(calls: readonly AnsweredCall[]): Keepable[] {
  return calls.flatMap((call) =>
    call.failed ? [] : choicesIn(call.arguments).flatMap((asked) => decision(call, asked)),
  );
}

function choicesIn(value: Json, depth = 0): AskedChoice[] {
  if (depth > maxDepth || value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap((item) => choicesIn(item, depth + 1));
  const asked = choiceOf(value);
  return asked === null ? Object.values(value).flatMap((member) => choicesIn(member, depth + 1)) : [asked];
}

function choiceOf(value: JsonObject): AskedChoice | null {
  const members = Object.values(value);
  const question = members.find(
    (member) =>
      typeof member === 'string' && /[?？؟]\s*$/u.test(member) && member.length <= maxQuestionLength,
  );
  const options = members
    .filter(Array.isArray)
    .map((list) => list.map(labelOf))
    .find((labels) => labels.length >= minOptions);
  if (typeof question !== 'string' || options === undefined || options.includes('')) return null;
  return { question, options };
}

/** The first text of an option is its name. */
function labelOf(option: Json): string {
  if (typeof option === 'string') return option;
  const text = isJsonObject(option) ? Object.values(option).find((member) => typeof member === 'string') : '';
  return typeof text === 'string' ? text : '';
}

/** The answer repeats the question and, after it, exactly one of the options. */
function decision(call: AnsweredCall, { question, options }: AskedChoice): Keepable[] {
  const place = call.output.indexOf(question);
  if (place === -1 || isOfTheMoment(question, options)) return [];
  const after = call.output.slice(place + question.length);
  const named = options.filter((option) => after.startsWith(`"="${option}"`) || soonAfter(after, option));
  const [chosen, ...more] = named;
  if (chosen === undefined || more.length > 0) return [];
  const alternatives = options.filter((option) => option !== chosen);
  const action = withoutAdvice(chosen);
  const content = { context: question, action, alternatives: alternatives.map(withoutAdvice) };
  const text = `${question} ${action}, and not ${content.alternatives.join(' or ')}.`;
  return [
    {
      kind: 'decision',
      why: 'decision',
      text,
      content,
      position: call.position,
      at: call.at,
      source: 'choice',
    },
  ];
}

/** "Shall I go on?" is answered once and for all; "these" and "this" are gone with the conversation. */
function isOfTheMoment(question: string, options: readonly string[]): boolean {
  const isConfirmation = options.some((option) => /^(?:yes|no)\b/i.test(option));
  return isConfirmation || ofTheMoment.test(question) || has(plainWords(question), pointers);
}

const maxGap = 12;

/** Signs alone stand between a question and its answer. */
function soonAfter(text: string, option: string): boolean {
  const place = text.indexOf(option);
  return place > 0 && place <= maxGap && !/[\p{L}\p{N}]/u.test(text.slice(0, place));
}

/** What whoever asks says about an option in brackets is not part of it. */
function withoutAdvice(option: string): string {
  return option.replace(/\s*\([^)]*\)\s*$/u, '') || option;
}
