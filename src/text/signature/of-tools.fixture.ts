import type { Printed } from './as-pasted.fixture.ts';

/** Outputs that say what failed between much else, as tools lay them out. */
export const inOutputs: readonly Printed[] = [
  [
    'python that cannot read a file',
    (message) => `  File "/a/b.py", line 3\n    def load(:\n             ^\nSyntaxError: ${message}`,
  ],
  [
    'python with several errors',
    (message) =>
      `  + Exception Group Traceback (most recent call last):\n  |   File "/a/b.py", line 3, in run\n  |     load()\n  | ExceptionGroup: ${message}\n  +-+---------------- 1 ----------------\n    | ValueError: busy\n    +------------------------------------`,
  ],
  [
    'a browser driver',
    (message) =>
      `node:internal/process/promises:391\n    triggerUncaughtException(err, true);\n    ^\n\npage.click: ${message}\nCall log:\n  - waiting for locator('#pay')\n\n    at /a/b.js:3:5 {\n  log: [ "  - waiting for locator('#pay')" ],\n  name: 'TimeoutError'\n}\n\nNode.js v20.20.2`,
  ],
  [
    'a rejection that is no error',
    (message) =>
      `node:internal/process/promises:389\n      new UnhandledPromiseRejection(reason);\n      ^\n\nUnhandledPromiseRejection: It was not handled. The promise rejected with the reason "${message}".\n    at throwRejection (node:internal/process/promises:389:7) {\n  code: 'ERR_UNHANDLED_REJECTION'\n}\n\nNode.js v20.20.2`,
  ],
  [
    'lua',
    (message) =>
      `lua: a.lua:3: ${message}\nstack traceback:\n\t[C]: in function 'error'\n\ta.lua:3: in main chunk\n\t[C]: in ?`,
  ],
  [
    'tcl',
    (message) =>
      `${message}\n    while executing\n"error "it is not so""\n    (procedure "load" line 1)\n    invoked from within\n"load 17"\n    (file "a.tcl" line 2)`,
  ],
  [
    'C++',
    (message) => `terminate called after throwing an instance of 'std::runtime_error'\n  what():  ${message}`,
  ],
  [
    'rust with a numbered thread',
    (message) =>
      `thread 'main' (4711) panicked at src/main.rs:2:5:\n${message}\nnote: run with \`RUST_BACKTRACE=1\``,
  ],
  [
    'cargo test',
    (message) =>
      `running 1 test\ntest tests::adds ... FAILED\n\nfailures:\n\n---- tests::adds stdout ----\n\nthread 'tests::adds' (4711) panicked at src/lib.rs:4:21:\n${message}\n\n\nfailures:\n    tests::adds\n\ntest result: FAILED. 0 passed; 1 failed\n\nerror: test failed, to rerun pass \`--lib\``,
  ],
  [
    'phpunit',
    (message) =>
      `PHPUnit 9.6.7\n\nF.        2 / 2 (100%)\n\nTime: 00:00.006, Memory: 4.00 MB\n\nThere was 1 failure:\n\n1) ATest::testSum\n${message}\n\n/a/ATest.php:2\n\nFAILURES!\nTests: 2, Assertions: 2, Failures: 1.`,
  ],
  [
    'rspec',
    (message) =>
      `F.\n\nFailures:\n\n  1) sum adds\n     Failure/Error: nil.total\n\n     NoMethodError:\n       ${message}\n     # ./a_spec.rb:3:in \`block (2 levels) in <top (required)>'\n\nFinished in 0.01 seconds\n2 examples, 1 failure\n\nFailed examples:\n\nrspec ./a_spec.rb:2 # sum adds`,
  ],
  [
    'vitest, of a whole file',
    (message) =>
      ` ❯ a.test.ts (0 test)\n\n⎯⎯ Failed Suites 1 ⎯⎯\n\n FAIL  a.test.ts [ a.test.ts ]\nError: ${message}\n ❯ a.test.ts:2:1\n\n Test Files  1 failed (1)\n      Tests  no tests`,
  ],
  [
    'TAP with a block',
    (message) =>
      `TAP version 13\n# Subtest: sums\nnot ok 1 - sums\n  ---\n  duration_ms: 1.8\n  failureType: 'testCodeFailure'\n  error: |-\n    ${message}\n    \n  code: 'ERR_ASSERTION'\n  ...\n1..1`,
  ],
  [
    'the summary of pytest',
    (message) =>
      `F.\n=== short test summary info ===\nFAILED test_a.py::test_total - ${message}\n1 failed, 1 passed in 0.02s`,
  ],
  [
    'biome',
    (message) =>
      `a.ts:1:44 lint/suspicious/noDoubleEquals  FIXABLE  ━━━━━━━━━━━━\n\n  × ${message}\n\n  > 1 │ export const f = a == 1;\n      │                  ^^\n    2 │ \n\nChecked 1 file in 2ms. No fixes applied.\nFound 1 error.`,
  ],
  [
    'stylelint',
    (message) => `a.css\n  1:12  ✖  ${message}  color-no-invalid-hex\n\n✖ 1 problem (1 error, 0 warnings)`,
  ],
  [
    'eslint without a rule',
    (message) => `/a/b.js\n  1:1  error  ${message}\n\n✖ 1 problem (1 error, 0 warnings)`,
  ],
  [
    'tsc with colours',
    (message) =>
      `a.ts:1:7 - error TS2322: ${message}\n\n1 const total: number = "x";\n        ~~~~~\n\n\nFound 1 error in a.ts:1`,
  ],
  [
    'gcc with a warning first',
    (message) =>
      `a.c: In function 'main':\na.c:1:36: warning: unused variable 'x' [-Wunused-variable]\n    1 | int main(){ int x; return f(2); }\n      |                 ^\na.c:1:34: error: ${message}\n    1 | int main(){ int x; return f(2); }\n      |                           ^\na.c:1:5: note: declared here`,
  ],
  [
    'a linker',
    (message) =>
      `/usr/bin/ld: /tmp/cc1.o: in function \`main':\na.c:(.text+0xa): ${message}\ncollect2: error: ld returned 1 exit status`,
  ],
  [
    'shellcheck',
    (message) =>
      `\nIn a.sh line 2:\nx=1\n^-- SC2034 (warning): ${message}\n\n\nIn a.sh line 3:\necho $1\n     ^-- SC2086 (info): Double quote it.\n`,
  ],
  [
    'rollup',
    (message) =>
      `\na.js → stdout...\n[!] RollupError: ${message}\na.js\n    at getRollupError (/a/node_modules/rollup/dist/parseAst.js:326:41)`,
  ],
  [
    'vite',
    (message) =>
      `vite v8 building for production...\ntransforming...\n✓ 4 modules transformed.\n✗ Build failed in 84ms\nerror during build:\nBuild failed with 1 error:\n\nError: ${message}\n   ╭─[ a.js:1:15 ]\n   │\n 1 │ import x from "./nope";\n───╯`,
  ],
  [
    'webpack',
    (message) =>
      `./src/index.js 45 bytes [built] [code generated] [1 error]\n\nERROR in ./src/index.js 2:10\nError: ${message}\n> 1 | const x = ;\n    |           ^\n\nwebpack 5.1.0 compiled with 1 error in 250 ms`,
  ],
  [
    'prettier',
    (message) =>
      `Checking formatting...\n[error] a.json: SyntaxError: ${message}\n[error] > 1 | {"a":}\n[error]     |      ^`,
  ],
  [
    'npm after a warning',
    (message) => `npm warn Unknown user config "x".\nnpm error code E1\nnpm error ${message}`,
  ],
  [
    'git with hints',
    (message) =>
      `warning: the repository is empty.\nerror: ${message}\nhint: See the help.\nhint: It says more.`,
  ],
  ['a script and its line', (message) => `a.sh: line 3: ${message}`],
  ['a program and its number', (message) => `curl: (7) ${message}`],
  ['make itself', (message) => `make: *** ${message}`],
  [
    'the streams of a program',
    (message) => JSON.stringify({ stdout: '', stderr: `Error: ${message}\n`, exitCode: 1 }),
  ],
  [
    'what a program printed, in a list',
    (message) => JSON.stringify([{ file: 'a.js', messages: [{ line: 3, message }] }]),
  ],
];
