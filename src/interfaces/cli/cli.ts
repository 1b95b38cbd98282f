import { type EngramError, invalidInput, toEngramError, type Wording } from '../../errors.ts';
import { type CommandCall, written } from './call.ts';
import { createCliRequest } from './cli-request.ts';
import { closest } from './closest.ts';
import { type CommandEntry, commandTable } from './command-table.ts';
import type { Flag } from './flags.ts';
import { globalFlags } from './global-flags.ts';
import { commandAndGroupHelp, commandHelp, groupHelp, overview } from './help.ts';
import { loadCommand } from './load-command.ts';
import { errorLine, type PageStyle } from './present/presenter.ts';
import { readArguments } from './read-arguments.ts';
import { type ShellCommand, shellCommands } from './shell-commands.ts';
import { createPaint, type Paint, type Terminal } from './terminal.ts';
import { moduleFlag, serversFlag } from './tool-flags.ts';
import { watchRun } from './watch-run.ts';
import { commandLineWording } from './wording.ts';

/** Runs one command line and answers its exit code. Touches nothing of the process itself. */
export async function runCli(words: readonly string[], terminal: Terminal, version: string): Promise<number> {
  const paint = createPaint(terminal.colours);
  const asJson = words.includes('--json');
  try {
    return await dispatch(words, terminal, paint, version);
  } catch (thrown) {
    const error = toEngramError(thrown);
    const { code } = error;
    // Loaded here only: most commands end well, and the rules are many.
    const { lineWithoutSecrets, withoutSecrets } = await import('../without-secrets.ts');
    const { message, details } = withoutSecrets({
      message: error.messageIn(wordingFor(words)),
      details: error.details,
    });
    terminal.writeError(
      asJson ? `${JSON.stringify({ error: { code, message, details } })}\n` : errorLine(message, paint),
    );
    if (code === 'internal' && !asJson && thrown instanceof Error)
      terminal.writeError(`${paint.dim(lineWithoutSecrets(thrown.stack ?? ''))}\n`);
    return error.exitCode;
  }
}

/** The words of the command that was typed, as far as there is one. */
function wordingFor(typed: readonly string[]): Wording {
  const { rest } = splitLeadingFlags(typed);
  const command = findCommand(rest) ?? findShellCommand(rest);
  // What came as JSON is named as it is there.
  const hasBody = typed.some((word) => /^--body(?:=|$)/.test(word));
  if (command === undefined || hasBody) return commandLineWording();
  return commandLineWording(command);
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
  if (asked !== undefined) return print(helpFor(asked, { paint, columns: terminal.columns }, version));
  if (first === '--version' || first === '-v' || first === 'version') return print(version);
  const command = findCommand(rest) ?? findShellCommand(rest);
  if (command === undefined) throw unknownCommand(rest);
  const call = await readCall(
    command,
    [...leading, ...rest.slice(command.words.length)],
    terminal,
    paint,
    version,
  );
  try {
    return 'operation' in command ? await carryOut(command, call) : await command.run(call);
  } finally {
    await call.request.close();
  }
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
  const isCommandToo = words.length > 1 && findCommand([first]) !== undefined;
  return isGroup(first) && second.startsWith('-') && !isCommandToo ? [first] : undefined;
}

function helpFor(
  words: readonly string[],
  page: Pick<PageStyle, 'paint' | 'columns'>,
  version: string,
): string {
  const [first] = words;
  if (first === undefined || first === '') return overview(page, version);
  const command = findCommand(words);
  if (command !== undefined && command.words.length === 1 && isGroup(first))
    return commandAndGroupHelp(command, page);
  const anyCommand = command ?? findShellCommand(words);
  if (anyCommand !== undefined) return commandHelp(anyCommand, page);
  if (isGroup(first) && words.length === 1) return groupHelp(first, page);
  throw unknownCommand(words);
}

function isGroup(word: string): boolean {
  return [...commandTable, ...shellCommands].some(({ words }) => words.length > 1 && words[0] === word);
}

/** What people type out of habit, because the other groups have it. */
const otherWords: Readonly<Record<string, string>> = { 'memory show': 'get' };

function findCommand(typed: readonly string[]): CommandEntry | undefined {
  const [group = '', verb = '', ...rest] = typed;
  const words = [group, otherWords[`${group} ${verb}`] ?? verb, ...rest];
  const called = commandTable.filter((command) =>
    command.words.every((word, index) => words[index] === word),
  );
  return called.find((command) => command.words.length > 1 || !isGroup(group) || mayBeText(verb));
}

/**
 * `run` is a command that takes a text, and a group. A single word that is no verb of the group is rather one that was
 * mistyped than a text.
 */
function mayBeText(word: string): boolean {
  return word === '' || word.startsWith('-') || /\S\s+\S/.test(word);
}

