/** How a message is met: what a tool prints around it. */
export type Printed = readonly [tool: string, print: (message: string) => string];

const json = (value: unknown): string => JSON.stringify(value);

/** What runtimes, tools and loggers print around a message in one line. */
export const inOneLine: readonly Printed[] = [
  ['an error', (message) => `Error: ${message}`],
  ['a type', (message) => `TypeError: ${message}`],
  ['nobody caught it', (message) => `Uncaught ${message}`],
  ['nobody caught it in a promise', (message) => `Uncaught (in promise) ${message}`],
  ['a browser', (message) => `Uncaught (in promise) TypeError: ${message}`],
  ['a browser tool', (message) => `[ERROR] Error: ${message} @ http://localhost:3000/app.js:12`],
  ['said twice', (message) => `${message}: ${message}`],
  ['said twice as an error', (message) => `Error: ${message} Error: ${message}`],
  ['printed in a value', (message) => `[Error: ${message}]`],
  ['a cross', (message) => `❌ Error: ${message}`],
  ['bold', (message) => `**Error:** ${message}`],
  ['a level', (message) => `[error] ${message}`],
  ['a level in capitals', (message) => `ERROR ${message}`],
  ['a time and a level', (message) => `2026-01-02T03:04:05.678Z ERROR ${message}`],
  ['python logging', (message) => `2026-01-02 03:04:05,678 - app.db - ERROR - ${message}`],
  ['log4j', (message) => `2026-01-02 03:04:05,678 ERROR [main] org.app.Db: ${message}`],
  ['env_logger', (message) => `[2026-01-02T03:04:05Z ERROR app::db] ${message}`],
  ['klog', (message) => `E0102 03:04:05.678901    1234 server.go:12] ${message}`],
  ['docker compose', (message) => `web-1  | Error: ${message}`],
  ['npm', (message) => `npm ERR! ${message}`],
  ['C#', (message) => `Unhandled exception. System.Net.Sockets.SocketException (111): ${message}`],
  ['PHP', (message) => `PHP Fatal error:  Uncaught PDOException: ${message} in /a/b.php:3`],
];

/** The same in JSON: answers of services, errors as objects, lines of logs. */
export const inJson: readonly Printed[] = [
  [
    'an error object',
    (message) => json({ name: 'Error', message, stack: `Error: ${message}\n    at a (/b.js:1:2)` }),
  ],
  ['a service', (message) => json({ error: { message, code: 'ECONNREFUSED' } })],
  ['an error as text', (message) => json({ error: message })],
  ['an indented answer', (message) => JSON.stringify({ error: { type: 'overloaded', message } }, null, 2)],
  ['GraphQL', (message) => json({ errors: [{ message, extensions: { code: 'X' } }] })],
  ['MCP', (message) => json({ content: [{ type: 'text', text: `Error: ${message}` }], isError: true })],
  ['JSON in JSON', (message) => json({ error: json({ message }) })],
  ['pino', (message) => json({ level: 50, time: 1, pid: 3, hostname: 'web-1', msg: message })],
  [
    'pino with an error',
    (message) => json({ level: 50, time: 1, err: { type: 'Error', message }, msg: 'request failed' }),
  ],
  ['winston', (message) => json({ level: 'error', message, timestamp: '2026-01-01T00:00:00Z' })],
  [
    'lines of a log',
    (message) => `${json({ level: 30, msg: 'starting' })}\n${json({ level: 50, msg: message })}`,
  ],
  ['a text', (message) => json(`Error: ${message}`)],
];

