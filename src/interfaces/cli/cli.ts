import { EngramError, toEngramError } from '../../errors.ts';
import { closest } from './closest.ts';
import { type Command, commands } from './commands.ts';
import { completionScript } from './completion.ts';
import { createDesk } from './desk.ts';
import { type Flag, flagsOf } from './flags.ts';
import { commandHelp, groupHelp, moduleFlag, overview, shellCommandHelp, shellCommands } from './help.ts';
import { type Page, safe } from './present/presenter.ts';
import { globalFlags, readArguments } from './read-arguments.ts';
import { createPaint, type Paint, type Terminal } from './terminal.ts';

/** Runs one command line and answers its exit code. Touches nothing of the process itself. */
export async function runCli(words: readonly string[], terminal: Terminal, version: string): Promise<number> {
  const paint = createPaint(terminal.colours);
  const asJson = words.includes('--json');
  try {
    return await dispatch(words, terminal, paint, version);
  } catch (thrown) {
    const error = toEngramError(thrown);
    const { code, message, details } = error;
    terminal.writeError(
      asJson
        ? `${JSON.stringify({ error: { code, message, details } })}\n`
        : `${paint.bad('Error:')} ${safe(message)}\n`,
    );
    if (code === 'internal' && !asJson && thrown instanceof Error)
      terminal.writeError(`${paint.dim(thrown.stack ?? '')}\n`);
    return error.exitCode;
  }
}

async function dispatch(
  words: readonly string[],
  terminal: Terminal,
  paint: Paint,
  version: string,
): Promise<number> {
  const { leading, rest } = splitLeadingFlags(words);
  const [first = ''] = rest;
  const print = (text: string): number => {
    terminal.write(`${text}\n`);
    return 0;
  };
  const asked = askedForHelp(rest);
  if (asked !== undefined) return print(helpFor(asked, paint, version));
  if (first === '--version' || first === '-v' || first === 'version') return print(version);
  if (first === 'completion') return print(completionScript(rest[1]).trimEnd());
  if (first === 'demo') {
    const { runDemo } = await import('./demo/demo.ts');
    return runDemo(rest.slice(1), terminal, paint);
  }
  const command = findCommand(rest);
  if (command === undefined) throw unknownCommand(rest);
  return runCommand(command, [...leading, ...rest.slice(command.words.length)], terminal, paint, version);
}

/** Flags of every command may stand before it too: `engram --agent alice memory list`. */
function splitLeadingFlags(words: readonly string[]): { leading: string[]; rest: string[] } {
  let at = 0;
  for (;;) {
    const [typed = '', value] = (words[at] ?? '').split('=', 2);
    const flag = globalFlags.find(({ name }) => typed === `--${name}` && name !== 'help');
    if (flag === undefined) return { leading: words.slice(0, at), rest: words.slice(at) };
    at += flag.takesValue && value === undefined ? 2 : 1;
  }
}

/** The words help is asked about, or undefined when it is not asked for. A group alone asks for help, too. */
function askedForHelp(words: readonly string[]): readonly string[] | undefined {
  const [first = '', second = '-'] = words;
  const flags = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  const firstFlag = words.findIndex((word) => word.startsWith('-'));
  const plain = firstFlag === -1 ? words : words.slice(0, firstFlag);
  if (first === 'help') return plain.slice(1);
  if (first === '' || flags.includes('--help') || flags.includes('-h')) return plain;
  return isGroup(first) && second.startsWith('-') ? [first] : undefined;
}

function helpFor(words: readonly string[], paint: Paint, version: string): string {
  const [first] = words;
  if (first === undefined || first === '') return overview(paint, version);
  const command = findCommand(words);
  if (command !== undefined) return commandHelp(command, paint);
  const shellCommand = shellCommands.find((candidate) => candidate.words[0] === first);
  if (shellCommand !== undefined) return shellCommandHelp(shellCommand, paint);
  if (isGroup(first) && words.length === 1) return groupHelp(first, paint);
  throw unknownCommand(words);
}

function isGroup(word: string): boolean {
  return commands.some(({ words }) => words.length > 1 && words[0] === word);
}

/** What people type out of habit, because the other groups have it. */
const otherWords: Readonly<Record<string, string>> = { 'memory show': 'get' };

function findCommand(typed: readonly string[]): Command | undefined {
  const [group = '', verb = '', ...rest] = typed;
  const words = [group, otherWords[`${group} ${verb}`] ?? verb, ...rest];
  return commands.find((command) => command.words.every((word, index) => words[index] === word));
}

function unknownCommand(words: readonly string[]): EngramError {
  const [first = '', second = ''] = words;
  const known = [...commands, ...shellCommands].map((command) => command.words);
  if (isGroup(first)) {
    const near = closest(
      second,
      known.flatMap(([group, verb]) => (group === first && verb !== undefined ? verb : [])),
    );
    return unknown(`${first} ${second}`, near && `${first} ${near}`, `engram ${first} --help`);
  }
  const near =
    closest(first, [...new Set(known.map(([group = '']) => group))]) ??
    closest(
      `${first} ${second}`,
      known.map((names) => names.join(' ')),
    );
  return unknown(first, near, 'engram --help');
}

function unknown(typed: string, near: string | undefined, help: string): EngramError {
  const hint = near === undefined ? `Run "${help}" to see what there is.` : `Did you mean "engram ${near}"?`;
  return new EngramError('invalid_input', `Unknown command "${typed}". ${hint}`);
}

async function runCommand(
  command: Command,
  words: readonly string[],
  terminal: Terminal,
  paint: Paint,
  version: string,
): Promise<number> {
  const own = flagsOf(command.operation, command);
  const flags = command.takesModule === true ? [...own, moduleFlag] : own;
  const { globals, input: given } = await readArguments(words, flags, command, terminal);
  // The module is the command line's own business; no operation has a field of this name.
  const { [moduleFlag.field]: modulePath, ...input } = given;
  requireFields(own, input, command);
  const desk = createDesk(
    globals,
    typeof modulePath === 'string' ? modulePath : undefined,
    terminal,
    version,
  );
  try {
    const output = await command.operation.run(desk, input as never);
    if (globals['json'] === true) {
      terminal.write(`${JSON.stringify(output)}\n`);
    } else {
      const page: Page = {
        paint,
        columns: terminal.columns,
        now: terminal.now(),
        asOwner: await desk.asOwner(),
        filtered: Object.keys(input).some((field) => field !== 'limit'),
      };
      terminal.write(`${command.present(output as never, page)}\n`);
    }
    return exitCodeOf(output);
  } finally {
    await desk.close();
  }
}

/** Said in the words of the command line, before the engine would say it in its own. */
function requireFields(
  flags: readonly Flag[],
  input: Readonly<Record<string, unknown>>,
  command: Command,
): void {
  const missing = flags.filter(
    (flag) => flag.required && flag.hidden !== true && input[flag.field] === undefined,
  );
  if (missing.length === 0) return;
  const names = missing.map((flag) =>
    command.positional?.includes(flag.field) ? flag.field.toUpperCase() : `--${flag.name}`,
  );
  const example = command.examples[0] === undefined ? '' : ` For example: ${command.examples[0]}`;
  throw new EngramError('invalid_input', `${names.join(' and ')} must be given.${example}`, {
    details: { fields: missing.map((flag) => flag.field) },
  });
}

/** A command can do its work and still have bad news: a replay that stopped, a doctor that found something. */
function exitCodeOf(output: unknown): number {
  const { status, healthy } = output as { status?: unknown; healthy?: unknown };
  if (status === 'diverged' || status === 'failed') return 6;
  return healthy === false ? 1 : 0;
}
