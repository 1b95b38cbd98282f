import { isFinding } from './finding.ts';
import { unpassed } from './margins.ts';
import { beginningOf } from './plain.ts';

/** What package managers say before they fail, while they go on. */
const passing = /^(?:npm|pnpm|yarn) (?:warn|notice)\b/i;
/** The margin of a traceback inside of another one. */
const nested = /^\s*(?:\|(?:\s|$)|\+(?:\s|[-+]))/;
/** A place by itself, above the piece of a program it leads to. */
const placeAlone = /^(?:\s*File "[^"]{1,400}", line \d+|[\w./\\@~+:-]{1,300}:\d+)$/;
/** A caret, maybe with what is wrong behind it: `^-- SC2034 (warning): x appears unused`. */
const caretLine = /^\s*[\^~][\^~-]*(?:\s+(\S+ \S.*))?$/;
/** Lines of a program between its place and the caret. */
const maxExcerpt = 4;
/** A line of a program with its number, and what is drawn around it. */
const gutter = /^\s*(?:>?\s*\d{1,6}(?:\s+\d{1,6})?\s*[│|](?:\s|$)|[│┆╵╷╭╰├])/;
/** Threads are named, and by newer runtimes also numbered. */
const threadNumber = /(?<=^thread '[^']{0,100}') \(\d+\)(?= panicked)/;
/** What is wrong, a dash after its place: `a.ts:3:5 - error TS2322: …`. */
const dashed = /(?<=^[\w./\\@~+-]{1,300}:\d+:\d+) - (?=\w)/;
/** A rule in a line of its own, what is wrong below it: `a.ts:3:5 lint/style/useConst ━━━━`. */
const ruleAlone = /^[\w./\\@~+-]{1,300}:(\d+:\d+) ([a-z]\w*(?:\/\w+){1,4})(?:\s+[A-Z]{3,12})?\s+[━─═-]{3,}$/;
/** A finding in a list that has no rule, and one with a sign instead of a word. */
const listedPlain = /^\s+\d+:\d+\s+error\s+(?=\S)(?!.*\s{2}@?[a-z][\w@/-]{1,80}$)/;
const listedSign = /(?<=^\s+\d+:\d+\s+)[×✖✘✗⨯](?=\s)/;
/** A place in an object file, as linkers name it. */
const objectPlace = /^\S{1,300}:\(\.[\w.]{1,60}\+0x[\da-f]+\): /;
/** An error that says what it is: `TypeError: …`, `[PARSE_ERROR] …`. */
const named = /^(?:[\w$.]{0,100}(?:Error|Exception)(?: \[\w+\])?: |\[[A-Z_]{3,60}\] )\S/;
/** A finding that does not stop anything. */
const warned = /^\S+\s+(?:warning|note|info|hint|help)\b|^\s+\d+:\d+\s+(?:warning|⚠)\s/i;