/** Outputs of several lines. */
export const inLines: readonly Printed[] = [
  ['an exit code', (message) => `Exit code 1\nError: ${message}`],
  [
    'node',
    (message) =>
      `node:internal/process/promises:288\n            triggerUncaughtException(err, true);\n            ^\n\n[Error: ${message}] {\n  code: 'X'\n}\n\nNode.js v20.20.0`,
  ],
  [
    'node with a trace',
    (message) => `Error: ${message}\n    at load (/a/b.js:3:5)\n    at node:internal/main:12:3`,
  ],
  [
    'node with a cause',
    (message) =>
      `Error: query failed\n    at query (/a/q.js:1:1)\n  [cause]: Error: ${message}\n      at load (/a/b.js:3:5)`,
  ],
  ['a command that failed', (message) => `Command failed with exit code 1: node a.js\nError: ${message}`],
  [
    'python',
    (message) =>
      `Traceback (most recent call last):\n  File "/a/main.py", line 3, in run\n    load()\nOSError: busy\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "/a/main.py", line 5, in run\n    load()\nConnectionError: ${message}`,
  ],
  [
    'java',
    (message) =>
      `Exception in thread "main" java.net.ConnectException: ${message}\n\tat shop.Db.load(Db.java:1)`,
  ],
  [
    'go',
    (message) =>
      `panic: ${message}\n\ngoroutine 1 [running]:\nmain.main()\n\t/a/main.go:12 +0x1d\nexit status 2`,
  ],
  [
    'go test',
    (message) => `--- FAIL: TestLoad (0.00s)\n    load_test.go:12: ${message}\nFAIL\nexit status 1`,
  ],
  ['rust', (message) => `thread 'main' panicked at src/main.rs:2:5:\n${message}`],
  ['rust before 1.73', (message) => `thread 'main' panicked at '${message}', src/main.rs:2:5`],
  [
    'ruby',
    (message) => `/a/b.rb:3:in 'load': ${message} (Errno::ECONNREFUSED)\n\tfrom /a/b.rb:9:in '<main>'`,
  ],
  [
    'C# with a trace',
    (message) =>
      `Unhandled exception. System.InvalidOperationException: ${message}\n   at Shop.Db.Load() in /a/Db.cs:line 12`,
  ],
  ['tsc', (message) => `src/a.ts(3,5): error TS2339: ${message}`],
  ['gcc', (message) => `a.c:3:5: error: ${message}`],
  [
    'eslint',
    (message) => `/a/b.js\n  1:10  error  ${message}  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)`,
  ],
  ['golangci-lint', (message) => `a.go:3:5: ${message} (errcheck)`],
  [
    'jest',
    (message) =>
      `FAIL src/a.test.ts\n  ● orders › loads\n\n    ${message}\n\n      10 |   const x = 1;\n    > 11 |   load();\n         |   ^\n\nTests:       1 failed, 1 total`,
  ],
  [
    'vitest',
    (message) =>
      ` FAIL  src/a.test.ts > orders > loads\nError: ${message}\n ❯ load src/a.ts:11:3\n\n Test Files  1 failed (1)`,
  ],
  [
    'pytest',
    (message) =>
      `=================== FAILURES ===================\n___________ test_a ___________\n\n    def test_a():\n>       load()\n\nE       ConnectionError: ${message}\n\ntest_a.py:2: ConnectionError\n=========== short test summary info ===========\nFAILED test_a.py::test_a - ConnectionError`,
  ],
  [
    'mocha',
    (message) =>
      `  1) orders\n       loads:\n     Error: ${message}\n      at Context.<anonymous> (test/a.js:3:5)`,
  ],
  ['TAP', (message) => `not ok 1 - loads\n  ---\n  message: '${message}'\n  severity: fail\n  ...`],
  [
    'Playwright',
    (message) =>
      `  1) [chromium] › a.spec.ts:3:1 › loads ─────\n\n    Error: ${message}\n\n      1 | test\n    > 2 | await page.goto()`,
  ],
  [
    'a browser tool',
    (message) =>
      `### Error\nError: page.goto: ${message}\nCall log:\n  - navigating to "http://localhost:3000/", waiting until "load"\n`,
  ],
  ['a code block', (message) => `\`\`\`\nError: ${message}\n\`\`\``],
  [
    'npm with its members',
    (message) =>
      `npm error code E1\nnpm error syscall connect\nnpm error errno -111\nnpm error ${message}\nnpm error A complete log of this run can be found in: /root/x.log`,
  ],
  ['docker compose', (message) => `web-1  | Error: ${message}\nweb-1  |     at load (/a/b.js:3:5)`],
  [
    'docker logs',
    (message) => `2026-01-02T03:04:05Z Error: ${message}\n2026-01-02T03:04:05Z     at load (/a/b.js:3:5)`,
  ],
  ['logfmt', (message) => `time="2026-01-02T03:04:05Z" level=error msg="${message}"`],
  [
    'logfmt with a cause',
    (message) => `time="2026-01-02T03:04:05Z" level=error msg="request failed" error="${message}"`,
  ],
  ['a build service', (message) => `##[error]Error: ${message}`],
];
