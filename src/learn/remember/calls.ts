import { isJsonObject, type Json, type JsonObject, sameJson } from '../../json/json.ts';
import { errorSignature } from '../../text/signature.ts';
import type { AnsweredCall, Keepable } from './conversation.ts';
import { languages } from './cues.ts';

/** Calls after a failure among which its fix is looked for. */
const maxLater = 5;
const maxErrorShown = 200;
/** An error about how a call is made is short; the output of a test or a linter is about the code. */
const maxError = 700;
const maxValue = 120;
const minWord = 3;
const maxGone = 4;
/** Share of its words that a command keeps, of its signs that a name keeps. */
const minShared = 0.5;
const minSharedName = 0.6;
/** Arguments that hold what is written: the failure may have been about that. */
const written = ['old_string', 'new_string', 'content', 'new_source', 'patch', 'diff'];
/** What only sends or shortens the output of a command. */
const plumbing = /2>&1|\|\s*(?:head|tail)\b[^|;&]*/g;

/**
 * Lessons of calls that failed and then worked with one other argument: a file that is elsewhere, or what the error itself names. When files
 * were changed in between, the failure was about them.
 */
export function lessonsOf(calls: readonly AnsweredCall[]): Keepable[] {
  return calls.flatMap((failed, index) => {
    const following = calls.slice(index, index + 1 + maxLater);
    const change = following.findIndex(({ arguments: input }) =>
      written.some((name) => input[name] !== undefined),
    );
    const later = following.slice(1, change === -1 ? undefined : Math.max(1, change));
    const error = failed.output.replace(/^Exit code:? -?\d+\s*/i, '').trim();
    if (!failed.failed || change === 0 || error.length > maxError) return [];
    const worked = later.filter((call) => call.tool === failed.tool && !call.failed);
    return worked.map((call) => lessonOf(failed, call, error)).find((lesson) => lesson !== null) ?? [];
  });
}

function keepable(
  { position, at }: AnsweredCall,
  said: Pick<Keepable, 'kind' | 'text' | 'content'>,
): Keepable {
  return { ...said, why: 'lesson', position, at, source: 'call', isOfCall: true };
}

function lessonOf(failed: AnsweredCall, worked: AnsweredCall, error: string): Keepable | null {
  const [before, after] = [failed.arguments, worked.arguments];
  const isKept = (member: string): boolean => sameJson(before[member] ?? null, after[member] ?? null);
  // A description of the call may change with it.
  const [member = '', ...others] = Object.keys({ ...before, ...after }).filter(
    (each) => each !== 'description' && !isKept(each),
  );
  const [old, now] = [bare(before[member]), bare(after[member])];
  if (others.length > 0 || Math.max(old.length, now.length) > maxValue) return null;
  const moved = /\s/u.test(old + now) ? null : movedPath(old, now);
  if (moved !== null)
    return keepable(failed, {
      kind: 'knowledge',
      text: `\`${moved.missing}\` does not exist; it is \`${moved.found}\`.`,
    });
  if (!isUsageFix(old, now, error)) return null;
  const line = error.split('\n').find((one) => /\p{L}{2}/u.test(one)) ?? '';
  const shown = line
    .slice(0, maxErrorShown)
    .toWellFormed()
    .trim()
    .replace(/[\s.:;,]{1,20}$/u, '');
  const content = { errorSignature: errorSignature(failed.output), solution: now };
  return keepable(failed, {
    kind: 'failure',
    text: `\`${old}\` fails: ${shown}. \`${now}\` works.`,
    content,
  });
}

function bare(value: Json | undefined): string {
  return typeof value === 'string' ? value.replace(plumbing, ' ').replace(/\s+/gu, ' ').trim() : '';
}

/**
 * Where a file is that was looked for at another place: the same name in another folder, or nearly the same name in the same folder. Null
 * for paths that have nothing to do with each other.
 *
 * @example
 * movedPath('/home/a/app/.lintrc.yml', '/home/a/app/.lintrc.yaml'); // { missing: 'app/.lintrc.yml', found: 'app/.lintrc.yaml' }
 */
export function movedPath(missing: string, found: string): { missing: string; found: string } | null {
  const [left = [], right = []] = [missing, found].map((path) =>
    path.split(/[\\/]+/u).filter((part) => part !== '' && part !== '.'),
  );
  const differs = left.findIndex((part, index) => part !== right[index]);
  const [name = '', other = ''] = [left.at(-1), right.at(-1)];
  const isSibling = differs === left.length - 1 && left.length === right.length && isNearName(name, other);
  // The same place in two checkouts or packages: both may have such a file, and one has not.
  const isParallel = left.length === right.length && differs < left.length - 2;
  if (differs < 1 ? differs === -1 || !isSibling : !isSibling && (name !== other || isParallel)) return null;
  // One folder that both share is shown, so that the machine is not named; one without a letter is the number of a checkout.
  const from = /\p{L}/u.test(left[differs - 1] ?? '') ? differs - 1 : differs;
  return { missing: left.slice(from).join('/'), found: right.slice(from).join('/') };
}

