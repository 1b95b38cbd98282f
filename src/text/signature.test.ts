import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorSignature } from './signature.ts';

/** Any text at all, halves of signs and control signs included. */
const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(0xffff), { maxLength }).map((units) => String.fromCharCode(...units));

describe('LRN-2 the same failure has the same signature, whatever it carried', () => {
  it.each([
    [
      'uuids',
      'user 3f2504e0-4f89-11d3-9a0c-0305e82c3301 gone',
      'user 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d gone',
    ],
    ['ULIDs', 'no run_01J8ZQ4N7T2B9KXWPC3M5VRDHE', 'no run_01JA0F6Y1M8D2S4QZTN7KB5XWC'],
    ['ids of services', 'No such charge: ch_3NqK9s2eZvKYlo2C', 'No such charge: ch_7Rt2Qa81mLpXv04Z'],
    ['numbered records', 'order_42 is locked', 'order_1007 is locked'],
    ['POSIX paths', "ENOENT, open '/home/ada/a.txt'", "ENOENT, open '/srv/b/c.json'"],
    ['bare POSIX paths', 'cannot read /home/ada/a.txt', 'cannot read /srv/data/x/y.json'],
    ['Windows paths', 'cannot read C:\\Users\\ada\\a.txt', 'cannot read D:\\data\\b.txt'],
    ['URLs', 'GET https://a.example/x?y=1 failed', 'GET http://b.example:8080/z failed'],
    ['addresses', 'connect ETIMEDOUT 10.0.0.7:5432', 'connect ETIMEDOUT 192.168.1.20:6379'],
    ['times', 'expired at 2026-01-02T03:04:05.678Z', 'expired at 2025-12-31 23:59:59'],
    ['numbers', 'line 12, column 7', 'line 900, column 81'],
    ['durations', 'timed out after 3000ms', 'timed out after 15ms'],
    ['shares', 'disk is 97% full', 'disk is 99.5% full'],
    ['hex numbers', 'segfault at 0x7ffd', 'segfault at 0xDEADBEEF'],
    ['commits', 'bad object 9fceb02', 'bad object e83c5163316f89bfbde7d9ab23ca2e25604af290'],
    ['double quotes', 'unknown column "total"', 'unknown column "grand total"'],
    ['backticks', 'no field `name`', 'no field `surname`'],
    ['quotes beside an apostrophe', "can't open 'a'", "can't open 'b'"],
    ['possessives', "the server's key 'k1' doesn't fit", "the server's key 'other' doesn't fit"],
    ['secrets', 'key [REDACTED:github-token] refused', 'key [REDACTED:password] refused'],
    ['errors in errors', 'Error: Error: Error: no order', 'Error: no order'],
    ['white space', 'bad\n  request', 'bad request'],
    ['sizes', 'needs 3.4 GB more', 'needs 12 KB more'],
    ['long durations', 'took 1h2m3s', 'took 4m25.5s'],
    ['versions', 'needs node v20.1.0', 'needs node v22.11.0-rc.1'],
    ['clocks', 'closed at 12:34:56.789', 'closed at 01:02'],
    ['dates of logs', 'at Mon Jan 12 03:04:05 PDT 2026 x', 'at Jul  1 23:59:59 x'],
    ['IPv6', 'connect ::1 refused', 'connect 2001:db8:0:0:0:ff00:42:8329 refused'],
    ['network cards', 'from 00:11:43:e3:ba:c3 via', 'from aa:bb:cc:dd:ee:ff via'],
    ['machines', 'no route to db.example.com:5432', 'no route to cache.internal:6379'],
    ['mail addresses', 'bounced: ada@example.com', 'bounced: grace.h@mail.example.org'],
    ['blocks', 'lost blk_-123', 'lost blk_77'],
    ['attempts', 'failed attempt_1445_0020_m_000001_0', 'failed attempt_1446_0021_r_000002_3'],
    ['values of keys', 'refused, tag=a1b2 mask=ffffffff', 'refused, tag=x9 mask=deadbeef'],
    ['relative paths', 'cannot read src/a/b.ts:12:3', 'cannot read lib/index.js'],
    ['signs', 'offset -27 of +3', 'offset 5 of 9'],
    ['colours', '\u001b[31merror\u001b[0m: disk full', 'error: disk full'],
    ['lines written over', 'Rebasing (1/9)\rRebasing (2/9)\rerror: no', 'error: no'],
    ['tags of tools', '<tool_use_error>No such task</tool_use_error>', 'No such task'],
    ['advice', 'File does not exist.', 'File does not exist. Did you mean b.txt?'],
    [
      'stack traces',
      'TypeError: x\n    at run (/home/a/app.js:10:5)\n    at node:internal/main:12:3',
      'TypeError: x\n    at run (/opt/elsewhere/app.js:99:1)\n    at node:internal/main:7:30',
    ],
  ])('%s', (_, left, right) => {
    expect(errorSignature(left)).toBe(errorSignature(right));
  });

  it('even when a long text carries paths of different length', () => {
    const trace = (folder: string): string =>
      `TypeError: x\n${`    at run (${folder}/app.js:10:5)\n`.repeat(100)}`;
    expect(errorSignature(trace('/home/ada'))).toBe(errorSignature(trace('/opt/a/much/longer/place')));
  });
});

