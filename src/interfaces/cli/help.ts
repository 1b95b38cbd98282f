import { type CommandEntry, commandTable } from './command-table.ts';
import type { Flag } from './flags.ts';
import { globalFlags } from './global-flags.ts';
import { displayWidth } from './layout.ts';
import type { PageStyle } from './present/presenter.ts';
import { type ShellCommand, shellCommands } from './shell-commands.ts';

const exitCodes: ReadonlyArray<readonly [string, string]> = [
  ['0', 'done'],
  ['1', 'unexpected failure, the work of "execute" failed, or "doctor" found a problem'],
  ['2', 'wrong input or configuration'],
  ['3', 'not found'],
  ['4', 'conflict, or a name that several agents use'],
  ['5', 'the database cannot be used'],
  [
    '6',
    'a template cannot be replayed, stopped, or lacks a tool; a task failed; a check blocks a call; "execute" did a part of its work',
  ],
  ['7', 'not supported'],
  ['8', 'not allowed: a token is missing, wrong, expired, or may not do this'],
];

type HelpPage = Pick<PageStyle, 'paint' | 'columns'>;

/** Two columns, of which the right one is wrapped at the width of the terminal. */
function twoColumns(rows: ReadonlyArray<readonly [string, string]>, { columns }: HelpPage): string[] {
  const width = Math.max(...rows.map(([left]) => displayWidth(left)));
  return rows.flatMap(([left, right]) => {
    const [first = '', ...others] = wrapped(right, columns - width - 4);
    const indent = ' '.repeat(width + 4);
    return [
      `  ${left}${' '.repeat(width - displayWidth(left))}  ${first}`.trimEnd(),
      ...others.map((line) => indent + line),
    ];
  });
}

/** A narrower column is not wrapped here but by the terminal. */
const minWrapColumns = 20;

function wrapped(text: string, columns: number): string[] {
  if (columns < minWrapColumns || displayWidth(text) <= columns) return [text];
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (displayWidth(longer) <= columns || line === '') lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

export function overview(page: HelpPage, version: string): string {
  const { paint } = page;
  const rows = [...commandTable, ...shellCommands].map(
    ({ words, summary }) => [words.join(' '), summary] as const,
  );
  return [
    `${paint.bold('engram')} ${version}: the memory and learning engine for AI agents`,
    '',
    paint.bold('Usage'),
    '  engram COMMAND [FLAGS]      engram COMMAND --help',
    '',
    paint.bold('Commands'),
    ...twoColumns(rows, page),
    '',
    ...globalHelp(page),
    '',
    paint.bold('Exit codes'),
    ...twoColumns(exitCodes, page),
  ].join('\n');
}

function globalHelp(page: HelpPage): string[] {
  return [
    page.paint.bold('Flags of every command'),
    ...twoColumns(
      globalFlags.map(({ name, takesValue, description }) => [
        `--${name}${takesValue ? ' VALUE' : ''}`,
        description,
      ]),
      page,
    ),
  ];
}

export function groupHelp(group: string, page: HelpPage): string {
  const { paint } = page;
  const members = [...commandTable, ...shellCommands].filter(
    ({ words }) => words[0] === group && words.length > 1,
  );
  return [
    paint.bold('Usage'),
    `  engram ${group} COMMAND [FLAGS]`,
    '',
    paint.bold('Commands'),
    ...twoColumns(
      members.map(({ words, summary }) => [words.join(' '), summary]),
      page,
    ),
  ].join('\n');
}

/** A word that is a command and a group of others, such as `run`. */
export function commandAndGroupHelp(command: CommandEntry, page: HelpPage): string {
  return `${commandHelp(command, page)}\n\n${groupHelp(command.words.join(' '), page)}`;
}

/** The help of any command: its summary, usage, flags and examples. */
export function commandHelp(
  command: Pick<ShellCommand, 'words' | 'summary' | 'flags' | 'examples' | 'positional'>,
  page: HelpPage,
): string {
  const { paint } = page;
  const flags = command.flags.filter((flag) => flag.hidden !== true);
  const places = (command.positional ?? []).map((field) => {
    const required = flags.some((flag) => flag.field === field && flag.required);
    return required ? field.toUpperCase() : `[${field.toUpperCase()}]`;
  });
  const rows = flags.map((flag) => [flagUsage(flag), flagDescription(flag)] as const);
  return [
    command.summary,
    '',
    paint.bold('Usage'),
    `  engram ${[...command.words, ...places].join(' ')} [FLAGS]`,
    ...(rows.length === 0 ? [] : ['', paint.bold('Flags'), ...twoColumns(rows, page)]),
    ...(flags.some(({ takesInput }) => takesInput === true)
      ? ['', '  A text given as "-" is read from standard input.']
      : []),
    '',
    ...globalHelp(page),
    ...(command.examples.length === 0
      ? []
      : ['', paint.bold('Examples'), ...command.examples.map((example) => `  ${example}`)]),
  ].join('\n');
}

const placeholders = {
  text: 'TEXT',
  number: 'N',
  switch: '',
  'switch or names': '[=A,B]',
  names: 'A,B',
  texts: 'TEXT …',
  pairs: 'NAME=VALUE',
  'text pairs': 'NAME=VALUE',
  json: 'JSON',
} as const;

function flagUsage(flag: Flag): string {
  const placeholder = flag.isTime ? 'TIME' : placeholders[flag.type];
  const value = flag.choices.length > 0 && flag.choices.length <= 4 ? flag.choices.join('|') : placeholder;
  return `--${flag.name} ${value}`.replace(' [=', '[=').trimEnd();
}

function flagDescription(flag: Flag): string {
  const notes = [
    ...(flag.required ? ['required'] : []),
    ...(flag.choices.length > 4 ? [flag.choices.join(', ')] : []),
    ...(flag.clearable === true ? ['"" for null'] : []),
    ...(isShown(flag.fallback) ? [`default ${flag.fallback}`] : []),
  ];
  return notes.length === 0 ? flag.description : `${flag.description} (${notes.join('; ')})`;
}

function isShown(fallback: unknown): boolean {
  return (typeof fallback === 'string' && fallback !== '') || typeof fallback === 'number';
}
