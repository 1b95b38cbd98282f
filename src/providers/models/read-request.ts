import { isJsonObject, jsonProblem } from '../../json/json.ts';
import type { ToolRequest } from '../../ports/language-model.ts';
import { oneLine } from '../attempts.ts';
import { parseJson } from '../service-answer.ts';

/** A call as a service handed it over: anything may be missing, or be something else. */
export interface WrittenRequest {
  readonly id: unknown;
  readonly tool: string;
  readonly arguments: unknown;
}

/** Ids for calls that came without one. Nine letters and digits, because some services take no others. */
export function callIds(): () => string {
  let next = 0;
  return () => {
    next += 1;
    return `call${next.toString(36).padStart(5, '0')}`;
  };
}

/**
 * The calls of one answer, each with an id of its own. Arguments that are no JSON object are not guessed: the request says
 * so, and is not to be carried out.
 *
 * @example
 * readRequests([{ id: 'a', tool: 'add', arguments: '{"a":1' }], false, callIds());
 * // [{ id: 'a', tool: 'add', arguments: {}, unreadable: 'not a JSON object: {"a":1' }]
 */
export function readRequests(
  written: readonly WrittenRequest[],
  cut: boolean,
  nextId: () => string,
): readonly ToolRequest[] {
  const taken = new Set<unknown>();
  return written.map(({ id, tool, arguments: text }) => {
    const own = typeof id === 'string' && id !== '' && !taken.has(id) ? id : nextId();
    taken.add(own);
    return { id: own, tool, ...readArguments(text, cut) };
  });
}

function readArguments(written: unknown, cut: boolean): Pick<ToolRequest, 'arguments' | 'unreadable'> {
  const isMissing =
    written === undefined || written === null || (typeof written === 'string' && written.trim() === '');
  // Where an answer was cut off, missing arguments may be arguments that did not fit.
  if (isMissing) return cut ? unreadable('missing, because the answer was cut off') : { arguments: {} };
  const value = typeof written === 'string' ? parseJson(written) : written;
  if (!isJsonObject(value)) return unreadable(`not a JSON object: ${excerpt(written)}`);
  const problem = jsonProblem(value);
  return problem === undefined ? { arguments: value } : unreadable(problem);
}

function unreadable(why: string): Pick<ToolRequest, 'arguments' | 'unreadable'> {
  return { arguments: {}, unreadable: why };
}

function excerpt(written: unknown): string {
  return oneLine(typeof written === 'string' ? written : JSON.stringify(written));
}
