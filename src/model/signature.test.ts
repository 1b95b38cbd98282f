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
    ['white space', 'bad\n  request', 'bad request'],
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
  ])('%s / %s', (left, right) => {
    expect(errorSignature(left)).not.toBe(errorSignature(right));
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
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), (pieces) => {
        const once = errorSignature(pieces.join(' '));
        expect(errorSignature(once)).toBe(once);
      }),
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
  ])('takes no longer for a megabyte of %j than reading its beginning takes', (piece) => {
    const hostile = piece.repeat(1_000_000 / piece.length);
    expect(errorSignature(hostile)).toBe(errorSignature(hostile.slice(0, 20_000)));
  });
});
