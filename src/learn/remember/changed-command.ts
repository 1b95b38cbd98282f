/** A command that failed and the one that worked have at least this share of their words in common. */
const minShared = 0.5;
/** Without a word that the error names, they must be nearly the same. */
const minSharedUnnamed = 0.7;
const maxGone = 4;
/** A usage error is short; the output of a test or a linter is about the code, and not about the command. */
const maxErrorLength = 700;
const maxErrorLines = 12;
const maxCommandLength = 250;
const minWord = 3;

/** What only sends or shortens the output of a command. */
const plumbing = /\s*(?:2>&1|\|\s*(?:head|tail)\b[^|;&]*)\s*/g;

/** A command without what is done with its output. */
export function bareCommand(command: string): string {
  return command.replace(plumbing, ' ').trim();
}

/**
 * Whether a command was used wrongly and then rightly: nearly the same words, and either the error names a word that is gone, or it is
 * short and little changed. The fix of a program that the command only tested is none. Both commands are bare.
 */
export function isUsageFix(failed: string, worked: string, error: string): boolean {
  if (failed === worked || Math.max(failed.length, worked.length) > maxCommandLength) return false;
  if (programOf(failed) !== programOf(worked)) return false;
  const output = withoutExitCode(error);
  if (output === '' || output.length > maxErrorLength || output.split('\n').length > maxErrorLines)
    return false;
  const [left, right] = [wordsOf(failed), wordsOf(worked)];
  const gone = [...left].filter((word) => !right.has(word));
  // The same file by its whole path: the folder was another one, and that is about the moment.
  if (gone.some((word) => word.length >= minWord && [...right].some((other) => other.endsWith(`/${word}`))))
    return false;
  const shared = (left.size - gone.length) / Math.max(left.size, right.size);
  const isNamed = gone.some((word) => word.length >= minWord && names(output, word));
  // Another word or file in the same place is another goal, unless the error says that it is the fault.
  if (!isNamed && gone.some((word) => !word.startsWith('-'))) return false;
  return gone.length <= maxGone && shared >= (isNamed ? minShared : minSharedUnnamed);
}

/** Whether the first line of an error names this word, and not a longer one. */
function names(output: string, word: string): boolean {
  const [line = ''] = output.split('\n');
  const bare = word.replace(/^[-./]+/, '');
  const place = line.indexOf(bare);
  return bare !== '' && place !== -1 && !/[\p{L}\p{N}_]/u.test(line[place + bare.length] ?? '');
}

export function withoutExitCode(output: string): string {
  return output.replace(/^Exit code:? -?\d+\s*/i, '').trim();
}

function wordsOf(command: string): Set<string> {
  return new Set(command.match(/[^\s"'`|;&(){}]+/g) ?? []);
}

/** The program and its sub-command, past "cd …", variables, flags and paths. */
function programOf(command: string): string {
  const bare = command.replace(/^\s*(?:cd\s+\S+\s*&&\s*)?(?:\w+=\S*\s+)*/, '');
  const [program = '', ...others] = bare.split(/\s+/u);
  const sub = others.find((word) => !/^[-./~"'$]/.test(word)) ?? '';
  return /^[a-z][a-z-]*$/.test(sub) ? `${program} ${sub}` : program;
}

/** Commands that only look: what worked after them did not work because of them. */
const looking =
  /^\s*(?:cd\s+\S+\s*&&\s*)?(?:ls|cat|head|tail|grep|rg|find|echo|pwd|which|wc|tree|stat|file|sed -n|sleep|git (?:status|diff|log|show|branch|stash list))\b/;

/** Whether a command may have made another one work. */
export function mayRepair(command: string): boolean {
  return !looking.test(command) && command.length <= maxCommandLength;
}
