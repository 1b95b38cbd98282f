import { EngramError } from '../../errors.ts';
import { type Command, commands } from './commands.ts';
import { flagsOf } from './flags.ts';
import { moduleFlag, shellCommands } from './help.ts';
import { globalFlags } from './read-arguments.ts';

/** What may follow the words typed so far. */
interface Completions {
  readonly path: string;
  readonly words: readonly string[];
}

function flagWords(command: Command): string[] {
  const own = flagsOf(command.operation, command)
    .filter((flag) => flag.hidden !== true)
    .map(({ name }) => name);
  const module = command.takesModule === true ? [moduleFlag.name] : [];
  return [...own, ...module, ...globalFlags.map(({ name }) => name)].map((name) => `--${name}`);
}

function completions(): Completions[] {
  const groups = new Map<string, string[]>();
  for (const { words } of commands) {
    const [group = '', ...rest] = words;
    groups.set(group, [...(groups.get(group) ?? []), ...rest]);
  }
  const first = [...groups.keys(), ...shellCommands.flatMap(({ words }) => words)];
  return [
    { path: '', words: first },
    ...[...groups]
      .filter(([, verbs]) => verbs.length > 0)
      .map(([group, verbs]) => ({ path: group, words: verbs })),
    ...commands.map((command) => ({ path: command.words.join(' '), words: flagWords(command) })),
    { path: 'completion', words: ['bash', 'zsh', 'fish'] },
  ];
}

/** The completion script of a shell, made from the same table as the commands. */
export function completionScript(shell: string | undefined): string {
  switch (shell) {
    case 'bash':
      return bash();
    case 'zsh':
      return `autoload -U +X bashcompinit && bashcompinit\n${bash()}`;
    case 'fish':
      return fish();
    default:
      throw new EngramError('invalid_input', 'Name the shell: engram completion bash, zsh or fish.');
  }
}

function bash(): string {
  const cases = completions().map(({ path, words }) => `    "${path}") words="${words.join(' ')}" ;;`);
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
    ...commands.map(
      (command) => `    "${command.words.join(' ')} "*) echo "${flagWords(command).join(' ')}" ;;`,
    ),
    '  esac',
    '}',
    'complete -o default -F _engram engram',
    '',
  ].join('\n');
}

function fish(): string {
  const lines = completions().flatMap(({ path, words }) => {
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
