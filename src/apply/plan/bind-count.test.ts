import { describe, expect, it } from 'vitest';
import type { Json } from '../../model/json.ts';
import type { Binding } from '../../model/plan.ts';
import { aStep } from '../../testing/index.ts';
import { bindValue } from './bind.ts';
import { createParameterList } from './parameters.ts';
import { recordedCall } from './recorded-call.ts';

const three = ['a', 'b', 'c'];

/** Where an argument of a change comes from, after one look. */
function bind(
  value: Json,
  result: Json,
  { tool = 'list_open_tickets', task = 'Tell the team' } = {},
): Binding {
  const earlier = [recordedCall(aStep({ tool, result }))];
  const origins = { inputs: {}, taskText: task, earlier, call: {}, effect: 'write' as const };
  return bindValue(value, 'said', origins, createParameterList({}));
}

const counted = (path: string): Binding => ({ from: 'constant', value: 3, sameAs: { step: 0, path } });

describe('TPL-6 a number that may be how many there were', () => {
  it('is taken only while there are as many', () => {
    expect(bind(3, { page: { entries: three } })).toEqual(counted('$.page.entries.length'));
    expect(bind(3, three)).toEqual(counted('$.length'));
  });

  it.each([
    ['the task says it', bind(3, three, { task: 'Order 3 of them' })],
    ['no list has as many', bind(4, three)],
    ['it is one, as nearly everything', bind(1, ['a'])],
  ])('is a constant when %s', (_, binding) => expect(binding).not.toHaveProperty('sameAs'));

  it.each([
    ['the name of the list', { invoices: three }, '3 invoices are due', '$.invoices.length'],
    ['a word of the tool', { entries: three }, 'Only 3 tickets', '$.entries.length'],
    ['the same, where the answer itself is the list', three, 'We have 3 open', '$.length'],
  ])('is found in a text that uses %s', (_, result, text, path) => {
    expect(bind(text, result)).toMatchObject({
      from: 'text',
      parts: expect.arrayContaining([counted(path)]),
    });
  });

  it('is not looked for in a text about something else', () => {
    const address = 'Flat 3, Main Street';
    expect(bind(address, { entries: three })).toEqual({ from: 'constant', value: address });
    const listed = 'get the list of 3';
    expect(bind(listed, three, { tool: 'get_list' })).toEqual({ from: 'constant', value: listed });
  });
});
