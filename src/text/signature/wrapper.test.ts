import { describe, expect, it } from 'vitest';
import { errorSignature } from '../signature.ts';
import { bareSignature, isSameFailure } from './wrapper.ts';

const message = 'connect ECONNREFUSED 10.0.0.7:5432';
const signature = errorSignature(message);

describe('LRN-2 the same failure is known with and without what a runtime prints around it', () => {
  it.each([
    ['an error', `Error: ${message}`],
    ['an error in an error', `Error: Error: ${message}`],
    ['a label', `ERROR: ${message}`],
    ['a type', `TypeError: ${message}`],
    ['a type with a code', `AggregateError [ECONNREFUSED]: ${message}`],
    ['a type with its module', `requests.exceptions.ConnectionError: ${message}`],
    ['a type with its package', `java.net.ConnectException: ${message}`],
    ['a type that only its path tells', `requests.exceptions.Timeout: ${message}`],
    ['a type in parentheses', `** (RuntimeError) ${message}`],
    ['what nobody caught', `Uncaught Error: ${message}`],
    ['what nobody caught in a promise', `Uncaught (in promise) TypeError: ${message}`],
    ['a rejection', `Unhandled rejection Error: ${message}`],
    ['a rejection as a warning', `(node:81) UnhandledPromiseRejectionWarning: Error: ${message}`],
    ['an exception without a colon', `Unhandled exception. System.Net.SocketException: ${message}`],
    ['a thread', `Exception in thread "main" java.net.ConnectException: ${message}`],
    ['a cause', `Caused by: java.net.ConnectException: ${message}`],
    ['a panic', `panic: ${message}`],
    ['a thread that panicked', `thread 'main' panicked at src/main.rs:2:5:\n${message}`],
    ['a trace', `Error: ${message}\n    at load (/a/b.js:3:5)\n    at node:internal/main:12:3`],
    [
      'a trace of libraries only',
      `Error: ${message}\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1:16) {\n  errno: -111\n}`,
    ],
    [
      'a trace above',
      `Traceback (most recent call last):\n  File "/a/main.py", line 3, in run\n    load()\nredis.exceptions.ConnectionError: ${message}`,
    ],
    [
      'a panic with a trace',
      `panic: ${message}\n\ngoroutine 1 [running]:\nmain.load(0x2)\n\t/a/main.go:12 +0x1d`,
    ],
  ])('%s', (_, printed) => {
    const wrapped = errorSignature(printed);
    expect(bareSignature(wrapped)).toBe(signature);
    expect(isSameFailure(wrapped, signature)).toBe(true);
    expect(isSameFailure(signature, wrapped)).toBe(true);
  });

  it.each([
    ['Error: x is not a function', 'TypeError: x is not a function'],
    ['Uncaught TypeError: x is not a function', 'TypeError: x is not a function at load'],
    ['ConnectionError: refused', 'requests.exceptions.ConnectionError: refused'],
    ['AggregateError: refused', 'AggregateError [ECONNREFUSED]: refused'],
    ['KeyError: <value>', 'KeyError: <value> at load'],
    ['TimeoutError', 'TimeoutError at load'],
  ])('%s / %s', (one, other) => {
    expect(isSameFailure(one, other)).toBe(true);
    expect(isSameFailure(other, one)).toBe(true);
  });
});

describe('LRN-2 different failures stay different', () => {
  it.each([
    ['two types', 'TypeError: x is null', 'RangeError: x is null'],
    ['two functions', 'TypeError: x is null at load', 'TypeError: x is null at save'],
    ['a value without the type that tells what it is', 'KeyError: <value>', '<value>'],
    ['a type without a message', 'TimeoutError:', 'Error:'],
    ['a word of the message', 'stopped at startup', 'stopped'],
    ['what follows no colon', 'Error return value is ignored', 'return value is ignored'],
    ['a part of a message', 'Error: cannot read the file: it is locked', 'it is locked'],
    ['two messages', 'Error: it is locked', 'Error: it is gone'],
  ])('%s', (_, one, other) => {
    expect(isSameFailure(one, other)).toBe(false);
    expect(isSameFailure(other, one)).toBe(false);
  });
});

describe('a hostile signature', () => {
  it.each(['a error: ', 'Uncaught ', 'a.', 'Error', 'a\\', ' at a', '<a', 'x['])(
    'of many "%s" is unwrapped in no time',
    (piece) => {
      const hostile = piece.repeat(2_000 / piece.length);
      const before = performance.now();
      for (let times = 0; times < 20; times += 1) isSameFailure(hostile, `Error: ${hostile}`);
      expect(performance.now() - before).toBeLessThan(1_000);
    },
  );
});
