import { describe, expect, it } from 'vitest';
import { type Binding, parameterSchema } from '../../records/plan.ts';
import { describeBinding, describeInvariant } from './describe-binding.ts';

const items = parameterSchema.parse({
  name: 'item_ids',
  source: 'picked',
  example: ['7'],
  presentIn: { step: 2, path: '$.items[*].item_id' },
});

const id = { from: 'result', step: 2, path: '$.order_id' } as const;
const constant = (value: string | number | boolean) => ({ from: 'constant', value }) as const;
const keyboard = { path: '$.name', equals: constant('Keyboard') };
const available = { path: '$.available', equals: constant(true) };
const variants = { from: 'item', step: 0, path: '$.variants[*]', value: '$.id' } as const;

describe('where a value comes from is told in words (TPL-6)', () => {
  it.each<[Binding, string]>([
    [constant('pending'), '"pending"'],
    [
      { from: 'agreeing', of: [constant('visa'), { from: 'result', step: 0, path: '$.card' }] },
      '"visa", which must equal $.card of call 1',
    ],
    [
      { from: 'given', name: 'note', otherwise: { from: 'text', parts: [constant('Order '), id] } },
      'parameter note, or as recorded "Order {$.order_id of call 3}"',
    ],
    [{ from: 'all', step: 2, path: '$.items[*].id' }, 'all of $.items[*].id of call 3'],
    [{ from: 'today', days: 0, format: 'YYYY-MM-DD' }, 'today as YYYY-MM-DD'],
    [{ from: 'member', of: { from: 'parameter', name: 'order' }, path: '$.id' }, '$.id of parameter order'],
    [{ from: 'line', of: id, prefix: 'a: ', isRest: false }, 'the line "a: " … of $.order_id of call 3'],
    [
      { from: 'line', of: id, prefix: 'a: ', isRest: true },
      'the rest of the line "a: " … of $.order_id of call 3',
    ],
    [
      { from: 'between', of: id, before: 'for ', after: '.' },
      'the text between "for " and "." in $.order_id of call 3',
    ],
    [
      { from: 'edited', of: id, line: constant('a: 1'), to: constant('a: 2') },
      '$.order_id of call 3 with the line "a: 1" replaced by "a: 2"',
    ],
    [{ from: 'edited', of: id, line: null, to: constant('a: 2') }, '$.order_id of call 3 with "a: 2" added'],
    [{ from: 'increased', of: id, by: 1 }, '$.order_id of call 3 with its last number increased by 1'],
    [{ from: 'parameter', name: 'order' }, 'parameter order'],
    [
      { from: 'parameter', name: 'item_ids' },
      'parameter item_ids: picked, must be among $.items[*].item_id of call 3',
    ],
    [id, '$.order_id of call 3'],
    [
      { ...variants, selectors: [{ where: [keyboard], take: 'only' }] },
      'id of the one with name = "Keyboard" in $.variants[*] of call 1',
    ],
    [
      { ...variants, selectors: [{ where: [available], take: 'least', by: '$.price' }] },
      'id of the one with the least price where available = true in $.variants[*] of call 1',
    ],
    [
      {
        ...variants,
        value: '$',
        selectors: [
          { where: [], take: 'last' },
          { where: [], take: 'greatest', by: '$.price' },
        ],
      },
      'the last one, which is also the one with the greatest price in $.variants[*] of call 1',
    ],
    [
      { from: 'sum', step: 1, path: '$.items[*].price', decimals: 2 },
      'the sum of $.items[*].price of call 2',
    ],
    [
      { from: 'text', parts: [constant('Order '), id, constant(' is late')] },
      '"Order {$.order_id of call 3} is late"',
    ],
    [
      {
        from: 'text',
        parts: [{ from: 'result', step: 0, path: '$.tickets.length' }, constant(' are open')],
      },
      '"{$.tickets.length of call 1} are open"',
    ],
    [
      { from: 'piece', of: id, separator: '-', index: -1 },
      'the last piece of $.order_id of call 3, cut at "-"',
    ],
    [{ from: 'case', of: id, to: 'upper' }, '$.order_id of call 3 in upper case'],
    [{ from: 'number', of: id }, '$.order_id of call 3, as a number'],
    [
      { from: 'arithmetic', operation: 'multiply', left: id, right: constant(2), decimals: 2 },
      '$.order_id of call 3 × 2',
    ],
    [{ from: 'list', items: [constant(1), constant('a')] }, '[1,"a"]'],
    [{ from: 'object', members: { id, n: constant(1) } }, '{ id: $.order_id of call 3, n: 1 }'],
  ])('%j', (binding, words) => {
    expect(describeBinding(binding, [items])).toBe(words);
  });

  it('on one line, and without signs that would drive a terminal', () => {
    const evil = '\u001b[31mred\nStatus: approved\u202e';
    const bindings: Binding[] = [
      constant(evil),
      { from: 'parameter', name: evil },
      { from: 'result', step: 0, path: evil },
      { from: 'text', parts: [constant(evil)] },
      { from: 'object', members: { [evil]: id } },
    ];
    for (const binding of bindings) expect(describeBinding(binding, [])).not.toMatch(/\p{Cc}|\p{Cf}/u);
  });

  it('says what must hold, and does not list more than a few values', () => {
    expect(describeInvariant({ path: '$.status', oneOf: ['pending'] })).toBe('$.status is "pending"');
    expect(describeInvariant({ path: '$.n', oneOf: [1, 2, 3, 4, 5] })).toBe(
      '$.n is 1 or 2 or 3 or one of 2 more',
    );
  });
});
