import { invalidInput } from '../../errors.ts';
import { commandTable } from './command-table.ts';
import type { Flag } from './flags.ts';
import { globalFlags } from './global-flags.ts';

/** Every command there is, with what completion needs to know of it. */
interface Completable {
  readonly words: readonly string[];
  readonly flags: readonly Flag[];
}

/** What may follow the words typed so far. */
interface Completions {
  readonly path: string;
  readonly words: readonly string[];
}

function flagWords({ flags }: Completable): string[] {
  const own = flags.filter((flag) => flag.hidden !== true).map(({ name }) => name);
  return [...own, ...globalFlags.map(({ name }) => name)].map((name) => `--${name}`);
}

function completions(all: readonly Completable[]): Completions[] {
  const groups = new Map<string, string[]>();
  for (const { words } of all) {
    const [group = '', ...rest] = words;
    groups.set(group, [...(groups.get(group) ?? []), ...rest]);
  }
  const offered = [
    { path: '', words: [...groups.keys()] },
    ...[...groups]
      .filter(([, verbs]) => verbs.length > 0)
      .map(([group, verbs]) => ({ path: group, words: verbs })),
    ...all.map((command) => ({
      path: command.words.join(' '),
      words: command.words[0] === 'completion' ? ['bash', 'zsh', 'fish'] : flagWords(command),
    })),
  ];
  // A word such as "run" is a group and a command: verbs may follow, and flags.
  const paths = [...new Set(offered.map(({ path }) => path))];
  return paths.map((path) => ({
    path,
    words: offered.filter((one) => one.path === path).flatMap(({ words }) => words),
  }));
}

/** The completion script of a shell, made from the same table as the commands. */
export function completionScript(shell: string, shellCommands: readonly Completable[]): string {
  const all = [...commandTable, ...shellCommands];
  switch (shell) {
    case 'bash':
      return bash(all);
    case 'zsh':
      return `autoload -U +X bashcompinit && bashcompinit\n${bash(all)}`;
    case 'fish':
      return fish(all);
    default:
      throw invalidInput('Name the shell: engram completion bash, zsh or fish.');
  }
}

function bash(all: readonly Completable[]): string {
  const cases = completions(all).map(({ path, words }) => `    "${path}") words="${words.join(' ')}" ;;`);
  return [
    '# engram completion. Add to your profile: eval "$(engram completion bash)"',
    '_engram() {',
    '  local path="" words="" word',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "$word" in -*) break ;; *) path="${path:+$path }$word" ;; esac',
    '  done',
    '  case "$path" in',
    ...cases,
    '    *) words="$(_engram_command_words "$path")" ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    '# Behind a positional argument the flags of the command are still offered.',
    '_engram_command_words() {',
    '  case "$1" in',
    ...all.map((command) => `    "${command.words.join(' ')} "*) echo "${flagWords(command).join(' ')}" ;;`),
    '  esac',
    '}',
    'complete -o default -F _engram engram',
    '',
  ].join('\n');
}

function fish(all: readonly Completable[]): string {
  const lines = completions(all).flatMap(({ path, words }) => {
    const [group, verb] = path.split(' ');
    const seen = (word: string): string => `__fish_seen_subcommand_from ${word}`;
    const condition =
      path === ''
        ? '__fish_use_subcommand'
        : verb === undefined
          ? `${seen(group ?? '')}`
          : `${seen(group ?? '')}; and ${seen(verb)}`;
    return words.map((word) =>
      word.startsWith('--')
        ? `complete -c engram -n '${condition}' -l ${word.slice(2)}`
        : `complete -c engram -f -n '${condition}' -a ${word}`,
    );
  });
  return `# engram completion. Save as ~/.config/fish/completions/engram.fish\n${lines.join('\n')}\n`;
}
