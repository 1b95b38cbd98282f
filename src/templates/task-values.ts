import { EngramError } from '../errors.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { Parameter } from '../records/plan.ts';
import type { Template } from '../records/template.ts';
import { inputReferences } from './input-references.ts';
import { wholePlaces } from './observation/mask.ts';

/**
 * Reads the values of parameters from a new task text: where the recorded text names a value, the new one must name the
 * new value in the same place. A text that differs anywhere else is refused.
 *
 * @example
 * // saved from "Refund order 42 of Ann Lee"
 * valuesInTask(template, 'Refund order 43 of Bob Ray'); // { orderId: '43', name: 'Bob Ray' }
 */
export function valuesInTask(
  { task, parameters, slug }: Pick<Template, 'task' | 'parameters' | 'slug'>,
  text: string,
): JsonObject {
  const recorded = plain(task.description);
  const named = parameters.filter(({ source, example }) => isNamed(source, example, recorded));
  // When two parameters have the same value, the text does not say which of them it means.
  const isClear = new Set(named.map(({ example }) => String(example))).size === named.length;
  const found = isClear ? fillGaps(gapsIn(recorded, named), plain(text)) : undefined;
  if (found === undefined) {
    throw new EngramError(
      'invalid_input',
      `This task is worded otherwise than the one "${slug}" was saved from, so that its values cannot be told: "${task.description}".`,
      {
        details: { recorded: task.description },
        ...(named.length > 0 && { hint: ['Give them by name: ', ...inputReferences(named)] }),
      },
    );
  }
  const values = new Map<string, string>();
  for (const [name, value] of found) {
    const known = values.get(name) ?? value;
    if (known !== value) {
      const message = `The task names two values for "${name}": ${known} and ${value}.`;
      throw new EngramError('invalid_input', message);
    }
    values.set(name, value);
  }
  return Object.fromEntries(values);
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

/** A recorded text about the task with the new values where it names recorded ones. */
function textWith(text: string, parameters: readonly Parameter[], values: JsonObject): string {
  const named = parameters.filter(({ source, example }) => isNamed(source, example, text));
  return gapsIn(text, named)
    .map(({ name, words }) => {
      const value =
        name === null ? '' : (values[name] ?? parameters.find((one) => one.name === name)?.example);
      return `${typeof value === 'string' ? value : JSON.stringify(value ?? '')}${words}`;
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

/** A gap for a value, and the words up to the next one. The first has no name: it is the beginning of the text. */
interface TaskGap {
  readonly name: string | null;
  readonly words: string;
}

function gapsIn(text: string, named: readonly Parameter[]): TaskGap[] {
  // One value may contain another: the longer one is looked for first.
  const byLength = named.toSorted(
    (left, right) => String(right.example).length - String(left.example).length,
  );
  const gaps: TaskGap[] = [];
  let name: string | null = null;
  let from = 0;
  for (;;) {
    const [next] = byLength
      .flatMap((parameter) =>
        wholePlaces(text, String(parameter.example)).map((place) => ({ parameter, place })),
      )
      .filter(({ place }) => place >= from)
      .sort((left, right) => left.place - right.place);
    gaps.push({ name, words: text.slice(from, next?.place) });
    if (next === undefined) return gaps;
    name = next.parameter.name;
    from = next.place + String(next.parameter.example).length;
  }
}

/** What stands in the gaps of another text; capitals of the words between make no difference. */
function fillGaps(
  [beginning, ...gaps]: readonly TaskGap[],
  text: string,
): Array<[string, string]> | undefined {
  const folded = text.toLowerCase();
  const start = beginning?.words.toLowerCase() ?? '';
  // A few letters become two in lower case, and then the positions differ.
  if (folded.length !== text.length || !folded.startsWith(start)) return undefined;
  if (gaps.length === 0) return folded === start ? [] : undefined;
  const found: Array<[string, string]> = [];
  let at = start.length;
  for (const [index, { name, words: recorded }] of gaps.entries()) {
    const isLast = index === gaps.length - 1;
    const words = recorded.toLowerCase();
    if (isLast && !folded.endsWith(words)) return undefined;
    const end = isLast ? text.length - words.length : words === '' ? -1 : folded.indexOf(words, at + 1);
    // Two values with nothing between them: it is unclear where one ends.
    if (end <= at) return undefined;
    const before = gaps[index - 1]?.words.toLowerCase();
    // "Send letters to Ann to Bob": it is unclear which "to" separates the values.
    if (before !== undefined && folded.slice(at, end).includes(before)) return undefined;
    found.push([name ?? '', text.slice(at, end)]);
    at = end + words.length;
  }
  return found;
}