/** "clean_test.go" and "cleanup_test.go", ".yml" and ".yaml". */
function isNearName(name: string, other: string): boolean {
  const [[stem = '', ending], [otherStem = '', otherEnding]] = [
    name.split(/\.(?=[^.]*$)/u),
    other.split(/\.(?=[^.]*$)/u),
  ];
  if (ending === undefined || otherEnding === undefined) return false;
  const [short = '', long = ''] = [stem, otherStem].toSorted((left, right) => left.length - right.length);
  let [same, last] = [0, 0];
  while (same < short.length && short[same] === long[same]) same += 1;
  while (last < short.length - same && short.at(-1 - last) === long.at(-1 - last)) last += 1;
  if (stem === otherStem) return true;
  return ending === otherEnding && short.length >= minWord && (same + last) / long.length >= minSharedName;
}

/** Whether something was used wrongly and then rightly: nearly the same words, and the error names one that is gone. */
function isUsageFix(failed: string, worked: string, error: string): boolean {
  const [left = [], right = []] = [failed, worked].map((text) => text.match(/[^\s"'`|;&(){}]+/g) ?? []);
  const [before, after] = [new Set(left), new Set(right)];
  const gone = [...before].filter((word) => !after.has(word));
  const added = [...after].filter((word) => !before.has(word));
  // Another word or file in the same place is another goal; a folder above, or the same file by its whole path, is about the moment.
  const isGoal = (word: string): boolean => /^\p{L}[\p{L}-]*$/u.test(word);
  const isPlace = gone.some((word) =>
    added.some((other) => other.endsWith(`/${word}`) || word.startsWith(other)),
  );
  const isDropped = added.length === 0 && gone.some((word) => word.includes('/'));
  if (isPlace || isDropped || gone.length > maxGone || (gone.some(isGoal) && added.some(isGoal)))
    return false;
  const isNamed = gone.some((word) => names(error, word.replace(/^[-./]+/, '')));
  if (!isNamed || left[0] !== right[0]) return isNamed && left.length === 1 && right.length === 1;
  return before.size - gone.length >= minShared * Math.max(before.size, after.size);
}

/** Whether a line has this word, and not a longer one. */
function names(line: string, word: string): boolean {
  const place = word.length < minWord ? -1 : line.indexOf(word);
  return place !== -1 && !/[\p{L}\p{N}_]/u.test(line[place + word.length] ?? '');
}

const maxQuestion = 400;
const maxDepth = 3;
/** Signs between a question and its answer. */
const maxGap = 12;

/**
 * Decisions: a tool asked a question with options, and its answer repeats the question and names one of them. By form alone: the names of the
 * tool and of its members do not matter. It is no word of the user, because the answer of a tool may come from anywhere.
 */
export function choicesOf(calls: readonly AnsweredCall[]): Keepable[] {
  return calls.flatMap((call) => (call.failed ? [] : choicesIn(call, call.arguments)));
}

function choicesIn(call: AnsweredCall, value: Json, depth = 0): Keepable[] {
  if (depth > maxDepth || value === null || typeof value !== 'object') return [];
  const members = Object.values(value as JsonObject);
  const question = members.find(
    (member) => typeof member === 'string' && /[?？؟]$/u.test(member) && member.length <= maxQuestion,
  );
  const options = members
    .filter(Array.isArray)
    .map((list) => list.map(labelOf))
    .find(({ length }) => length > 1);
  if (typeof question !== 'string' || options === undefined)
    return members.flatMap((member) => choicesIn(call, member, depth + 1));
  const place = call.output.indexOf(question);
  // "Shall I go on?" is answered once and for all; "these" and "this" are gone with the conversation.
  const isPassing = languages().some(
    ({ cue }) =>
      cue('pointing').test(question) || [question, ...options].some((each) => cue('confirms').test(each)),
  );
  const answer = call.output.slice(place + question.length);
  const [chosen, ...more] = options.filter((option) => option !== '' && isAt(answer, option));
  if (place === -1 || isPassing || chosen === undefined || more.length > 0) return [];
  // What is said about an option in brackets is not part of it.
  const [action = '', ...alternatives] = [chosen, ...options.filter((option) => option !== chosen)].map(
    (option) => option.split(' (')[0] || option,
  );
  const text = `${question} ${action}, and not ${alternatives.join(' or ')}.`;
  return [
    {
      ...keepable(call, { kind: 'decision', text, content: { context: question, action, alternatives } }),
      why: 'decision',
    },
  ];
}

/** The first text of an option is its name. */
function labelOf(option: Json): string {
  const text = isJsonObject(option)
    ? Object.values(option).find((member) => typeof member === 'string')
    : option;
  return typeof text === 'string' ? text : '';
}

/** Signs alone stand before it, and no letter after it. */
function isAt(text: string, option: string): boolean {
  const place = text.indexOf(option);
  return (
    place > 0 &&
    place <= maxGap &&
    !/[\p{L}\p{N}]/u.test(text.slice(0, place) + (text[place + option.length] ?? ''))
  );
}
