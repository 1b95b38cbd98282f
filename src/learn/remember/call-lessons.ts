import type { JsonObject } from '../../json/json.ts';
import { errorSignature } from '../../text/signature.ts';
import { changedArguments } from './argument-lesson.ts';
import { bareCommand, isUsageFix, mayRepair, withoutExitCode } from './changed-command.ts';
import type { Keepable } from './keepable.ts';
import { movedPath } from './moved-path.ts';
import type { AnsweredCall } from './said-message.ts';

/** Calls after a failure among which its fix is looked for. */
const maxLater = 5;
const maxErrorShown = 200;

/**
 * Lessons of calls that failed and then worked: a file that is elsewhere, a command that is used in another way, a command that must be
 * run first. Nothing of it needs words of any language. When files were changed in between, the failure was about them.
 */
export function callLessons(calls: readonly AnsweredCall[]): Keepable[] {
  return calls.flatMap((failed, index) => {
    if (!failed.failed) return [];
    const later = calls.slice(index + 1, index + 1 + maxLater);
    const lesson = pathLesson(failed, later) ?? commandLesson(failed, later) ?? argumentLesson(failed, later);
    return lesson === null ? [] : [lesson];
  });
}

const pathNames = ['file_path', 'path', 'file', 'filename', 'notebook_path'];
const commandNames = ['command', 'cmd', 'script'];
const changingNames = ['old_string', 'new_string', 'content', 'new_source', 'patch', 'diff'];

function textIn(input: JsonObject, names: readonly string[]): string | null {
  const value = names.map((name) => input[name]).find((member) => typeof member === 'string');
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

const missingFile = /(?:does not|doesn['’]t) exist|no such file|not found|ENOENT|cannot find/i;
const maxMissingLength = 400;

/** "commands/setup.go does not exist: it is setup.go." */
function pathLesson(failed: AnsweredCall, later: readonly AnsweredCall[]): Keepable | null {
  const missing = textIn(failed.arguments, pathNames);
  if (missing === null || failed.output.length > maxMissingLength || !missingFile.test(failed.output))
    return null;
  for (const call of later) {
    const found = call.failed || changes(call) ? null : textIn(call.arguments, pathNames);
    const moved = found === null ? null : movedPath(missing, found);
    if (moved === null) continue;
    const text = `\`${moved.missing}\` does not exist; it is \`${moved.found}\`.`;
    return keepable(failed, { kind: 'knowledge', text, content: {} });
  }
  return null;
}

function changes(call: AnsweredCall): boolean {
  return changingNames.some((name) => call.arguments[name] !== undefined);
}

function commandIn(call: AnsweredCall): string | null {
  const command = textIn(call.arguments, commandNames);
  return command === null ? null : bareCommand(command);
}

/** "`gh pr diff 7 --stat` fails: unknown flag: --stat. `gh pr diff 7 --name-only` works." */
function commandLesson(failed: AnsweredCall, later: readonly AnsweredCall[]): Keepable | null {
  const command = commandIn(failed);
  if (command === null) return null;
  const between: string[] = [];
  for (const call of later) {
    if (changes(call)) return null;
    const next = call.tool === failed.tool ? commandIn(call) : null;
    if (next === null) continue;
    if (next === command) return call.failed ? null : firstLesson(failed, command, between);
    if (!call.failed && between.length === 0 && isUsageFix(command, next, failed.output))
      return lessonOf(failed, `\`${command}\``, `\`${next}\` works.`, next);
    if (!call.failed) between.push(next);
  }
  return null;
}

const maxSubject = 60;

/** "`Read` of `checkpoint/checkpoint_test.go` fails: … too large. It works with `offset` and `limit`." */
function argumentLesson(failed: AnsweredCall, later: readonly AnsweredCall[]): Keepable | null {
  if (changes(failed) || commandIn(failed) !== null) return null;
  const worked = later.find((call) => call.tool === failed.tool);
  const changed = worked === undefined ? null : changedArguments(failed, worked);
  // A folder above the one that is missing is there, always.
  if (changed === null || changed.replaced.some(({ name }) => pathNames.includes(name))) return null;
  const path = textIn(failed.arguments, pathNames);
  const subject = changed.replaced.length > 0 || path === null ? '' : ` of \`${endOf(path)}\``;
  const values = changed.replaced.map(({ name, failed: old }) => ` with ${name} \`${old}\``).join('');
  const fixes = [
    ...changed.added.map((name) => `\`${name}\``),
    ...changed.replaced.map(({ name, worked: now }) => `${name} \`${now}\``),
  ];
  const solution = `It works with ${fixes.join(' and ')}.`;
  return lessonOf(failed, `\`${failed.tool}\`${subject}${values}`, solution, solution);
}

/** The last two parts of a path. */
function endOf(path: string): string {
  return path
    .split(/[\\/]+/u)
    .slice(-2)
    .join('/')
    .slice(-maxSubject);
}

/** Exactly one command was run in between that may have helped, and the error itself names it. */
function firstLesson(failed: AnsweredCall, command: string, between: readonly string[]): Keepable | null {
  const [first, ...others] = between.filter(mayRepair);
  if (first === undefined || others.length > 0 || !namesCommand(failed.output, first)) return null;
  return lessonOf(failed, `\`${command}\``, `It works after \`${first}\`.`, first);
}

/** Lines of an error that say what to do about it. */
const maxAdviceLines = 3;

function namesCommand(output: string, command: string): boolean {
  const advice = withoutExitCode(output).split('\n').slice(0, maxAdviceLines).join('\n');
  const [program = '', second = ''] = command.split(/\s+/u);
  return second !== '' && advice.includes(`${program} ${second}`);
}

function lessonOf(failed: AnsweredCall, call: string, fix: string, solution: string): Keepable {
  const error = errorLine(failed.output);
  const text = `${call} fails: ${error.replace(/[\s.:;,]+$/u, '')}. ${fix}`;
  const content = { errorSignature: errorSignature(failed.output), solution };
  return keepable(failed, { kind: 'failure', text, content });
}

/** The first line that says something: two words at least. */
function errorLine(output: string): string {
  const lines = withoutExitCode(output).split('\n');
  const line = lines.find((one) => /\p{L}{2}.*[\s:].*\p{L}{2}/u.test(one)) ?? lines[0] ?? '';
  return line.slice(0, maxErrorShown).toWellFormed().trim();
}

function keepable(
  { position, at }: AnsweredCall,
  said: Pick<Keepable, 'kind' | 'text' | 'content'>,
): Keepable {
  return { ...said, why: 'lesson', position, at, source: 'call' };
}
