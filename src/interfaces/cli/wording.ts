import type { GivenValues, Wording } from '../../errors.ts';
import { commandTable } from './command-table.ts';
import type { CommandLine, Flag } from './flags.ts';
import { globalFlags } from './global-flags.ts';

/**
 * The words of the command line: commands, flags and places. `called` is what was typed, as far as it was understood.
 *
 * @example
 * error.messageIn(commandLineWording()); // 'No memory "mem_1" here. List what there is with "engram memory list".'
 */
export function commandLineWording(
  called: CommandLine & { readonly flags: readonly Flag[] } = { flags: [] },
): Wording {
  return {
    operation: (name, given) => `"${commandFor(name, given)}"`,
    field: (path) => placeOrFlag(path, called) ?? `"${path}"`,
    setting: (name, value) => {
      if (!globalFlags.some((flag) => flag.name === name)) return `the setting "${name}"`;
      return value === undefined ? `--${name}` : `--${name} ${quoted(value)}`;
    },
    agent: () => '--agent',
    tools: () => '--module FILE, --tools FILE, or the setting "tools.mcpServers"',
  };
}

function commandFor(name: string, given: GivenValues): string {
  const command = commandTable.find(({ operation }) => operation === name);
  if (command === undefined) return `engram ${name.replace('.', ' ')}`;
  const { positional } = command;
  const flags = command.flags.filter(({ hidden }) => hidden !== true);
  const places = positional.flatMap((field) => {
    const value = given[field];
    if (typeof value === 'string') return [quoted(value)];
    return flags.some((flag) => flag.field === field && flag.required) ? [field.toUpperCase()] : [];
  });
  const others = flags.flatMap(({ field, name: flag }) => {
    const value = positional.includes(field) ? undefined : given[field];
    if (value === true) return [`--${flag}`];
    return value === undefined ? [] : [`--${flag} ${quoted(value)}`];
  });
  return ['engram', ...command.words, ...places, ...others].join(' ');
}

/** Members of `inputs` are named behind their flag; the items of a list share one. */
function placeOrFlag(
  path: string,
  { positional = [], flags }: CommandLine & { readonly flags: readonly Flag[] },
): string | undefined {
  if (positional.includes(path)) return path.toUpperCase();
  const visibleFlags = flags.filter(({ hidden }) => hidden !== true);
  const flag = visibleFlags.find(({ field }) => field === path);
  if (flag !== undefined) return `--${flag.name}`;
  const [outer = '', member = ''] = path.split(/\.(.*)/s, 2);
  const group = visibleFlags.find(({ field }) => field === outer);
  if (group?.type === 'pairs' || group?.type === 'text pairs') return `--${group.name} ${member}=…`;
  return group !== undefined && /^\d+$/.test(member) ? `--${group.name}` : undefined;
}

/** As a shell reads it; the command itself stands in double quotes. */
function quoted(value: string): string {
  return /^[\w.:/@%+,=-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
