import { EngramError } from '../errors.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { Parameter } from '../records/plan.ts';
import type { Template } from '../records/template.ts';
import { redactedParts } from '../text/placeholder.ts';
import { inputReferences } from './input-references.ts';
import { wholePlaces } from './observation/mask.ts';

type TaskTemplate = Pick<Template, 'task' | 'parameters' | 'slug'>;

/** What a new task text says, compared with the recorded one. */
export interface TaskReading {
  /** The values that stand where the recorded text names one. */
  readonly values: Readonly<Record<string, string>>;
  /** Parameters whose value has another form than any recorded one: words of the sentence may be part of it. */
  readonly otherForm: readonly string[];
  /** The text as it is recorded: without the secrets that were read from it. */
  readonly text: string;
}

/**
 * Reads the values of parameters from a new task text: where the recorded text names a value, the new one must name the
 * new value in the same place. Undefined for a text that differs anywhere else.
 *
 * @example
 * // saved from "Refund order 42 of Ann Lee"
 * readTask(template, 'Refund order 43 of Bob Ray')?.values; // { orderId: '43', name: 'Bob Ray' }
 */
export function readTask({ task, parameters }: TaskTemplate, text: string): TaskReading | undefined {
  const recorded = plain(task.description);
  const named = parameters.filter(({ source, example }) => isNamed(source, example, recorded));
  // When two parameters have the same value, the text does not say which of them it means.
  if (new Set(named.map(({ example }) => String(example))).size !== named.length) return undefined;
  const gaps = gapsIn(recorded, parameters);
  const found = fillGaps(gaps, plain(text));
  if (found === undefined) return undefined;
  const values = new Map<string, string>();
  const otherForm: string[] = [];
  for (const [gap, value] of found) {
    const { name, isSecret } = gap;
    if (name === null) continue;
    const known = values.get(name) ?? value;
    if (known !== value) {
      const message = `The task names two values for "${name}": ${known} and ${value}.`;
      throw new EngramError('invalid_input', isSecret ? `The task names two values for "${name}".` : message);
    }
    values.set(name, value);
    const { example, seen } = parameters.find((parameter) => parameter.name === name) ?? {
      example: '',
      seen: [],
    };
    const hasForm = isSecret
      ? !value.includes(' ')
      : [example, ...seen].some((other) => formOf(String(other)) === formOf(value));
    if (!hasForm) otherForm.push(name);
  }
  const shown = found.map(
    ([{ isSecret, recorded: was, words }, value]) => `${isSecret ? was : value}${words}`,
  );
  return {
    values: Object.fromEntries(values),
    otherForm,
    text: found.some(([{ isSecret }]) => isSecret) ? [gaps[0]?.words, ...shown].join('') : text,
  };
}

/** What a task names besides the values that are given by name; undefined when it is only a description. */
export function findOtherValue(
  { task, parameters }: TaskTemplate,
  text: string,
  values: JsonObject,
): string | undefined {
  const folded = (value: unknown): string => plain(String(value)).toLowerCase();
  const wording = new Set(
    gapsIn(plain(task.description), parameters)
      .flatMap(({ words }) => wordsIn(words))
      .map(folded),
  );
  let rest = plain(text);
  const given = Object.values(values).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  for (const value of given.toSorted((left, right) => right.length - left.length))
    for (const place of wholePlaces(rest.toLowerCase(), folded(value)))
      rest = `${rest.slice(0, place)}${' '.repeat(folded(value).length)}${rest.slice(place + folded(value).length)}`;
  const recorded = parameters
    .flatMap(({ example, seen }) => [example, ...seen])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(folded);
  const isRecorded = (value: string): boolean =>
    !wording.has(value) && wholePlaces(rest.toLowerCase(), value).length > 0;
  return (
    wordsIn(rest).find((word) => tells(word, rest) && !wording.has(folded(word))) ?? recorded.find(isRecorded)
  );
}

/** Whether a word may be the value of something: it has a digit, or a capital that no sentence begins with. */
function tells(word: string, text: string): boolean {
  if (/\p{N}/u.test(word)) return true;
  const before = text.slice(0, text.indexOf(word)).trimEnd();
  return /\p{Lu}/u.test(word) && before !== '' && !/[.!?]$/.test(before);
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu) ?? [];

/** Why a task gives no values, and that they can be given by name. */
export function wordedOtherwise({ task, parameters, slug }: TaskTemplate): EngramError {
  const recorded = plain(task.description);
  const named = parameters.filter(({ source, example }) => isNamed(source, example, recorded));
  return new EngramError(
    'invalid_input',
    `This task is worded otherwise than the one "${slug}" was saved from, so that its values cannot be told: "${task.description}".`,
    {
      details: { recorded: task.description },
      ...(named.length > 0 && { hint: ['Give them by name: ', ...inputReferences(named)] }),
    },
  );
}

/**
 * How a value is written: the same for values that may stand for each other in a sentence. Digits and names may be others;
 * signs and, in a value of several words, words in small letters may not: they belong to the sentence.
 *
 * @example
 * formOf('INV-1001') === formOf('INV-2'); // true
 * formOf('Bob, but not before Friday') === formOf('Ann'); // false
 */
