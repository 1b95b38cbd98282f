import { readErrorBehind, readErrorBody, readLoggedPairs, readOutputBody } from './error-body.ts';
import { readFinding, readFindingEarlier } from './finding.ts';
import { withoutMargins } from './margins.ts';
import { readableLines } from './plain.ts';
import { sayingLines } from './saying.ts';
import { isMessage, isSystemAnswer, readProgramLine, tellingLines, withWhatFollows } from './telling.ts';
import { readLaterReport, readSummary, readTestReport } from './test-report.ts';
import { readPlacedError, readTrace, type Trace } from './trace.ts';

/** How shells and agents put what a program ended with before what it wrote. */
const exitCode =
  /^\s*((?:command |process )?(?:exit(?:ed with)?|failed with(?: exit)?) (?:code|status)[: ]\s?-?\d+)\b[.:]?\s*/i;
/** The command that failed, before what it wrote. */
const failedCommand = /^\s*(?:Error: )?Command failed: [^\n]{0,2000}\n(?=\s*\S)/;
/** The tag around an output: `<error>…</error>`. The end may have been cut off. */
const tag = /^\s*<([a-z]\w{0,20}(?:error|result|output|stderr))>|<\/\w{1,40}>\s*$/gi;
/** Who ran the program: `[lint] `. */
const runner = /^(?:\[[a-z][\w:.-]{0,40}\]\s+)+/i;
/** A commit is named by its hash and what its author said about it. */
const commitSubject = /(?<=\b[0-9a-f]{7,40}\.\.\.) .+$/;

/** What one line of plain words does not have. */
export const needsReading =
  /[\n\r\p{Cc}]|^\s*[<{["#:]|^\s*\S+[:(]\d+[:,]\d+|\}\s*$|\w="|\bpanicked at '|\.rb:\d/u;

/**
 * Ways of reading a text, newest first: what patterns were stored by is found again (decision 0038). `first` knows nothing of logs,
 * reports of tests and margins; `second` not of excerpts, counts and what programs say on their way.
 */
export type ReadingVersion = 'now' | 'second' | 'first';

/** What a longer text says about a failure, in one or few lines. */
export function essenceOf(text: string, as: ReadingVersion): string {
  const inner = text.replace(tag, '').replace(failedCommand, '');
  const ended = exitCode.exec(inner);
  const output = ended === null ? inner : inner.slice(ended[0].length);
  const said =
    as === 'first'
      ? (readErrorBody(output) ?? readOutputFirst(readableLines(output), ended !== null))
      : (readStructured(output, as) ?? readOutput(linesOf(output, as), ended !== null, as));
  // Programs end differently when they pass on what the system answered.
  if (ended === null || (as !== 'first' && isSystemAnswer(said))) return said;
  // Dashes between outputs that are empty say nothing.
  return as === 'first' || /[\p{L}\p{N}]/u.test(said) ? `${ended[1]} ${said}` : `${ended[1]}`;
}

function linesOf(output: string, as: ReadingVersion): readonly string[] {
  const lines = readableLines(output);
  return withoutMargins(as === 'now' ? sayingLines(lines) : lines);
}

/** What JSON, or a log of keys and values, says is wrong; that may be an output itself. */
function readStructured(output: string, as: ReadingVersion): string | undefined {
  const said =
    readErrorBody(output) ??
    readLoggedPairs(output) ??
    readErrorBehind(output) ??
    (as === 'now' ? readOutputBody(output) : undefined);
  return said?.includes('\n') ? readOutput(linesOf(said, as), false, as) : said;
}

function readOutput(lines: readonly string[], ofProgram: boolean, as: ReadingVersion): string {
  const [only] = lines;
  const structured = lines.length === 1 && only !== undefined ? readStructured(only, as) : undefined;
  const version = as === 'now' ? as : 'earlier';
  return (
    structured ??
    shownTrace(readPlacedError(lines, version) ?? readTrace(lines, version)) ??
    (as === 'now' ? readLaterReport(lines) : undefined) ??
    readTestReport(lines, ofProgram) ??
    (as === 'now' ? readSummary(lines) : undefined) ??
    tellingPart(lines, ofProgram)
  );
}

function readOutputFirst(lines: readonly string[], ofProgram: boolean): string {
  return shownTrace(readTrace(lines)) ?? tellingPart(lines, ofProgram, readFindingEarlier);
}

function shownTrace(trace: Trace | undefined): string | undefined {
  return trace?.function === undefined ? trace?.message : `${trace.message} at ${trace.function}`;
}

/** The lines that say what failed, and of a finding what is wrong. */
function tellingPart(all: readonly string[], ofProgram: boolean, readLine = readFinding): string {
  const lines = all.map((line) => (ofProgram ? line.replace(runner, '') : line));
  // A program writes how it went along; who only reports an error begins with it.
  const messageLines =
    !ofProgram && isMessage(lines[0] ?? '') ? withWhatFollows(lines, 0) : tellingLines(lines);
  const passedOn = (line: string): string | undefined => (ofProgram ? readProgramLine(line) : undefined);
  return messageLines
    .map((line) => readLine(line) ?? passedOn(line) ?? line.replace(commitSubject, ''))
    .join(' ');
}
