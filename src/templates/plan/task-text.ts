import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import { wholePlaces } from '../observation/mask.ts';

/**
 * Whether a value stands in a task outside of its inputs. A word in small letters may be a value, too: "My username is
 * mzhang".
 *
 * @example
 * standsInTask('mzhang', 'My username is mzhang', {}); // true
 */
export function standsInTask(value: Json, task: string, inputs: JsonObject): boolean {
  if ((typeof value !== 'string' && typeof value !== 'number') || String(value).trim() === '') return false;
  return wholePlaces(withoutInputs(task, inputs), String(value)).length > 0;
}

/**
 * Whether a task names a thing by this value. A lower-case word names none: it says what is to be done.
 *
 * @example
 * valueNamedInTask('W1003', 'Cancel order W1003', {}); // true
 */
export function valueNamedInTask(value: Json, task: string, inputs: JsonObject): boolean {
  const text = String(value);
  if (text.trim().length < 2 || (typeof value === 'string' && !isValue(text, task))) return false;
  return standsInTask(value, task, inputs);
}

/** A number, a name, a code, several words, or a word in quotation marks. */
function isValue(text: string, task: string): boolean {
  return /[^\p{Ll}\p{Lo}]/u.test(text) || new RegExp(`["“'‘«]${escapePattern(text)}["”'’»]`).test(task);
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The words of a task without the values of its inputs. */
export function withoutInputs(task: string, inputs: JsonObject): string {
  const values = Object.values(inputs)
    .flatMap(textsIn)
    .toSorted((left, right) => right.length - left.length);
  return values.reduce((text, value) => {
    const places = wholePlaces(text, value).toReversed();
    return places.reduce((rest, at) => `${rest.slice(0, at)} ${rest.slice(at + value.length)}`, text);
  }, task);
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
