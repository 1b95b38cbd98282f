/** A place in a file with line and column, and what is wrong there: compilers, checkers, linters. */
const finding =
  /^(?:\s*(?:\S+:\s)?[\w./\\@~+-]{1,300}(?::\d+:\d+:?|\(\d+,\d+\):)|[\w./\\@~+-]{1,300}\.\w{1,6}:\d+(?:-\d+)?:?)\s+(?=["'`(*\w])(.{3,})$/;
/** The rule that was broken, as linters name it at the end. */
const rule = /\s[([]([a-z][\w/-]{2,40})[)\]]$/;
/** Names in programs: calls, members, joined words, pointers. */
const identifier =
  /(?<![\w<./])[*&[\]]{0,4}(?:\w+(?:\.\w+)+|_\w+|[a-zA-Z]\w*_\w+|[a-z]+\d*[A-Z]\w*|[A-Z][a-z\d]+[A-Z]\w*)(?:\([^()]{0,200}\)|\{[^{}]{0,200}\})?(?![\w>/])/g;
const details = /\s\([^()]{0,300}(?:\([^()]{0,100}\)[^()]{0,300}){0,3}\)/g;

/** Words of a finding that are taken: compilers begin with what is wrong, and end with where. */
const maxWords = 6;

/** Whether a line is the finding of a compiler, a checker or a linter. */
export function isFinding(line: string): boolean {
  return finding.test(line);
}

/**
 * A finding without the names of the program it is about: what is wrong is the same in other programs.
 *
 * @example readFinding('a.go:3:5: env.load undefined (type Env has no method load)') // '<name> undefined'
 */
export function readFinding(line: string): string | undefined {
  const message = finding.exec(line)?.[1];
  if (message === undefined) return undefined;
  const named = rule.exec(message)?.[1];
  // That a program does not compile is no rule.
  const broken = named === 'typecheck' ? undefined : named;
  const problem = message.replace(rule, '');
  // Where there is a rule, or a kind of two words and more, what follows a colon are names and numbers.
  const kind = (broken === undefined ? /^\S+ .*?(?=:\s)/ : /^.*?(?=:\s|\s\(|$)/).exec(problem)?.[0];
  const short = kind ?? problem;
  const masked = short
    .replace(details, '')
    .replace(identifier, '<name>')
    .replace(/(?<=\S: |\b(?:as|to|type|func) )[\w*[\]]+(?=$|\s)/g, '<name>');
  const beginning = masked.split(/\s+/, maxWords).join(' ');
  return broken === undefined ? beginning : `${beginning} (${broken})`;
}
