import { beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../records/session.ts';
import { aMessage, aNoteStep, aStep, resetBuilders } from '../../testing/index.ts';
import { answerFailed, answerValue } from './answer-failed.ts';
import { callsOfMessages, callsOfSteps } from './calls.ts';

beforeEach(resetBuilders);

const asks = (...ids: readonly string[]): Message =>
  aMessage({
    role: 'assistant',
    content: '',
    toolCalls: ids.map((id) => ({ id, name: 'read', arguments: { of: id } })),
  });
const answers = (id: string, content = `result of ${id}`): Message =>
  aMessage({ role: 'tool', content, toolCallId: id });
const read = (...messages: readonly Message[]) =>
  callsOfMessages('s', messages).calls.map(({ callId, outcome, result }) => [callId, outcome, result]);

describe('SES-2 a call meets its own result', () => {
  it('by its id, and not the next message', () => {
    expect(read(asks('a'), asks('b'), answers('b'), answers('a'))).toEqual([
      ['a', 'worked', 'result of a'],
      ['b', 'worked', 'result of b'],
    ]);
  });

  it('also when one message asks for several, and results come in any order', () => {
    expect(read(asks('a', 'b', 'c'), answers('c'), answers('a'), answers('b'))).toEqual([
      ['a', 'worked', 'result of a'],
      ['b', 'worked', 'result of b'],
      ['c', 'worked', 'result of c'],
    ]);
  });

  it('also when the result was written down before it', () => {
    expect(read(answers('a'), asks('a'))).toEqual([['a', 'worked', 'result of a']]);
  });

  it('is unknown when nothing answered it', () => {
    expect(read(asks('a', 'b'), answers('b'))).toEqual([
      ['a', 'unknown', null],
      ['b', 'worked', 'result of b'],
    ]);
  });

  it('takes the first of two results', () => {
    expect(read(asks('a'), answers('a', 'one'), answers('a', 'two'))).toEqual([['a', 'worked', 'one']]);
  });

  it('where ids begin anew in every turn, is that of its turn', () => {
    expect(read(asks('0'), answers('0', 'one'), asks('0'), answers('0', 'two'))).toEqual([
      ['0', 'worked', 'one'],
      ['0', 'worked', 'two'],
    ]);
    expect(read(asks('0'), asks('0'), answers('0', 'two'))).toEqual([
      ['0', 'unknown', null],
      ['0', 'worked', 'two'],
    ]);
  });

  it('where ids begin anew in every turn, is not that of a step: there is one for several calls', () => {
    const messages = [asks('0'), answers('0', 'one'), asks('0'), answers('0', 'two')];
    const { calls } = callsOfMessages('s', messages, new Map([['0', aStep({ result: 'two' })]]));
    expect(calls.map(({ result }) => result)).toEqual(['one', 'two']);
  });

  it('is unknown when two calls of one message have one id: nobody can tell them apart', () => {
    expect(read(asks('a', 'a'), answers('a', 'one'), answers('a', 'two'))).toEqual([
      ['a', 'unknown', null],
      ['a', 'unknown', null],
    ]);
  });

  it('failed when the answer says so, or the step of the imported run does', () => {
    const messages = [asks('a', 'b'), answers('a', '{"error":"locked"}'), answers('b', 'File is gone')];
    expect(callsOfMessages('s', messages).calls.map(({ outcome }) => outcome)).toEqual(['failed', 'worked']);
    const error = { type: 'ToolError', message: 'File is gone', signature: 'File is gone' };
    const steps = new Map([['b', aStep({ success: false, error })]]);
    expect(callsOfMessages('s', messages, steps).calls[1]?.outcome).toBe('failed');
  });

  it('did not fail when a person refused it, or a call beside it failed', () => {
    const error = { type: 'Rejected', message: 'no', signature: 'no' };
    const { calls } = callsOfMessages('s', [asks('a')], new Map([['a', aStep({ success: false, error })]]));
    expect(calls[0]?.outcome).toBe('unknown');
  });

  it('is not one that was shown as an example: nobody made it in this session', () => {
    const { calls, turns } = callsOfMessages('s', [
      asks('seeded001'),
      answers('seeded001'),
      asks('a'),
      answers('a'),
    ]);
    expect(calls.map(({ callId }) => callId)).toEqual(['a']);
    expect(turns).toBe(1);
  });
});

describe('SES-1 the calls of a run without messages', () => {
  it('are its tool steps, each a turn', () => {
    const steps = [aStep({ tool: 'a', startedAt: 5, durationMs: 2.4 }), aNoteStep(), aStep({ tool: 'b' })];
    const { turns, calls } = callsOfSteps('run', 0, steps);
    expect(turns).toBe(2);
    expect(calls.map(({ tool, turn }) => [tool, turn])).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
    expect(calls[0]?.answeredAt).toBe(7);
  });
});

describe('SES-2 an answer tells of a failure', () => {
  it.each([
    ['Error: no such file'],
    ['TypeError: x is not a function'],
    ['Error executing tool read: gone'],
    ['Traceback (most recent call last):\n …'],
    ['<tool_use_error>File has not been read yet</tool_use_error>'],
    ['Exit code: 2\nmake failed'],
    [{ error: 'locked' }],
    [{ success: false }],
    [{ ok: false }],
    [{ isError: true, content: [] }],
    [{ is_error: true }],
  ])('%j', (answer) => {
    expect(answerFailed(answer)).toBe(true);
  });

  it.each([
    ['The error log is empty.'],
    ['Exit code: 0'],
    [{ error: null, value: 1 }],
    [{ error: 'none', success: true }],
    [['Error: in a list']],
    [''],
    [7],
    [null],
  ])('and %j does not', (answer) => {
    expect(answerFailed(answer)).toBe(false);
  });

  it('is read as the value that a text writes down, unless a number would be rounded', () => {
    expect(answerValue('{"a":1}')).toEqual({ a: 1 });
    expect(answerValue('{"a":')).toBe('{"a":');
    expect(answerValue('17')).toBe('17');
    expect(answerValue('[12345678901234567890]')).toBe('[12345678901234567890]');
  });
});