function findShellCommand(typed: readonly string[]): ShellCommand | undefined {
  return shellCommands.find(({ words }) => words.every((word, index) => typed[index] === word));
}

function unknownCommand(words: readonly string[]): EngramError {
  const [first = '', second = ''] = words;
  const known = [...commandTable, ...shellCommands].map((command) => command.words);
  if (isGroup(first)) {
    const near = closest(
      second,
      known.flatMap(([group, verb]) => (group === first && verb !== undefined ? verb : [])),
    );
    if (near === undefined && findCommand([first]) !== undefined) return unquoted(words);
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

/** A text of several words that the shell has split, or of one. */
function unquoted([first = '', ...rest]: readonly string[]): EngramError {
  const firstFlag = rest.findIndex((word) => word.startsWith('-'));
  const text = (firstFlag === -1 ? rest : rest.slice(0, firstFlag)).join(' ');
  const fix = text.includes(' ')
    ? `Quote it: engram ${first} "${text}"`
    : `Say more: engram ${first} "${text} …"`;
  return invalidInput(
    `"${rest[0]}" is no command of "engram ${first}", and a task is a text of several words. ${fix}`,
  );
}

function unknown(typed: string, near: string | undefined, help: string): EngramError {
  const hint = near === undefined ? `Run "${help}" to see what there is.` : `Did you mean "engram ${near}"?`;
  return invalidInput(`Unknown command "${typed}". ${hint}`);
}

/** Reads the command line and opens a request for it; nothing is done yet. */
async function readCall(
  command: CommandEntry | ShellCommand,
  words: readonly string[],
  terminal: Terminal,
  paint: Paint,
  version: string,
): Promise<CommandCall> {
  const { flags } = command;
  const ownFields = 'operation' in command ? command.ownFields : flags.map(({ field }) => field);
  const { globals, input: given } = await readArguments(words, flags, command, terminal);
  requireFields(flags, given, command);
  const entries = Object.entries(given);
  const own = Object.fromEntries(entries.filter(([field]) => ownFields.includes(field)));
  const input = Object.fromEntries(entries.filter(([field]) => !ownFields.includes(field)));
  const textOf = (flag: Flag): string | undefined => {
    const value = own[flag.field];
    return typeof value === 'string' ? value : undefined;
  };
  const request = createCliRequest({
    globals,
    terminal,
    version,
    modulePath: textOf(moduleFlag),
    serversPath: textOf(serversFlag),
    isStartedByClient: command.words[0] === 'mcp',
    isQuiet: command.words[0] === 'trust',
  });
  const asJson = globals['json'] === true;
  const wording = commandLineWording(command);
  return { request, globals, input, own, terminal, paint, asJson, version, wording };
}

async function carryOut(entry: CommandEntry, call: CommandCall): Promise<number> {
  const command = await loadCommand(entry);
  const { request, input, terminal, paint } = call;
  // Only a command has a person at its terminal; a server must not listen for Ctrl-C with every request.
  const asksNothing = call.own['yes'] === true ? { door: 'flag' as const } : {};
  const watched = { ...request, ...asksNothing, watching: () => watchRun(terminal, paint) };
  const perform = (given: typeof input = input) => command.operation.run(watched, given as never);
  const output = (await command.carryOut?.(call, perform)) ?? (await perform());
  if (output === written) return 0;
  if (call.asJson) {
    terminal.write(`${JSON.stringify(output)}\n`);
  } else {
    const agent = await request.actingAs();
    const page: PageStyle = {
      paint,
      columns: terminal.columns,
      now: terminal.now(),
      asOwner: agent === null,
      agent,
      filtered: Object.keys(input).some((field) => field !== 'limit'),
      explains: call.own['explain'] === true,
    };
    terminal.write(`${command.present(output as never, page)}\n`);
  }
  return command.exitCode?.(output as never) ?? 0;
}

/** Said in the words of the command line, before the engine would say it in its own. */
function requireFields(
  flags: readonly Flag[],
  input: Readonly<Record<string, unknown>>,
  command: CommandEntry | ShellCommand,
): void {
  const isGiven = ({ field, insteadOf = field }: Flag): boolean =>
    input[field] !== undefined || input[insteadOf] !== undefined;
  const missing = flags.filter(
    (flag) =>
      flag.required &&
      flag.hidden !== true &&
      !isGiven(flag) &&
      !flags.some((other) => other.insteadOf === flag.field && isGiven(other)),
  );
  if (missing.length === 0) return;
  const names = missing.map((flag) =>
    command.positional?.includes(flag.field) ? flag.field.toUpperCase() : `--${flag.name}`,
  );
  const example = command.examples[0] === undefined ? '' : ` For example: ${command.examples[0]}`;
  throw invalidInput(`${names.join(' and ')} must be given.${example}`, {
    details: { fields: missing.map((flag) => flag.field) },
  });
}
