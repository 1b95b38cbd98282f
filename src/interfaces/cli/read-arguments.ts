import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type EngramError, invalidInput } from '../../errors.ts';
import { isJsonObject } from '../../json/json.ts';
import { closest } from './closest.ts';
import { type CommandLine, type Flag, readFlag } from './flags.ts';
import { globalFlags } from './global-flags.ts';
import type { Terminal } from './terminal.ts';

export interface ReadArguments {
  readonly globals: Readonly<Record<string, string | boolean | undefined>>;
  readonly input: Record<string, unknown>;
}

/** Reads a command line against the flags of its command. Unknown flags are refused with the nearest known one. */
export async function readArguments(
  words: readonly string[],
  flags: readonly Flag[],
  commandLine: CommandLine,
  terminal: Terminal,
): Promise<ReadArguments> {
  refuseBrokenText(words);
  const { values, positionals } = parse(words, flags);
  const globals: Record<string, string | boolean | undefined> = {};
  for (const { name } of globalFlags) globals[name] = values[name]?.at(-1);

  const standardInput = readOnce(terminal);
  const body =
    typeof globals['body'] === 'string' ? await readBody(globals['body'], terminal, standardInput) : {};
  const input: Record<string, unknown> = { ...body };
  /** What was typed, with what is on standard input in the place of "-". */
  const typed = async (flag: Flag | undefined, value: string): Promise<string> =>
    value === '-' && flag?.takesInput === true
      ? withoutLastBreak(decode(await standardInput(), 'input'))
      : value;
  for (const flag of flags) {
    const given = values[flag.name];
    if (given === undefined) continue;
    const texts: string[] = [];
    for (const value of given) texts.push(await typed(flag, String(value)));
    setField(input, flag.field, readFlag(flag, texts));
  }
  const fields = commandLine.positional ?? [];
  if (positionals.length > fields.length) {
    const advice =
      fields.length === 0
        ? 'This command takes flags only; --help lists them.'
        : 'Quote a text of several words.';
    throw invalidInput(`Too many arguments: "${positionals.slice(fields.length).join(' ')}". ${advice}`);
  }
  for (const [index, value] of positionals.entries()) {
    const field = fields[index] ?? '';
    const twice = flags.find((flag) => flag.field === field && values[flag.name] !== undefined);
    if (twice !== undefined) {
      throw invalidInput(
        `${field.toUpperCase()} is given twice: as "${value.slice(0, 60)}" and with --${twice.name}. Leave one out.`,
        { details: { flag: twice.name } },
      );
    }
    input[field] = await typed(
      flags.find((flag) => flag.field === field),
      value,
    );
  }
  return { globals, input };
}

/** Standard input, for the one place that asks for it: a second one would find nothing. */
function readOnce(terminal: Terminal): () => Promise<Uint8Array> {
  let isRead = false;
  return async () => {
    if (isRead) {
      throw invalidInput(
        'Standard input can be read once, and "-" is given more than once. Write the other texts out.',
      );
    }
    isRead = true;
    return terminal.readInput();
  };
}

/** Programs end what they write with a line break, which is no part of it. */
function withoutLastBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}

function decode(bytes: Uint8Array, what: 'body' | 'input'): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const name = what === 'body' ? 'The body' : 'Standard input';
    throw invalidInput(`${name} is not valid UTF-8. Re-encode it and try again.`, { cause });
  }
}

/** Bytes that are not UTF-8 arrive as U+FFFD; recording them would lose what was meant. */
function refuseBrokenText(words: readonly string[]): void {
  const broken = words.find((word) => word.includes('\ufffd'));
  if (broken === undefined) return;
  throw invalidInput(`An argument is not valid UTF-8: "${broken.slice(0, 60)}". Re-encode it and try again.`);
}

type Values = Record<string, Array<string | boolean> | undefined>;

function parse(words: readonly string[], flags: readonly Flag[]): { values: Values; positionals: string[] } {
  const options: Record<string, { type: 'string' | 'boolean'; multiple: true; short?: string }> = {};
  for (const { name, takesValue, short } of globalFlags) {
    options[name] = {
      type: takesValue ? 'string' : 'boolean',
      multiple: true,
      ...(short === undefined ? {} : { short }),
    };
  }
  for (const { name, type } of flags)
    options[name] = { type: type === 'switch' ? 'boolean' : 'string', multiple: true };
  const switches = flags.filter(({ type }) => type === 'switch or names').map(({ name }) => `--${name}`);
  try {
    const { values, positionals } = parseArgs({
      args: words.map((typed) => (switches.includes(typed) ? `${typed}=true` : typed)),
      options,
      allowPositionals: true,
      // A switch that is on unless configured is turned off by --no-NAME.
      allowNegative: true,
      strict: true,
    });
    return { values: values as Values, positionals };
  } catch (error) {
    throw explain(error as Error, Object.keys(options));
  }
}

function explain(error: Error, known: readonly string[]): EngramError {
  const [, ambiguous] = /Option '(?:-\w, )?(--[^' ]+)[^']*' argument is ambiguous/.exec(error.message) ?? [];
  if (ambiguous !== undefined) {
    return invalidInput(
      `${ambiguous} needs a value. Write a value that begins with "-" as ${ambiguous}=VALUE.`,
      { details: { flag: ambiguous.slice(2) }, cause: error },
    );
  }
  const [, dashes, unknown] = /Unknown option '(--?)([^']+)'/.exec(error.message) ?? [];
  if (unknown === undefined) {
    return invalidInput(`${error.message.split('\n')[0]?.replace(/\.?$/, '.')}`, {
      cause: error,
    });
  }
  if (dashes === '-') {
    return invalidInput(
      `Unknown flag -${unknown}. Put a text that begins with "-" at the end, behind "--".`,
      { details: { flag: unknown } },
    );
  }
  const near = closest(unknown, known);
  const hint = near === undefined ? 'Add --help to see what there is.' : `Did you mean --${near}?`;
  return invalidInput(`Unknown flag --${unknown}. ${hint}`, { details: { flag: unknown } });
}

async function readBody(
  source: string,
  terminal: Terminal,
  standardInput: () => Promise<Uint8Array>,
): Promise<Record<string, unknown>> {
  const bytes = source === '-' ? await standardInput() : readFile(resolve(terminal.folder, source));
  const text = decode(bytes, 'body');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalidInput(`The body is not valid JSON: ${(cause as Error).message}.`, { cause });
  }
  if (isJsonObject(value)) return value;
  throw invalidInput('The body must be one JSON object.');
}

function readFile(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw invalidInput(`The file ${path} cannot be read (${(cause as NodeJS.ErrnoException).code}).`, {
      cause,
    });
  }
}

function setField(input: Record<string, unknown>, field: string, value: unknown): void {
  const [group, name] = field.split('.');
  if (name === undefined || group === undefined) input[field] = value;
  else input[group] = { ...(input[group] as object | undefined), [name]: value };
}