/** A member of an error, as it is printed in braces behind the frames. */
const memberLine = /^\s+\w+: (?:['"[\d]|true|false|null).*,?$/;
/** A piece of a program in quotation marks, as interpreters print what they were at. */
const quoted = /^"[^\n]*"$/;
/** The first of a list of failed tests. */
const listed = /^\s*1\) \S/;
/** A rejection with a reason that is no error. */
const rejected = /^\[?UnhandledPromiseRejection: .{1,400} with the reason "(.{1,2000})"\.\]?(?= \{$|$)/;

/** Lines that count what others say, tell how far a program came, or name a file and nothing else. */
const sumsUp: readonly RegExp[] = [
  /(?:\.\.\.|…)$/,
  /\b\d+ (?:previous )?(?:errors?|problems?|failures?|warnings?)\b[^:]{0,60}[:.]?$/i,
  /\b(?:failed|compiled|built|finished)\b.{0,40} in \d+(?:\.\d+)?\s?m?s\b\.?$/i,
  /\b\d+ \w+ in \d+(?:\.\d+)?\s?[mµ]?s\b/,
  /^\s*(?:[✓✔√]\s|(?:warning|hint|note|info|debug):\s)/i,
  /\*{3}.*\bError -?\d+$|\breturned -?\d+ exit status$/,
  /^\W{0,3}\w{0,7}\W{0,3}(?:\b(?:in|at) )?[\w./\\@~+-]{1,300}\.\w{1,5}(?:[: ]\d+:\d+(?:-\d+)?)?:?$/,
];

/**
 * The lines of an output that may say what failed: without what went on before, pieces of programs, counts and progress.
 *
 * @example sayingLines(['transforming...', 'Build failed with 1 error:', 'cannot open it']); // ['cannot open it']
 */
export function sayingLines(all: readonly string[]): readonly string[] {
  if (all.length < 2) return all.map(inOneForm);
  const passedOn = unpassed(all);
  const told = orAll(
    passedOn.filter((line) => !passing.test(line)),
    passedOn,
  );
  const lines = withoutExcerpts(unnested(unpassed(told)).filter((line) => /[\p{L}\p{N}^~]/u.test(line)));
  const isFound = (line: string): boolean => isFinding(beginningOf(inOneForm(line)));
  const stops = lines.some((line) => isFound(line) && !warned.test(line));
  const telling = lines.filter(
    (line, at) => listed.test(lines[at + 1] ?? '') || !sumsUp.some((form) => form.test(beginningOf(line))),
  );
  const kept = orAll(telling, lines);
  return kept
    .filter(
      (line, at) =>
        !(stops && isFound(line) && warned.test(line)) &&
        !(line.endsWith(':') && (isFound(kept[at + 1] ?? '') || isSaidBelow(line, kept[at + 1] ?? ''))),
    )
    .map(inOneForm);
}

/** Whether a line is a heading above an error that has a name of its own, or above what a linker says. */
function isSaidBelow(heading: string, line: string): boolean {
  return objectPlace.test(line) || (named.test(line) && !named.test(heading));
}

/** Tracebacks of several errors at once have a margin that draws a tree. */
function unnested(lines: readonly string[]): readonly string[] {
  if (!lines.every((line) => nested.test(line))) return lines;
  return lines.map((line) => line.replace(/^[\s|+]*(?:-{3,}[-+ ]*)?/, '')).filter((line) => line !== '');
}

/** Of a piece of a program, only what is said under its caret or behind it. */
function withoutExcerpts(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let inBraces = false;
  for (const [at, line] of lines.entries()) {
    const rule = ruleAlone.exec(line);
    const below = lines[at + 1];
    if (rule !== null && below !== undefined) {
      const weight = /^\s*[!⚠]/.test(below) ? 'warning' : 'error';
      kept.push(`  ${rule[1]}  ${weight}  ${below.replace(/^[\s×✖!⚠]+/, '')}  ${rule[2]?.split('/').at(-1)}`);
      continue;
    }
    const caret = caretLine.exec(line);
    if (caret === null) {
      inBraces = inBraces ? line !== '}' : /^\s*at .* \{$/.test(line);
      if (!gutter.test(line) && !quoted.test(line) && !(inBraces && memberLine.test(line))) kept.push(line);
      continue;
    }
    const place = kept.slice(-maxExcerpt).findLastIndex((above) => placeAlone.test(above));
    const isLast = at === lines.length - 1;
    if (place !== -1 && !isLast) kept.splice(Math.max(kept.length - maxExcerpt, 0) + place);
    else if (caret[1] !== undefined) kept.splice(kept.length - (kept.at(-2)?.endsWith(':') ? 2 : 1));
    else kept.push(line);
    if (caret[1] !== undefined) kept.push(`error: ${caret[1]}`);
  }
  return orAll(kept, lines);
}

/** Forms of the same finding, as one of them. */
function inOneForm(line: string): string {
  return line
    .replace(threadNumber, '')
    .replace(dashed, ': ')
    .replace(listedSign, 'error')
    .replace(listedPlain, 'error: ')
    .replace(objectPlace, '')
    .replace(rejected, 'Error: $1');
}

function orAll(some: readonly string[], all: readonly string[]): readonly string[] {
  return some.length > 0 ? some : all;
}
