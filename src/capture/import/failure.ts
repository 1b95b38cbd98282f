import { isJsonObject, type Json } from '../../json/json.ts';
import { saysFailure } from '../../text/said-failure.ts';
import type { ToolFailure } from './records.ts';

/** How failures begin, where the type of the failure can be told from the text. */
const typesByBeginning: readonly (readonly [RegExp, string])[] = [
  // Nothing failed: a person said no. Whoever learns from failures can leave this type out.
  [/^The user doesn['’]t want to (?:proceed|take this action)/, 'Rejected'],
  // Nor did this one fail: it was never made, because a call beside it failed.
  [/^Sibling tool call errored/, 'Cancelled'],
  [/^Exit code:? -?\d+/, 'CommandFailed'],
];

/** Coding agents put these around what their own check of a call says. */
const checkBegin = '<tool_use_error>';
const checkEnd = '</tool_use_error>';
const namedForm = /^(?:Uncaught )?((?:[A-Za-z_$][\w$.]{0,100})?(?:Error|Exception)|E[A-Z]{3,20}):/;

/**
 * A failure from the words a tool answered with.
 *
 * @example
 * failureFrom('ENOENT: no such file'); // { type: 'ENOENT', message: 'ENOENT: no such file' }
 */
export function failureFrom(text: string): ToolFailure {
  const isCheck = text.startsWith(checkBegin);
  const message = isCheck ? withoutMarks(text) : text;
  const known = typesByBeginning.find(([beginning]) => beginning.test(message));
  if (known !== undefined) return { type: known[1], message };
  const named = namedForm.exec(message)?.[1];
  return { type: named ?? (isCheck ? 'ToolUseError' : 'ToolError'), message };
}

function withoutMarks(text: string): string {
  const words = text.slice(checkBegin.length).trimEnd();
  return words.endsWith(checkEnd) ? words.slice(0, -checkEnd.length) : words;
}

/** Texts that say of themselves that they are errors. */
const errorText = /^(?:(?:Uncaught )?[\w$.]{0,100}(?:Error|Exception):|Traceback \(most recent call last\):)/;

/**
 * The failure a result tells of itself, where the API has no field for it: `{ error: … }`, `{ success: false }`,
 * or text that begins as an error does. Null for everything else: what is not said is not a failure.
 */
export function failureIn(result: Json): ToolFailure | null {
  if (typeof result === 'string') return errorText.test(result) ? failureFrom(result) : null;
  if (!isJsonObject(result) || !saysFailure(result)) return null;
  return failureFrom(wordsOf(result['error'] || (result['message'] ?? result)));
}

function wordsOf(error: Json): string {
  if (typeof error === 'string') return error;
  if (isJsonObject(error) && typeof error['message'] === 'string') return error['message'];
  return JSON.stringify(error);
}

const exitForm = /^(?:Exit code:|Process exited with code) (-?\d+)\s*$/m;
/** Commands print what they like; only the lines before their output are looked at. */
const headLength = 300;

/**
 * The failure in what a coding agent's shell answered. Newer agents tell the exit code in words before the output,
 * older ones in a field beside it.
 */
export function failureOfCommand(text: string, exitCode?: number): ToolFailure | null {
  const head = text.slice(0, headLength).split('\nOutput:')[0] ?? '';
  const code = exitCode ?? Number(exitForm.exec(head)?.[1] ?? 0);
  return code === 0 ? null : { type: 'CommandFailed', message: text };
}
