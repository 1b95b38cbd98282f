import { type Json, sameJson } from '../../json/json.ts';
import { leavesOf, type PathPart, parsePath } from '../../json/path.ts';
import type { Binding } from '../../records/plan.ts';
import type { WantedValue } from './candidate.ts';
import { letters, likeness } from './sources.ts';

/** Extra bits that a number needs to count as a value of another name. Naming a place of an answer already takes more. */
const unlikeBits = { input: 8, answer: 7 };
/** What a change has just made is used next, also when its number is small. */
const newNameBits = 8;

/**
 * How much less an equal number counts as an explanation. Three of something and version 3 are equal by accident; an input
 * called `ticket` and the `id` of `getTicket` are hardly. The same holds for a number of an answer: shelf 31 is not amount 31.
 */
export function doubtOf(
  { value, again, key, moments: [{ earlier }] }: WantedValue,
  tool: string,
  binding: Binding,
): number {
  // What fits in several runs, each time another, does not fit by accident.
  const isConfirmed = again.some((other) => !sameJson(other, value));
  const names = isConfirmed || !isWholeNumber(value) ? undefined : namesOf(binding);
  if (names === undefined) return 0;
  const isMade = 'step' in binding && earlier[binding.step]?.effect === 'write' && names.some(isIdentityName);
  const isNamed = names.some((name) => likeness(key, name) > 0);
  if (isMade && (isNamed || isAboutKey(key, binding, earlier))) return -newNameBits;
  if (isNamed) return 0;
  if (isIdentity(key) && names.some((name) => name !== '' && letters(tool).includes(letters(name)))) return 0;
  if (names.some(isIdentityName) && isAboutKey(key, binding, earlier)) return 0;
  return isGiven(binding) ? unlikeBits.input : unlikeBits.answer;
}

/** Whether the call that answered it was about such a thing: the id that `createProject` answers is a `project`. */
function isAboutKey(key: string, binding: Binding, earlier: WantedValue['moments'][0]['earlier']): boolean {
  const call = 'step' in binding ? earlier[binding.step]?.step : undefined;
  if (call === undefined || letters(key) === '') return false;
  const given = leavesOf(call.arguments).filter(({ value }) => typeof value === 'string');
  return (
    letters(call.tool).includes(letters(key)) || given.some(({ value }) => likeness(key, String(value)) > 0)
  );
}

/** The same for a number of an answer inside a text: a word of the text may name it. */
export function doubtInText(text: string, value: Json, binding: Binding): number {
  if (!isWholeNumber(value) || !('step' in binding)) return 0;
  const names = namesOf(binding) ?? [];
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.some((word) => names.some((name) => likeness(word, name) > 0)) ? 0 : unlikeBits.answer;
}

function isGiven(binding: Binding): boolean {
  return binding.from === 'number' || binding.from === 'case'
    ? isGiven(binding.of)
    : binding.from === 'parameter' || binding.from === 'member';
}

const isWholeNumber = (value: Json): boolean =>
  Number.isInteger(value) || (typeof value === 'string' && /^\d+$/.test(value));

/** The names that a value goes by where it comes from; undefined when it is made of several values. */
function namesOf(binding: Binding): readonly string[] | undefined {
  switch (binding.from) {
    case 'parameter':
      return [binding.name];
    case 'member':
    case 'result':
    case 'sum':
      return lastNames(binding.path);
    case 'item':
      return lastNames(binding.path + binding.value.slice(1));
    case 'line':
      return [binding.prefix];
    case 'between':
      return [...(binding.before + binding.after).matchAll(/[\p{L}\p{N}_]+/gu)].map(([word]) => word);
    case 'piece':
    case 'number':
    case 'case':
      return namesOf(binding.of);
    default:
      return undefined;
  }
}

/** The name of a place; where that only says that it is an identity, also what it is the identity of. */
function lastNames(path: string): readonly string[] {
  const names = (parsePath(path) ?? []).filter((part: PathPart): part is string => typeof part === 'string');
  const own = names.at(-1) === 'length' ? names.slice(0, -1) : names;
  return own.slice(isIdentity(own.at(-1) ?? '') ? -2 : -1);
}

/** Whether a name ends with such a word: `insertedId`, `ticket_no`. */
export function isIdentityName(name: string): boolean {
  const words = name.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  return isIdentity(words.at(-1) ?? '');
}

/** Whether a name tells which thing is meant, without saying what kind of thing. */
function isIdentity(key: string): boolean {
  return ['id', 'number', 'no', 'nr', 'key'].includes(letters(key));
}
