import { beginningOf } from './plain.ts';

/** How a runner of tests names what failed, and says why after it. */
interface Runner {
  /** The line that names the test. */
  readonly heading: RegExp;
  /** The line that says why; its first group is the message. */
  readonly reason: RegExp;
}

const runners: readonly Runner[] = [
  // pytest: E   AssertionError: assert 3 == 4
  { heading: /^E\s{2,}\S/, reason: /^E\s+(\S.*)$/ },
  // jest: ● orders › loads, and what was thrown below it
  { heading: /^\s*● \S/, reason: /^\s+([^\s●].*)$/ },
  // vitest: FAIL  src/a.test.ts > orders > loads
  { heading: /^\s*FAIL\s+\S+ > \S/, reason: /^\s*((?!FAIL\s|Caused by)\S.*)$/ },
  // Playwright: 1) [chromium] › a.spec.ts:3:1 › loads
  { heading: /^\s*\d+\) (?:\[[\w -]{1,40}\] › )?\S+:\d+:\d+ › /, reason: /^\s+((?!\d+\) )\S.*)$/ },
  // TAP, Node: not ok 1 - loads, and a block of members
  { heading: /^\s*not ok \d+\b/, reason: /^\s+(?:error|message): (?!\|-?$)["']?(.*?)["']?$/ },
  // Rust: ---- tests::loads stdout ----
  { heading: /^---- \S+ stdout ----$/, reason: /^thread '.{1,100}' (panicked at .*)$/ },
];
/** Go: --- FAIL: TestLoad, and what the test says about it. */
const goRunner: Runner = { heading: /^\s*--- FAIL: /, reason: /^\s+\w+_test\.go:\d+: (\S.*)$/ };
/** Reports that were not read when patterns were first stored (decision 0038). */
const laterRunners: readonly Runner[] = [
  // TAP: the message in lines of its own, below error: |-
  { heading: /^\s*(?:error|message): [|>][-+]?$/, reason: /^\s+(?!error: |message: )(\S.*)$/ },
  // vitest, of a whole file: FAIL  src/a.test.ts [ src/a.test.ts ]
  { heading: /^\s*FAIL\s+\S+ \[ \S+ \]$/, reason: /^\s*((?!FAIL\s|Caused by)\S.*)$/ },
  // Rust: the place in the line above the message
  { heading: /^thread '[^']{1,100}' panicked at \S+:\d+:\d+:$/, reason: /^((?!thread ')\S.*)$/ },
];
/** pytest, where it tells nothing but its summary: FAILED a.py::test_loads - assert 3 == 4 */
const summary: Runner = { heading: /^(?:FAILED|ERROR) \S+ - \S/, reason: /^(?:FAILED|ERROR) \S+ - (.+)$/ };
/** A list of failed tests, and a test in it: `1) sum adds`. Titles of tests inside of tests end with a colon. */
const listOfFailed = /\b(?:fail(?:ed|ing|ures?)|errors?)\b:?$/i;
const compared = /^expected: /i;
const asserted: Runner = { heading: /^\s*\d+\) \S/, reason: /^\s*Failure\/Error: (\S.*)$/ };
const numbered: Runner = { heading: /^\s*\d+\) \S/, reason: /^\s*((?!\d+\) |Failure\/Error: )\S.*[^:\s])$/ };
/** How any heading begins. */
const anyHeading = /^(?:E\s|\s*(?:● |FAIL\s|not ok |\d+\) |---))/;
/** Reasons are found at once, or after titles of tests inside of tests. */
const maxDistance = 12;

/**
 * Why the first test of a report failed. Nothing when these lines are none.
 *
 * @example readTestReport([' FAIL  a.test.ts > loads', 'Error: refused']); // 'Error: refused'
 */
export function readTestReport(lines: readonly string[], ofProgram: boolean): string | undefined {
  if (!lines.some((line) => anyHeading.test(line))) return undefined;
  // What a test of a Go program says about itself is any text, and a program that was run says it for many tests.
  return readReport(lines, ofProgram ? runners : [...runners, goRunner]);
}

/**
 * The same of further reports, and of lists of failed tests.
 *
 * @example readLaterReport(['Failures:', '  1) sum adds', '     expected 4, got 3']); // 'expected 4, got 3'
 */
export function readLaterReport(lines: readonly string[]): string | undefined {
  const reported = readReport(lines, laterRunners);
  if (reported !== undefined) return reported;
  const list = lines.findIndex((line) => listOfFailed.test(beginningOf(line).trimEnd()));
  if (list === -1) return undefined;
  const said = readReport(lines.slice(list), [numbered]);
  // A comparison of two values does not say of what.
  return said !== undefined && compared.test(said)
    ? readReport(lines.slice(list), [asserted, numbered])
    : said;
}

/** Why the first test of a summary failed. */
export function readSummary(lines: readonly string[]): string | undefined {
  return readReport(lines, [summary]);
}

function readReport(lines: readonly string[], among: readonly Runner[]): string | undefined {
  for (const { heading, reason } of among) {
    const at = lines.findIndex((line) => heading.test(line));
    if (at === -1) continue;
    const from = reason.test(lines[at] ?? '') ? at : at + 1;
    for (const [distance, line] of lines.slice(from, from + maxDistance).entries()) {
      const said = reason.exec(line)?.[1]?.trim();
      if (said === undefined || said === '') continue;
      const goesOn = among === laterRunners && said.endsWith(':');
      return goesOn ? `${said} ${(lines[from + distance + 1] ?? '').trim()}`.trimEnd() : said;
    }
  }
  return undefined;
}
