/** What stands before every line because somebody else passed the lines on: containers, package managers, log collectors. */
const margins: readonly RegExp[] = [
  /^[\w.-]{1,60}\s*\|\s?/,
  /^(?:npm|pnpm|yarn) (?:ERR!|error)(?: |$)/,
  /^\[?\d{4}-\d\d-\d\d[T ][\d:.,]{5,20}(?:Z|[+-]\d\d:?\d\d)?\]?\s/,
];
/** What a service for builds makes of an error: `##[error]`, `::error file=a.ts,line=3::`. */
const annotation = /^(?:##\[error\]|::error(?: [^:\n]{0,200})?::)/;
/** A heading, or the fence around a code block, in Markdown. */
const decoration =
  /^\s*(?:#{1,6} [^\s./]+(?: [^\s./]+){0,5}|`{3,}\w*|[-=_*⎯─]{3,}.{0,60}[-=_*⎯─]{3,}|[-=_*⎯─]{3,})$/;
/** Members of a system error, as package managers list them. */
const member = /^(?:code|errno|syscall|path|dest|command) \S+$|^A complete log of this run/;
/** How headings and commands begin: most lines begin with a letter. */
const signs = /^\s*[#`=_*⎯─[$-]/;
/** The command that was run, as shells and runners of tasks repeat it. */
const echoed = /^(?:\[[\w:.-]{1,40}\] )?\$ \S/;
const caret = /^\s*[\^~]+\s*$/;
/** What begins a comparison of two texts, and what its lines look like. */
const comparison =
  /^\s*(?:@@ |diff -{2}git |[-+] (?:Expected|Received)\b|\+ expected - actual|\+ actual - expected)/;
const compared = /^\s*(?:[-+](?:\s|$)|@@ |diff -{2}git |\+ \w+ - \w+)/;

/** The lines of an output without what others put around them: margins, headings, excerpts of sources, comparisons. */
export function withoutMargins(lines: readonly string[]): readonly string[] {
  const kept = unpassed(lines);
  if (kept.length === 1) return kept.map((line) => line.replace(annotation, ''));
  const differs = kept.some((line) => /^\s*[-+@d]/.test(line) && comparison.test(line));
  const left = kept.filter((line, at) => !isAround(line, kept[at + 1]) && !(differs && compared.test(line)));
  return orAll(left, kept).map((line) => line.replace(annotation, ''));
}

/** Lines without what whoever passed them on put before each of them. */
export function unpassed(lines: readonly string[]): readonly string[] {
  let kept = lines;
  for (const margin of margins) {
    if (kept.length > 1 && kept.every((line) => margin.test(line)))
      kept = orAll(
        kept
          .map((line) => line.replace(margin, ''))
          .filter((line) => line.trim() !== '' && !member.test(line)),
        kept,
      );
  }
  return kept;
}

/** A heading, the command that was run, or a piece of a program, which stands above a caret. */
function isAround(line: string, next: string | undefined): boolean {
  if (isCaret(line) || (next !== undefined && isCaret(next))) return true;
  return signs.test(line) && (decoration.test(line) || echoed.test(line));
}

function isCaret(line: string): boolean {
  return (line.endsWith('^') || line.endsWith('~')) && caret.test(line);
}

function orAll(some: readonly string[], all: readonly string[]): readonly string[] {
  return some.length > 0 ? some : all;
}
