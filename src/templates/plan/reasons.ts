import { isJsonObject, type Json, type JsonObject, sameJson } from '../../json/json.ts';
import type { Binding } from '../../records/plan.ts';
import { isSql } from './compose.ts';
import { letters } from './sources.ts';

/** Why a value may stay as it was; undefined when nothing says so. */
export type ConstantReason = NonNullable<Extract<Binding, { from: 'constant' }>['because']>;

/** Evidence that values of one call are constants. */
export interface ConstantEvidence {
  /** The text of the task without the values of its inputs. */
  readonly task: string;
  /** Paths and addresses of the configured tools, and what was looked at below them. */
  readonly configured: readonly string[];
  /** Whether the call only looks: below what is configured it may look at anything. */
  readonly isLook: boolean;
  /** Whether several runs, which were given different inputs, had the value. */
  readonly isFromSeveralRuns: boolean;
  /** Inputs that differed between the runs, and that nothing else in the plan comes from. */
  readonly unusedInputs?: ReadonlySet<string> | undefined;
}

/**
 * Why a value that nothing explains may be repeated with other inputs: there is nothing in it, it is configured, or runs with
 * other inputs had it too. A look may also repeat what the schema of the tool offers as a choice, and what follows from the
 * words of the task. For a change neither proves anything: both hold for a value that belongs to the inputs, too.
 */
export function reasonFor(
  value: Json,
  schema: JsonObject | null,
  evidence: ConstantEvidence,
): ConstantReason | undefined {
  if (evidence.isFromSeveralRuns) return 'runs';
  if (value === null || value === '') return 'empty';
  if (isChoice(value, schema, evidence)) return 'choice';
  return typeof value === 'string' ? reasonForText(value, evidence) : undefined;
}

/** Like `reasonFor`, for the words around known values in a text. One reason must cover all of them. */
export function reasonForWords(
  whole: string,
  words: string,
  evidence: ConstantEvidence,
): ConstantReason | undefined {
  if (evidence.isFromSeveralRuns) return 'runs';
  if (isSql(whole)) return hasLiteral(words) ? undefined : 'structure';
  return reasonForText(words, evidence);
}

/** What the tool allows nothing else for; in a look also a switch, one of the values that it lists, or a number within bounds. */
function isChoice(value: Json, schema: JsonObject | null, { isLook }: ConstantEvidence): boolean {
  const choices = schema?.['const'] === undefined ? schema?.['enum'] : [schema['const']];
  if (Array.isArray(choices) && (isLook || choices.length === 1))
    return choices.some((choice) => sameJson(choice, value));
  if (!isLook) return false;
  if (typeof value === 'boolean') return true;
  if (schema?.['default'] !== undefined && sameJson(schema['default'], value)) return true;
  const maximum = schema?.['maximum'];
  return typeof value === 'number' && typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER;
}

/** A single letter that is joined to a value or set in brackets is a form: `v1.4.3`, `[x]`. One that stands alone may be a grade. */
const attachedLetter = /(?<![\p{L}\p{N}])\p{L}(?=⁞)|(?<=[[({<])\p{L}(?=[\])}>])/gu;

function reasonForText(
  text: string,
  { task, configured, isLook }: ConstantEvidence,
): ConstantReason | undefined {
  const place = configured
    .filter((path) => text.startsWith(path))
    .toSorted((left, right) => right.length - left.length)[0];
  const rest = place === undefined ? text : text.slice(place.length);
  // A file extension says what kind of file it is, not which file.
  const words = wordsIn(rest.replace(/\.\p{L}{1,5}$/u, '').replace(attachedLetter, ' '));
  if (words.length === 0) return place === undefined ? 'structure' : 'configured';
  if (!isLook) return undefined;
  if (place !== undefined) return 'configured';
  const said = [...wordsIn(task), ...wordsIn(task.replace(/(?<=\p{L})[-_](?=\p{L})/gu, ''))];
  return words.every((word) => said.some((other) => isAlike(word, other))) ? 'task' : undefined;
}

/** The words of a text, also those within names such as `works_at` and `orderItems`. */
function wordsIn(text: string): string[] {
  return (text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').match(/[\p{L}\p{N}]+/gu) ?? []).map(letters);
}

/** Forms of one word begin alike: `refund`, `refunds`, `refunded`. */
function isAlike(left: string, right: string): boolean {
  if (left === right) return true;
  if (/\p{N}/u.test(left + right)) return false;
  const longest = Math.max(left.length, right.length);
  let shared = 0;
  while (shared < longest && left[shared] === right[shared]) shared += 1;
  return shared >= 4 && shared / longest >= 2 / 3;
}

/** A quoted text or a number inside a statement is a value, not a word of the language. */
function hasLiteral(words: string): boolean {
  return /'[^']+'|(?<![\p{L}_])\d/u.test(words);
}

/** The part of a schema that is about one argument. */
export function schemaAt(schema: JsonObject | null, part: string | number): JsonObject | null {
  if (schema === null) return null;
  const properties = schema['properties'];
  const inside =
    typeof part === 'number' ? schema['items'] : isJsonObject(properties) ? properties[part] : undefined;
  return isJsonObject(inside) ? inside : null;
}
