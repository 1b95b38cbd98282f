import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorSignature } from '../signature.ts';
import { inJson, inLines, inOneLine, type Printed } from './as-pasted.fixture.ts';
import { inOutputs } from './of-tools.fixture.ts';
import { isSameFailure } from './wrapper.ts';

const message = 'connect ECONNREFUSED 10.0.0.7:5432';
const everywhere = [...inOneLine, ...inJson, ...inLines, ...inOutputs];

describe('LRN-2 a failure is the same, however it is pasted', () => {
  it.each(everywhere)('%s', (_, print) => {
    const printed = errorSignature(print(message));
    const bare = errorSignature(message);
    expect(isSameFailure(printed, bare), printed).toBe(true);
    expect(isSameFailure(bare, printed), printed).toBe(true);
  });

  it.each(everywhere)('%s: another failure stays another one', (_, print) => {
    const printed = errorSignature(print(message));
    expect(isSameFailure(printed, errorSignature(print('the disk of node 7 is full')))).toBe(
      // All that break a rule are one failure, whatever is said about it.
      printed.startsWith('rule '),
    );
    expect(isSameFailure(printed, errorSignature('the disk of node 7 is full'))).toBe(false);
  });
});

/** Sentences of words that no tool writes, with values in them. */
const said = fc
  .tuple(
    fc.array(fc.constantFrom('zumo', 'kelda', 'brint', 'fosk', 'lamp', 'tirro', 'vesh'), {
      minLength: 3,
      maxLength: 8,
    }),
    fc.constantFrom('', ' 42', ' 10.0.0.1', ' /srv/data/x.json', ' 30ms'),
  )
  .map(([words, value]) => words.join(' ') + value);
const anyPrinted = fc.constantFrom<Printed>(...everywhere);

describe('LRN-2 for any message', () => {
  it('what is printed around it changes nothing, twice in one line too', () => {
    fc.assert(
      fc.property(said, fc.constantFrom<Printed>(...inOneLine), anyPrinted, (text, [, inner], [, outer]) => {
        const bare = errorSignature(text);
        expect(isSameFailure(errorSignature(outer(text)), bare)).toBe(true);
        expect(isSameFailure(errorSignature(inner(text)), bare)).toBe(true);
        expect(isSameFailure(errorSignature(`Error: ${inner(text)}`), bare)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('two messages that differ in their words never meet', () => {
    fc.assert(
      fc.property(said, said, anyPrinted, anyPrinted, (one, other, [, print], [, printOther]) => {
        const [left, right] = [errorSignature(one), errorSignature(other)];
        fc.pre(left !== right);
        const [printed, otherPrinted] = [errorSignature(print(one)), errorSignature(printOther(other))];
        fc.pre(!printed.includes('rule ') || !otherPrinted.includes('rule '));
        expect(isSameFailure(printed, otherPrinted)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe('LRN-2 of several lines, the one is taken that says what failed', () => {
  it.each([
    [
      'the rule, not the file',
      "/a/b.js\n  1:10  error  'x' is not defined  no-undef\n\n✖ 1 problem",
      'rule no-undef: <value> is not defined',
    ],
    [
      'the code of a compiler',
      "src/a.ts(3,5): error TS2339: Property 'x' does not exist on type 'Y'.",
      'error TS2339: Property <value> does not exist on type <value>.',
    ],
    [
      'the assertion, not the comparison',
      ' FAIL  a.test.ts > adds\nAssertionError: expected 3 to be 4\n- Expected\n+ Received\n- 4\n+ 3',
      'AssertionError: expected <number> to be <number>',
    ],
    [
      'the rule, not that another one was broken',
      'a.ts:1:44 lint/suspicious/noDoubleEquals  FIXABLE  ━━━━━━\n\n  × It may be unsafe.\n\nFound 1 error.',
      'rule noDoubleEquals: It may be unsafe.',
    ],
    [
      'what is wrong, not a warning above it',
      "a.c: In function 'f':\na.c:1:36: warning: x is unused\na.c:1:34: error: expected ';'\na.c:1:5: note: see here",
      'error: expected <value>',
    ],
    [
      'the message, not how many there are',
      'sorting...\nBuild failed with 1 error:\nthe ledger is locked',
      'the ledger is locked',
    ],
    [
      'the message, not how the one who ran it ended',
      'codegen: version 3 is not supported\nmake: *** [Makefile:3: all] Error 2',
      'codegen: version <number> is not supported',
    ],
    [
      'the whole of a message that goes on below',
      'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n3 !== 4\n\n    at load (/a/b.js:3:5)',
      'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: <number> !== <number> at load',
    ],
    ['the message, not the heading', '### Error\nno page is open', 'no page is open'],
    [
      'the message, not the excerpt above a caret',
      'a.js:3\n  throw oops\n  ^\nError: it is gone',
      'Error: it is gone',
    ],
    [
      'the text before JSON and what the JSON says',
      '400 {"type":"error","error":{"type":"invalid_request_error","message":"no such model"}}',
      '<number> invalid_request_error: no such model',
    ],
  ])('%s', (_, output, signature) => {
    expect(errorSignature(output)).toBe(signature);
  });
});
