import { leavesOf } from '../../json/path.ts';
import type { ToolStep } from '../../records/step.ts';

/** What is known of a failure when it happens: the words of each clue by its name. */
export type Clues = Readonly<Record<string, readonly string[]>>;

/** As much of a call as clues are made of. */
export type SeenCall = Pick<ToolStep, 'tool' | 'arguments' | 'success' | 'error'>;

/** Calls before a failure that are looked at, the last ones. */
export const callsBefore = 12;
const maxWordsPerArgument = 40;
/** Longest argument that names what a call is about. A longer one is content, and names all kinds of things. */
const maxNameLength = 200;
/** Higher counts are the same clue. */
const maxCount = 3;

/** A name with an ending, such as `handler.go`: most things that agents work on are named so. */
const fileName = /[\w-]+\.[a-z]{1,5}(?![\w.])/g;

/**
 * Clues to the tool that works after a failure: the arguments, the files the error names and what was done to them, and
 * the calls of the run before it, the last one last. Tools and arguments may have any names.
 *
 * @example
 * cluesOf(failedEdit, [readOfTheSameFile])['file last used by']; // ['read']
 */
export function cluesOf(failed: SeenCall, before: readonly SeenCall[]): Clues {
  const last = before.slice(-callsBefore).reverse();
  const worked = last.filter(({ success }) => success);
  const files = new Set((failed.error?.message ?? '').match(fileName));
  const user = worked.find((call) => namesOneOf(call, files))?.tool;
  return {
    tool: [failed.tool],
    'begins with': [firstWord(failed)],
    words: wordsOf(failed),
    'worked before': worked.slice(0, 1).map(({ tool }) => tool),
    'calls since another tool': [few(countUntil(worked, ({ tool }) => tool !== failed.tool) ?? maxCount)],
    'failures in a row': [few(countUntil(last, ({ success }) => success) ?? last.length)],
    'files named': [String(Math.min(files.size, 2))],
    'file last used by': files.size === 0 ? [] : [user ?? 'no tool'],
  };
}

/** How similar two failures are: the sum over the clues of the first, from 0 to 1 each. */
export function inCommon(one: Clues, other: Clues): number {
  return Object.entries(one).reduce((sum, [name, words]) => sum + overlap(words, other[name] ?? []), 0);
}

/** The words both have, as a share of those that either has; 1 when neither has any. */
function overlap(one: readonly string[], other: readonly string[]): number {
  const all = new Set([...one, ...other]).size;
  if (all === 0) return 1;
  return (new Set(one).size + new Set(other).size - all) / all;
}

function textsOf(call: SeenCall): string[] {
  return leavesOf(call.arguments).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

/** The first word of the first text: the program, if it is a command. A text of one word is a name and says little. */
function firstWord(call: SeenCall): string {
  const [first = '', ...rest] = (textsOf(call)[0] ?? '').trim().split(/\s+/, 2);
  return rest.length === 0 ? '' : first;
}

function wordsOf(call: SeenCall): string[] {
  const words = textsOf(call).flatMap((text) =>
    (text.toLowerCase().match(/[a-z][\w-]+/g) ?? []).slice(0, maxWordsPerArgument),
  );
  return [...new Set(words)];
}

function namesOneOf(call: SeenCall, files: ReadonlySet<string>): boolean {
  return textsOf(call)
    .filter(({ length }) => length <= maxNameLength)
    .some((text) => (text.match(fileName) ?? []).some((file) => files.has(file)));
}

function countUntil(calls: readonly SeenCall[], fits: (call: SeenCall) => boolean): number | undefined {
  const place = calls.findIndex(fits);
  return place === -1 ? undefined : place;
}

function few(number: number): string {
  return String(Math.min(number, maxCount));
}