function formOf(value: string): string {
  const isOneWord = !/\s/.test(value.trim());
  return plain(value).replace(/\p{N}+(?:\.\p{N}+)?|\p{Lu}[\p{L}\p{M}]*|[\p{L}\p{M}]+/gu, (piece) => {
    if (/^\p{N}/u.test(piece)) return '9';
    // Scripts without capitals often have no spaces either: a longer value may hold a whole sentence.
    if (piece.toLowerCase() === piece.toUpperCase()) return '#'.repeat(piece.length);
    if (isOneWord) return 'a';
    return /^\p{Lu}/u.test(piece) ? 'A' : piece;
  });
}

/**
 * The task as it reads with other values: where the recorded text names one, the new one stands instead.
 *
 * @example
 * taskWith(template, { orderId: 43 }); // 'Refund order 43 of Ann Lee'
 */
export function taskWith(
  { task, parameters }: Pick<Template, 'task' | 'parameters'>,
  values: JsonObject,
): string {
  return textWith(task.description, parameters, values);
}

/** The template with other values in the texts of its parts. */
export function partsWith(template: Template, values: JsonObject): Template {
  const { subTasks, parameters } = template;
  return {
    ...template,
    subTasks: subTasks.map((part) => ({ ...part, text: textWith(part.text, parameters, values) })),
  };
}

/** A recorded text about the task with the new values where it names recorded ones; `{name}` where there is none. */
function textWith(text: string, parameters: readonly Parameter[], values: JsonObject): string {
  return gapsIn(text, parameters)
    .map(({ name, recorded, isSecret, words }) => {
      const value = isSecret || name === null ? recorded : (values[name] ?? `{${name}}`);
      return `${typeof value === 'string' ? value : JSON.stringify(value)}${words}`;
    })
    .join('');
}

/** Spaces make no difference. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function isNamed(source: Parameter['source'], example: Json, text: string): boolean {
  if (source !== 'task' && source !== 'input') return false;
  return (
    (typeof example === 'string' || typeof example === 'number') &&
    wholePlaces(text, String(example)).length > 0
  );
}

/** A gap for a value or a secret, and the words up to the next one. The first has no name: it is the beginning of the text. */
interface TaskGap {
  readonly name: string | null;
  /** What stands there in the recorded text. */
  readonly recorded: string;
  readonly isSecret: boolean;
  readonly words: string;
}

function gapsIn(text: string, parameters: readonly Parameter[]): TaskGap[] {
  const values = parameters
    .filter(({ source, example }) => isNamed(source, example, text))
    .flatMap(({ name, example }) =>
      wholePlaces(text, String(example)).map((start) => ({
        start,
        recorded: String(example),
        name,
        isSecret: false,
      })),
    );
  const secrets = redactedParts(text).map(({ start, end }) => {
    const recorded = text.slice(start, end);
    const [secret, another] = parameters.filter(
      ({ source, example }) => source === 'secret' && example === recorded,
    );
    return { start, recorded, name: another === undefined ? (secret?.name ?? null) : null, isSecret: true };
  });
  // One value may contain another: the longer one is looked for first.
  const marks = [...secrets, ...values].sort(
    (left, right) => left.start - right.start || right.recorded.length - left.recorded.length,
  );
  const gaps: TaskGap[] = [];
  let last: Omit<TaskGap, 'words'> = { name: null, recorded: '', isSecret: false };
  let from = 0;
  for (const { start, ...mark } of marks) {
    if (start < from) continue;
    gaps.push({ ...last, words: text.slice(from, start) });
    last = mark;
    from = start + mark.recorded.length;
  }
  return [...gaps, { ...last, words: text.slice(from) }];
}

/** What stands in the gaps of another text; capitals of the words between make no difference. */
function fillGaps(
  [beginning, ...gaps]: readonly TaskGap[],
  text: string,
): Array<readonly [TaskGap, string]> | undefined {
  const folded = text.toLowerCase();
  const start = beginning?.words.toLowerCase() ?? '';
  // A few letters become two in lower case, and then the positions differ.
  if (folded.length !== text.length || !folded.startsWith(start)) return undefined;
  if (gaps.length === 0) return folded === start ? [] : undefined;
  const found: Array<readonly [TaskGap, string]> = [];
  let at = start.length;
  for (const [index, gap] of gaps.entries()) {
    const isLast = index === gaps.length - 1;
    const words = gap.words.toLowerCase();
    if (isLast && !folded.endsWith(words)) return undefined;
    const end = isLast ? text.length - words.length : words === '' ? -1 : folded.indexOf(words, at + 1);
    // Two values with nothing between them: it is unclear where one ends.
    if (end <= at) return undefined;
    const before = gaps[index - 1]?.words.toLowerCase();
    // "Send letters to Ann to Bob": it is unclear which "to" separates the values.
    if (before !== undefined && folded.slice(at, end).includes(before)) return undefined;
    found.push([gap, text.slice(at, end)]);
    at = end + words.length;
  }
  return found;
}
