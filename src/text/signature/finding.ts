/** A place in a file with line and column, and what is wrong there: compilers, checkers, linters. */
const finding =
  /^(?:\s*(?:\S+:\s)?[\w./\\@~+-]{1,300}(?::\d+:\d+:?|\(\d+,\d+\):)|[\w./\\@~+-]{1,300}\.\w{1,6}:\d+(?:-\d+)?:?)\s+(?=["'`(*\w])(.{3,})$/;
/** The rule that was broken, as linters name it at the end. */
const rule = /\s[([]([a-z][\w/-]{2,40})[)\]]$/;
/** How compilers say that the rest of the line is the message. */
const marked = /^(?:fatal )?(?:error|warning)(?: [A-Z]{1,4}\d{3,5}|\[\w{1,20}\])?: /;
/** A finding in a list below the name of its file, the rule last: `  3:5  error  'x' is not defined  no-undef`. */
const listed = /^\s+\d+:\d+\s+(?:error|warning)\s+(\S.*?)\s{2,}(@?[a-z][\w@/-]{1,80})$/;
/** Names in programs: calls, members, joined words, pointers. */
const identifier =
  /(?<![\w<./])[*&[\]]{0,4}(?:\w+(?:\.\w+)+|_\w+|[a-zA-Z]\w*_\w+|[a-z]+\d*[A-Z]\w*|[A-Z][a-z\d]+[A-Z]\w*)(?:\([^()]{0,200}\)|\{[^{}]{0,200}\})?(?![\w>/])/g;
const details = /\s\([^()]{0,300}(?:\([^()]{0,100}\)[^()]{0,300}){0,3}\)/g;

/** A name with an explanation behind it, before the finding goes on. */
const explained = /(?<=\s)\S{1,200}\s\([^()]{0,300}\)(?=\s\w)/g;

/** Words of a finding that are taken: compilers begin with what is wrong, and end with where. */
const maxWords = 6;

/** Whether a line is the finding of a compiler, a checker or a linter. */
export function isFinding(line: string): boolean {
  return finding.test(line) || listed.test(line);
}

/**
 * What a checker found, as it would be found in other programs. The rule that was broken says it where there is one, and
 * so does a compiler that says `error:` before it; else the names of the program are left out.
 *
 * @example
 * readFinding('a.go:3:5: env.load undefined (type Env has no method load)'); // '<name> undefined'
 * readFinding('a.go:3:5: G304: Potential file inclusion (gosec)'); // 'rule gosec G304: Potential file inclusion'
 */
export function readFinding(line: string): string | undefined {
  const [, said, named] = listed.exec(line) ?? [];
  if (said !== undefined) return `rule ${named}: ${said}`;
  const message = finding.exec(line)?.[1];
  if (message === undefined) return undefined;
  const broken = ruleOf(message);
  if (broken === undefined) return marked.test(message) ? message : withoutNames(message);
  const [, code, problem] = /^(?:([^\s:]{1,40}): )?(.*)$/s.exec(message.replace(rule, '')) ?? [];
  return `rule ${broken}${code === undefined ? '' : ` ${code}`}: ${problem}`;
}

/** A finding as it was read before rules were known to say it. */
export function readFindingEarlier(line: string): string | undefined {
  const message = finding.exec(line)?.[1];
  if (message === undefined) return undefined;
  const broken = ruleOf(message);
  const problem = message.replace(rule, '');
  return broken === undefined
    ? withoutNames(problem)
    : `${withoutNames(problem, /^.*?(?=:\s|\s\(|$)/)} (${broken})`;
}

/** That a program does not compile is no rule. */
function ruleOf(message: string): string | undefined {
  const named = rule.exec(message)?.[1];
  return named === 'typecheck' ? undefined : named;
}

/** The beginning of a finding. Of a kind of two words and more, what follows a colon are names and numbers. */
export function withoutNames(message: string, kind = /^\S+ .*?(?=:\s)/): string {
  const problem = message.replace(rule, '').replace(/`[^`]{1,2000}`/g, '<value>');
  return (kind.exec(problem)?.[0] ?? problem)
    .replace(explained, '<name>')
    .replace(details, '')
    .replace(identifier, '<name>')
    .replace(/(?<=\S: |\b(?:as|to|type|func) )[\w*[\]]+(?=$|\s)/g, '<name>')
    .split(/\s+/, maxWords)
    .join(' ');
}
