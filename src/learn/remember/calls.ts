import { isJsonObject, type Json, type JsonObject, sameJson } from '../../json/json.ts';
import { errorSignature } from '../../text/signature.ts';
import type { Keepable } from './by-rules.ts';
import type { AnsweredCall } from './conversation.ts';
import { languages } from './cues.ts';

/** Calls after a failure among which its fix is looked for. */
const maxLater = 5;
const maxErrorShown = 200;
const maxCommand = 250;
/** A usage error is short; the output of a test or a linter is about the code, and not about the command. */
const maxUsageError = 700;
const maxMissing = 400;
/** Arguments that may differ between the call that failed and the one that worked, and the length of their values. */
const maxChanged = 2;
const maxValue = 100;
const minWord = 3;
const maxGone = 4;
/** A command that failed and the one that worked share at least this much of their words; and two names of one file of their signs. */
const minShared = 0.5;
const minSharedUnnamed = 0.7;
const minSharedName = 0.6;

const pathNames = ['file_path', 'path', 'file', 'filename', 'notebook_path'];
const commandNames = ['command', 'cmd', 'script'];
const changingNames = ['old_string', 'new_string', 'content', 'new_source', 'patch', 'diff'];
const missingFile = /(?:does not|doesn['’]t) exist|no such file|not found|ENOENT|cannot find/i;
/** What only sends or shortens the output of a command. */
const plumbing = /2>&1|\|\s*(?:head|tail)\b[^|;&]*/g;

/**
 * Lessons of calls that failed and then worked: a file that is elsewhere, a command or an argument that is used in another way, a command
 * that must be run first. When files were changed in between, the failure was about them.
 */
export function lessonsOf(calls: readonly AnsweredCall[]): Keepable[] {
  return calls.flatMap((failed, index) => {
    if (!failed.failed || changes(failed)) return [];
    const following = calls.slice(index + 1, index + 1 + maxLater);
    const change = following.findIndex(changes);
    const later = change === -1 ? following : following.slice(0, change);
    return pathLesson(failed, later) ?? commandLesson(failed, later) ?? argumentLesson(failed, later) ?? [];
  });
}

function changes(call: AnsweredCall): boolean {
  return changingNames.some((name) => call.arguments[name] !== undefined);
}

function textIn(input: JsonObject, names: readonly string[]): string {
  const value = names.map((name) => input[name]).find((member) => typeof member === 'string');
  return typeof value === 'string' ? value.trim() : '';
}

function keepable(
  { position, at }: AnsweredCall,
  said: Pick<Keepable, 'kind' | 'text' | 'content'>,
): Keepable {
  return { ...said, why: 'lesson', position, at, source: 'call', isOfCall: true };
}

function failureLesson(failed: AnsweredCall, call: string, fix: string, solution: string): Keepable {
  const lines = withoutExitCode(failed.output).split('\n');
  const line =
    lines.find((one) => /\p{L}{2}\S*[\s:]\s*\S*\p{L}{2}/u.test(one.slice(0, maxErrorShown))) ??
    lines[0] ??
    '';
  const error = line
    .slice(0, maxErrorShown)
    .toWellFormed()
    .trim()
    .replace(/[\s.:;,]{1,20}$/u, '');
  const content = { errorSignature: errorSignature(failed.output), solution };
  return keepable(failed, { kind: 'failure', text: `${call} fails: ${error}. ${fix}`, content });
}

/** "commands/setup.go does not exist; it is setup.go." */
function pathLesson(failed: AnsweredCall, later: readonly AnsweredCall[]): Keepable | null {
  const missing = textIn(failed.arguments, pathNames);
  if (missing === '' || failed.output.length > maxMissing || !missingFile.test(failed.output)) return null;
  for (const call of later) {
    const moved = call.failed ? null : movedPath(missing, textIn(call.arguments, pathNames));
    if (moved === null) continue;
    const text = `\`${moved.missing}\` does not exist; it is \`${moved.found}\`.`;
    return keepable(failed, { kind: 'knowledge', text });
  }
  return null;
}

/**
 * Where a file is that was looked for at another place: the same name in another folder, or nearly the same name in the same folder. Null
 * for paths that have nothing to do with each other.
 *
 * @example
 * movedPath('/home/a/app/.lintrc.yml', '/home/a/app/.lintrc.yaml'); // { missing: 'app/.lintrc.yml', found: 'app/.lintrc.yaml' }
 */
export function movedPath(missing: string, found: string): { missing: string; found: string } | null {
  const [left, right] = [partsOf(missing), partsOf(found)];
  const differs = left.findIndex((part, index) => part !== right[index]);
  const [name = '', other = ''] = [left.at(-1), right.at(-1)];
  if (differs === -1 || name === '' || other === '') return null;
  const isSibling = differs === left.length - 1 && left.length === right.length && isNearName(name, other);
  // The same place in two checkouts or packages: both may have such a file, and one has not.
  const isParallel = left.length === right.length && differs < left.length - 2;
  if (!isSibling && (name !== other || differs === 0 || isParallel)) return null;
  // One folder that both share is shown, so that the file is recognised and the machine is not named; one without a letter is the number of a checkout.
  const from = /\p{L}/u.test(left[differs - 1] ?? '') ? differs - 1 : differs;
  return { missing: left.slice(from).join('/'), found: right.slice(from).join('/') };
}

function partsOf(path: string): string[] {
  return path.split(/[\\/]+/u).filter((part) => part !== '' && part !== '.');
}

/** "logging.go" and "logger.go", "clean_test.go" and "cleanup_test.go", ".yml" and ".yaml"; but a test is another file than what it tests. */
function isNearName(name: string, other: string): boolean {
  const [left, right] = [name, other].map(
    (each) => /^(.+?)([._-](?:test|spec))?(\.[^.]*)?$/u.exec(each.toLowerCase()) ?? [],
  );
  const [[, stem = '', role, ending], [, otherStem = '', otherRole, otherEnding]] = [left ?? [], right ?? []];
  if (role !== otherRole) return false;
  if (stem === otherStem) return ending !== undefined && otherEnding !== undefined;
  const [short = '', long = ''] = [stem, otherStem].toSorted((one, two) => one.length - two.length);
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  const shared = long.endsWith(short) ? short.length : same;
  return ending === otherEnding && short.length >= minWord && shared / long.length >= minSharedName;
}

/** "`gh pr diff 7 --stat` fails: unknown flag: --stat. `gh pr diff 7 --name-only` works." Or: it works after another command, which the error itself names. */
function commandLesson(failed: AnsweredCall, later: readonly AnsweredCall[]): Keepable | null {
  const command = commandOf(failed);
  const worked = later.filter((call) => call.tool === failed.tool && !call.failed).map(commandOf);
  const [first = '', second] = worked;
  if (
    command === '' ||
    first === command ||
    first === '' ||
    Math.max(command.length, first.length) > maxCommand
  )
    return null;
  const output = withoutExitCode(failed.output);
  if (
    second === command &&
    output.split('\n').slice(0, maxAdvice).join('\n').includes(first.split(' ').slice(0, 2).join(' '))
  )
    return failureLesson(failed, `\`${command}\``, `It works after \`${first}\`.`, first);
  return isUsageFix(command, first, output)
    ? failureLesson(failed, `\`${command}\``, `\`${first}\` works.`, first)
    : null;
}

/** Lines of an error that say what to do about it. */
const maxAdvice = 3;

function commandOf(call: AnsweredCall): string {
  return textIn(call.arguments, commandNames).replace(plumbing, ' ').replace(/\s+/gu, ' ').trim();
}

function withoutExitCode(output: string): string {
  return output.replace(/^Exit code:? -?\d+\s*/i, '').trim();
}

/** Whether a command was used wrongly and then rightly: nearly the same words, and either the error names a word that is gone, or only flags changed. */
function isUsageFix(failed: string, worked: string, error: string): boolean {
  if (error === '' || error.length > maxUsageError) return false;
  const [left, right] = [failed, worked].map((command) => command.match(/[^\s"'`|;&(){}]+/g) ?? []);
  const [before, after] = [new Set(left), new Set(right)];
  const gone = [...before].filter((word) => !after.has(word));
  // The same file by its whole path: the folder was another one, and that is about the moment.
  const isOtherFolder = gone.some(
    (word) => word.length >= minWord && [...after].some((other) => other.endsWith(`/${word}`)),
  );
  if (left?.[0] !== right?.[0] || isOtherFolder) return false;
  const [line = ''] = error.split('\n');
  const isNamed = gone.some((word) => word.length >= minWord && names(line, word.replace(/^[-./]+/, '')));
  // Another word or file in the same place is another goal, unless the error says that it is the fault.
  const isGoal = (word: string): boolean => /^\p{L}[\p{L}-]*$/u.test(word);
  if (
    gone.length > maxGone ||
    (gone.some(isGoal) && [...after].some((word) => isGoal(word) && !before.has(word)))
  )
    return false;
  if (!isNamed && gone.some((word) => !word.startsWith('-'))) return false;
  return (
    (before.size - gone.length) / Math.max(before.size, after.size) >=
    (isNamed ? minShared : minSharedUnnamed)
  );
}

/** Whether a line has this word, and not a longer one. */
function names(line: string, word: string): boolean {
  const place = word === '' ? -1 : line.indexOf(word);
  return place !== -1 && !/[\p{L}\p{N}_]/u.test(line[place + word.length] ?? '');
}

/** "`Read` of `checkpoint/checkpoint_test.go` fails: … too large. It works with `limit`." The error itself names what was added or replaced. */
function argumentLesson(failed: AnsweredCall, later: readonly AnsweredCall[]): Keepable | null {
  const worked = later.find((call) => call.tool === failed.tool);
  if (commandOf(failed) !== '' || worked === undefined || worked.failed) return null;
  const [before, after] = [failed.arguments, worked.arguments];
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => !sameJson(before[name] ?? null, after[name] ?? null),
  );
  // A folder above the one that is missing is always there.
  if (changed.length === 0 || changed.length > maxChanged || changed.some((name) => pathNames.includes(name)))
    return null;
  const fixes = changed.map((name) => {
    const [old, now] = [before[name], after[name]];
    if (old === undefined) return names(failed.output, name) ? `\`${name}\`` : null;
    if (typeof old !== 'string' || typeof now !== 'string' || Math.max(old.length, now.length) > maxValue)
      return null;
    return old.length >= minWord && failed.output.includes(old) ? `${name} \`${now}\`` : null;
  });
  if (fixes.includes(null)) return null;
  const path = partsOf(textIn(before, pathNames)).slice(-2).join('/');
  const solution = `It works with ${fixes.join(' and ')}.`;
  return failureLesson(
    failed,
    `\`${failed.tool}\`${path === '' ? '' : ` of \`${path}\``}`,
    solution,
    solution,
  );
}

const maxQuestion = 400;
const maxDepth = 3;
/** Signs between a question and its answer. */
const maxGap = 12;

/**
 * Decisions: a tool asked a question with options, and the answer repeats the question and names one of them. By form alone: the names of the
 * tool and of its members do not matter. It is no word of the user: the tool's answer may come from anywhere.
 */
export function choicesOf(calls: readonly AnsweredCall[]): Keepable[] {
  return calls.flatMap((call) =>
    call.failed ? [] : questionsIn(call.arguments).flatMap((asked) => choice(call, asked)),
  );
}

interface Question {
  readonly text: string;
  readonly options: readonly string[];
}

function questionsIn(value: Json, depth = 0): Question[] {
  if (depth > maxDepth || value === null || typeof value !== 'object') return [];
  const members = Object.values(value);
  const text = Array.isArray(value)
    ? undefined
    : members.find((member) => typeof member === 'string' && /[?？؟]$/u.test(member.trimEnd()));
  const options = members
    .filter(Array.isArray)
    .map((list) => list.map(labelOf))
    .find(({ length }) => length > 1);
  if (
    typeof text === 'string' &&
    text.length <= maxQuestion &&
    options !== undefined &&
    !options.includes('')
  )
    return [{ text, options }];
  return members.flatMap((member) => questionsIn(member, depth + 1));
}

/** The first text of an option is its name. */
function labelOf(option: Json): string {
  const text = isJsonObject(option)
    ? Object.values(option).find((member) => typeof member === 'string')
    : option;
  return typeof text === 'string' ? text : '';
}

function choice(call: AnsweredCall, { text: question, options }: Question): Keepable[] {
  const place = call.output.indexOf(question);
  // "Shall I go on?" is answered once and for all; "these" and "this" are gone with the conversation.
  if (
    place === -1 ||
    languages().some(
      ({ confirms, pointing }) =>
        pointing.test(question) || [question, ...options].some((each) => confirms.test(each)),
    )
  )
    return [];
  const after = call.output.slice(place + question.length);
  const [chosen, ...more] = options.filter((option) => isAt(after, option));
  if (chosen === undefined || more.length > 0) return [];
  // What is said about an option in brackets is not part of it.
  const bare = (option: string): string => option.split(' (')[0] || option;
  const alternatives = options.filter((option) => option !== chosen).map(bare);
  const content = { context: question, action: bare(chosen), alternatives };
  const text = `${question} ${content.action}, and not ${alternatives.join(' or ')}.`;
  return [{ ...keepable(call, { kind: 'decision', text, content }), why: 'decision' }];
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
