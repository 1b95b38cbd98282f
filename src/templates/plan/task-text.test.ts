import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import { standsInTask, valueNamedInTask, withoutInputs } from './task-text.ts';

describe('TPL-6 a value that the task names', () => {
  it.each<[string, Json, string]>([
    ['a code', 'W1003', 'Cancel order W1003'],
    ['a number', 42, 'Cancel order 42'],
    ['a name', 'Ada', 'Write to Ada.'],
    ['several words', 'blue mug', 'Order a blue mug'],
    ['a word in quotation marks', 'urgent', 'Label it “urgent”'],
  ])('is %s', (_, value, task) => expect(valueNamedInTask(value, task, {})).toBe(true));

  it.each<[string, Json, string]>([
    ['a plain word, which says what is to be done', 'cancel', 'Please cancel order 42'],
    ['a part of a code', 'W100', 'Cancel order W1003'],
    ['a single digit', 4, 'Cancel 4 orders'],
    ['something else', 'W1004', 'Cancel order W1003'],
    ['a switch', true, 'Set it to true'],
    ['nothing', null, 'Set it to null'],
    ['a list', ['W1003'], 'Cancel order W1003'],
  ])('is not %s', (_, value, task) => expect(valueNamedInTask(value, task, {})).toBe(false));

  it('is not one that it names as an input', () => {
    expect(valueNamedInTask('W1003', 'Cancel W1003', { order: 'W1003' })).toBe(false);
    expect(valueNamedInTask('W1003', 'Cancel W1003 at Acme', { shop: 'Acme' })).toBe(true);
  });

  it('may have signs that patterns know', () => {
    expect(valueNamedInTask('a.b*(c', 'Say "a.b*(c"', {})).toBe(true);
    expect(valueNamedInTask('abc', 'Say "axc"', {})).toBe(false);
  });
});

describe('TPL-6 a task without its inputs', () => {
  it.each<[string, JsonObject, string]>([
    ['Cancel W1003, not W10031', { id: 'W1003' }, 'Cancel  , not W10031'],
    ['Move 42 to Ada King', { n: 42, who: { first: 'Ada', names: ['Ada King'] } }, 'Move   to  '],
    ['Nothing to see', { on: true, none: null, empty: '' }, 'Nothing to see'],
  ])('%j given %j is %j', (task, inputs, rest) => expect(withoutInputs(task, inputs)).toBe(rest));

  it('never names an input any more', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), (words, at) => {
        const value = words[at % words.length] ?? '';
        const rest = withoutInputs(words.join(' '), { value });
        expect(rest.split(' ')).not.toContain(value);
      }),
    );
  });
});

describe('TPL-6 a value that stands in a task', () => {
  it.each<[string, Json, string, JsonObject, boolean]>([
    ['is also a word in small letters', 'mzhang', 'My username is mzhang', {}, true],
    ['is also a single digit', 5, 'Order 5 mugs', {}, true],
    ['is no part of a word', 'mug', 'Order 5 mugs', {}, false],
    ['is not what the inputs have', 'mzhang', 'My username is mzhang', { user: 'mzhang' }, false],
    ['is not empty', ' ', 'My username', {}, false],
    ['is no switch', true, 'It is true', {}, false],
  ])('%s', (_, value, task, inputs, stands) => expect(standsInTask(value, task, inputs)).toBe(stands));
});
