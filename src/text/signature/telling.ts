import { isFinding } from './finding.ts';
import { beginningOf } from './plain.ts';

/** Outputs of fewer lines are taken whole when no line says more than the others. */
const fewLines = 3;
/** Lines that a finding may quote. */
const maxQuoted = 20;

/** What lines of an output say, most telling first: what is wrong, that something is wrong, how it went. */
const kinds: ReadonlyArray<(line: string) => boolean> = [
  (line) => /^\s*(?:panic|fatal error): |\bCONFLICT \(/.test(line),
  isFinding,
  isFailedTest,
  isTestRun,
  (line) =>
    /(?:Error|Exception)(?: \[\w+\])?: \S/.test(line) && /^\s*\[?(?:Uncaught )?[\w$.]+[ :]/.test(line),
  (line) =>
    /^\s*(?:[\w.-]+:\s)?(?:error|fatal)\b|\b[A-Z]\w*(?:Error|Exception)\b|^npm ERR! (?!code|errno|path|A complete)/i.test(
      line,
    ),
  (line) =>
    /not found|no such|denied|forbidden|unauthori[sz]ed|cannot|can't|could not|couldn't|unable to|undefined|unknown|invalid|refused|timed? ?out|already exists|unexpected|missing|not allowed|conflict|syntax|parse error/i.test(
      line,
    ),
  (line) => /\b(?:error|errors|failed|failure|fail|exception|abort(?:ed)?|rejected|killed)\b/i.test(line),
];
/** Lines that only sum up, give advice, or say that something went well. */
const saysLittle =
  /^\W*(?:FAIL|PASS|ok|success|warning|note|hint|info|debug|usage)\b(?:[:\s]|$)|\b(?:0|no) (?:errors?|failures?|failed)\b|--- PASS|=== \w+|^# \S+(?: \[.*\])?$|\btask failed\s*$/i;
const failedTest =
  /^\s*(?:--- FAIL:|FAILED|[✗×✕✖]|not ok \d+|FAIL(?=\s+\S*(?:test|spec)\S*\.\w+)|\w+_test\.go:\d+:)\s+\S/;

function isFailedTest(line: string): boolean {
  return failedTest.test(beginningOf(line));
}

/** What is written while tests run; where nothing else is to be seen, one of them failed. */
function isTestRun(line: string): boolean {
  return /^=== RUN\s|^ok\s+\S+\/\S+\s|^\?\s+\S+\s+\[no test files\]|^collected \d+ items|^(?:Test Files|Tests:)\s/.test(
    beginningOf(line),
  );
}

const systemAnswers =
  'no such file or directory|permission denied|is a directory|not a directory|directory not found|file exists|command not found|connection refused|no space left on device';
/** What the system answers is the failure, whichever program passes it on. */
const systemAnswer = new RegExp(
  String.raw`^[^\s:]{1,40}(?: \S{1,300})?:.*\b(${systemAnswers})(?::(?: \S+)?)?$`,
  'i',
);
const onlyAnswer = new RegExp(`^(?:${systemAnswers})$`);

/** Whether a text is nothing but what the system answered. */
export function isSystemAnswer(text: string): boolean {
  return onlyAnswer.test(text);
}

/** A line of a program as every program would write it: which test failed and which file is missing is left out. */
export function readProgramLine(line: string): string | undefined {
  if (isFailedTest(line) || isTestRun(line)) return 'FAIL: <name>';
  return systemAnswer.exec(beginningOf(line))?.[1]?.toLowerCase();
}

/** The line of an output that says what failed; all of them where none does and they are few. */
export function tellingLines(lines: readonly string[]): readonly string[] {
  const worth = lines.filter(
    (line) => !saysLittle.test(beginningOf(line)) || isFailedTest(line) || isTestRun(line),
  );
  for (const kind of kinds) {
    const at = worth.findIndex((line) => kind(beginningOf(line)));
    if (at !== -1) return withWhatFollows(worth, at);
  }
  const left = worth.length > 0 ? worth : lines;
  return lines.length <= fewLines ? left : left.slice(0, 1);
}

/** A line that ends with a colon says what comes next, unless it is what the system answered. */
export function withWhatFollows(lines: readonly string[], at: number): readonly string[] {
  const line = lines[at] ?? '';
  if (line.endsWith(':') && !systemAnswer.test(beginningOf(line))) return lines.slice(at, at + 2);
  return isFinding(beginningOf(line)) ? [withWholeQuote(lines, at)] : [line];
}

/** A finding may quote several lines of a program, and name the rule behind them. */
function withWholeQuote(lines: readonly string[], at: number): string {
  const first = lines[at] ?? '';
  if (first.split('`').length % 2 === 1) return first;
  const end = lines.findIndex((line, index) => index > at && line.includes('`'));
  return end === -1 || end > at + maxQuoted ? first : lines.slice(at, end + 1).join(' ');
}

/** Whether a line is a sentence about a failure by itself: what follows it is what it is about. */
export function isMessage(line: string): boolean {
  return /[.:!]$/.test(line) || kinds.some((kind) => kind(beginningOf(line)));
}
