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
  for (const { heading, reason } of ofProgram ? runners : [...runners, goRunner]) {
    const at = lines.findIndex((line) => heading.test(line));
    if (at === -1) continue;
    const from = reason.test(lines[at] ?? '') ? at : at + 1;
    for (const line of lines.slice(from, from + maxDistance)) {
      const said = reason.exec(line)?.[1]?.trim();
      if (said !== undefined && said !== '') return said;
    }
  }
  return undefined;
}