describe('LRN-2 different failures have different signatures', () => {
  it.each([
    ['connect ECONNREFUSED 10.0.0.7:5432', 'connect ETIMEDOUT 10.0.0.7:5432'],
    ['TypeError: x is not a function', 'TypeError: x is not iterable'],
    ['ERR_HTTP2_STREAM_ERROR', 'ERR_HTTP_HEADERS_SENT'],
    ['relation "users" does not exist', 'column "users" does not exist'],
    ['Utf8StringDecoderException', 'Base64StringDecoderException'],
    ['timed out after 30ms', 'timed out after 30s'],
    ['Exit code 1\nno answer', 'Exit code 127\nno answer'],
    ['Request failed with status code 404', 'Request failed with status code 500'],
    ['a and/or b', 'a or b'],
    ['text/html refused', 'text/plain refused'],
  ])('%s / %s', (left, right) => {
    expect(errorSignature(left)).not.toBe(errorSignature(right));
  });
});

describe('LRN-2 of a longer output, the signature is what says why it failed', () => {
  it.each([
    [
      'JavaScript: the error, and the first function of one’s own',
      'file:///a/b.js:3\n  throw new TypeError()\n  ^\n\nTypeError: x is not a function\n    at parse (/a/node_modules/lib/index.js:1:1)\n    at loadOrder (/a/src/order.js:10:5)\n    at node:internal/main:12:3',
      'TypeError: x is not a function at loadOrder',
    ],
    [
      'JavaScript: the error, although its members follow the trace',
      "node:internal/process/promises:288\n    triggerUncaughtException(err, true);\n    ^\n\nError: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1555:16) {\n  errno: -111,\n  code: 'ECONNREFUSED'\n}\n\nNode.js v20.20.0",
      'Error: connect ECONNREFUSED <address>',
    ],
    [
      'Python: the last line, and the innermost function of one’s own',
      'Traceback (most recent call last):\n  File "/a/main.py", line 3, in run\n    load()\n  File "/a/store.py", line 9, in load\n    get()\n  File "/usr/lib/python3.11/site-packages/db.py", line 1, in get\n    x\nKeyError: \'order\'',
      'KeyError: <value> at load',
    ],
    [
      'Java: the last cause',
      'Exception in thread "main" java.lang.RuntimeException: failed\n\tat org.example.App.main(App.java:5)\nCaused by: java.io.IOException: disk full\n\tat java.io.File.write(File.java:3)\n\tat org.example.Store.save(Store.java:12)\n\t... 1 more',
      'java.io.IOException: disk full at org.example.Store.save',
    ],
    [
      'Go: the panic',
      'panic: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nruntime.panic(0x1)\n\t/usr/go/panic.go:1 +0x1d\nmain.load(0x2, 0x3)\n\t/a/main.go:12 +0x1d',
      'panic: index out of range [<number>] with length <number> at main.load',
    ],
    [
      'Rust: what panicked',
      "thread 'main' panicked at src/main.rs:2:5:\ncalled unwrap on none\nstack backtrace:\n   0: rust_begin_unwind\n   1: core::panicking::panic\n   2: shop::order::load",
      'panicked: called unwrap on none at shop::order::load',
    ],
    [
      'a compiler: what is wrong, without the names of the program',
      'Exit code 1\n# example.com/shop\n./order.go:3:5: env.load undefined (type Env has no method load)\nFAIL',
      'Exit code 1 <name> undefined',
    ],
    [
      'a linter: the rule',
      'Exit code 1\n[lint] $ run all\nsrc/a.go:7:2: Error return value of `f.Close` is not checked (errcheck)\n\tf.Close()\n1 issue',
      'Exit code 1 rule errcheck: Error return value of <value> is not checked',
    ],
    [
      'tests: that one failed',
      'Exit code 1\n=== RUN   TestA\n--- PASS: TestA (0.0s)\n--- FAIL: TestB (0.1s)\nFAIL',
      'Exit code 1 FAIL: <name>',
    ],
    [
      'a shell: what the system answered',
      'Exit code 2\ngrep: src/none.go: No such file or directory',
      'no such file or directory',
    ],
    [
      'progress: the line with the error',
      'Exit code 1\nDownloading 1\nDownloading 2\nerror: no space on /dev/sda1\nhint: free some\nDone',
      'Exit code 1 error: no space on <path>',
    ],
    [
      'a sentence and what it is about: the sentence',
      'String to replace not found in file.\nString: if (error) throw new Error("x");',
      'String to replace not found in file.',
    ],
    [
      'a service: its message',
      '{"error":{"type":"overloaded","message":"try again in 30 s"},"id":"x"}',
      'overloaded: try again in <number> s',
    ],
    ['nothing but an exit code', 'Exit code 137', 'Exit code 137'],
  ])('%s', (_, output, signature) => {
    expect(errorSignature(output)).toBe(signature);
    expect(errorSignature(signature)).toBe(signature);
  });
});

describe('a signature', () => {
  it('reads as the message with its variable parts named', () => {
    expect(errorSignature('connect ETIMEDOUT 10.0.0.7:5432 after 3000ms')).toBe(
      'connect ETIMEDOUT <address> after <number>ms',
    );
    expect(errorSignature("can't open 'a' of order_42")).toBe("can't open <value> of order_<number>");
  });

  it('of nothing is nothing', () => {
    expect(errorSignature('')).toBe('');
    expect(errorSignature(' \n\t ')).toBe('');
  });

  it('can be kept by every database: one line, bounded, well-formed, for any text', () => {
    fc.assert(
      fc.property(anyText(100), (text) => {
        const signature = errorSignature(text);
        expect(signature.isWellFormed() || !text.isWellFormed()).toBe(true);
        expect(signature).not.toMatch(/\n/);
      }),
      { numRuns: 200 },
    );
    const emoji = `a${'😀'.repeat(5_000)}`;
    expect(errorSignature(emoji).isWellFormed()).toBe(true);
    expect(errorSignature(emoji).length).toBeLessThanOrEqual(2_000);
  });

  it('stays as it is when taken again, for errors as tools write them', () => {
    const parts = [
      'open ',
      "'x y'",
      ' /a/b/c',
      ' 42',
      ' 0x1f',
      ' at 12:30:01',
      '\n',
      ' "q"',
      ' order_7',
      ': ENOENT',
      'Exit code 1\n',
      '[lint] ',
      'src/a.go:3:5: x.y undefined (rule)',
      '\n    at run (/a/b.js:1:2)',
      'TypeError: x',
      ' tag=a1',
      ' 3.4 GB',
      ' ::1',
      ' v1.2.3',
      '--- FAIL: T',
      ' Did you mean x?',
      ' user@example.com',
      ' unknown flag: --x',
      '<error>',
      '{"message":"x"}',
      ' -5',
      ' <1 sec',
      ' a/b.c',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), (pieces) => {
        const once = errorSignature(pieces.join(' '));
        expect(errorSignature(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    'a',
    '1',
    '/',
    '/a',
    '\\a',
    '"',
    "'",
    "a'",
    '1.',
    'a1',
    '0a',
    '12:',
    'http://',
    '1-',
    '[REDACTED:',
    ' ',
    'a\n',
    'a.',
    'a.b/',
    'a@',
    '::',
    'ab:',
    '1m',
    '_1',
    'a=',
    '(',
    '\u001b[',
    '[a] ',
    '<a>',
    'at a (\n',
    'a: ',
    'not found: ',
    'a.go:1:2: ',
    'File "a", line 1, in b\n',
    '\r',
    '{"a":',
    'Did you mean ',
    '1,',
    'a.go:1:2: *',
    'Exit code 1\na.b(',
  ])('takes no longer for a megabyte of %j than reading its beginning takes', (piece) => {
    const hostile = piece.repeat(1_000_000 / piece.length);
    expect(errorSignature(hostile)).toBe(errorSignature(hostile.slice(0, 20_000)));
  });

  it('is the same in another process', async () => {
    const bundle = await build({
      stdin: {
        contents:
          "import { errorSignature } from './signature.ts'; console.log(errorSignature(process.argv[1]));",
        resolveDir: import.meta.dirname,
      },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
    });
    const text = 'Exit code 1\nerror: cannot open /home/ada/a.txt of order_42 after 30ms';
    const arguments_ = ['--input-type=module', '--eval', bundle.outputFiles[0]?.text ?? '', '--', text];
    const { stdout } = spawnSync(process.execPath, arguments_, { encoding: 'utf8' });
    expect(stdout.trim()).toBe(errorSignature(text));
  });
});
