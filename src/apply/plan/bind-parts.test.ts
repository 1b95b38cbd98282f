import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../model/json.ts';
import type { Binding } from '../../model/plan.ts';
import { bindValue } from './bind.ts';
import { createParameterList } from './parameters.ts';

/** Where each argument of a first call comes from, and the parameters that were found for it. */
function bind(toolArguments: JsonObject, { inputs = {} }: { readonly inputs?: JsonObject }) {
  const parameters = createParameterList(inputs);
  const origins = { inputs, taskText: '', earlier: [], call: {}, effect: 'read' as const };
  const members = Object.fromEntries(
    Object.entries(toolArguments).map(([key, value]) => [key, bindValue(value, key, origins, parameters)]),
  );
  return { members, parameters: parameters.all() };
}

const constant = (value: Json): Binding => ({ from: 'constant', value });
const parameter = (name: string): Binding => ({ from: 'parameter', name });

describe('TPL-6 structures', () => {
  it('of constants are one constant', () => {
    const value = { a: [1, { b: null }], c: {} };
    expect(bind({ value }, {}).members['value']).toEqual(constant(value));
  });

  it('are bound as deep as something in them came from elsewhere', () => {
    const { members } = bind({ body: { lines: [{ order: 42 }, { order: 1 }] } }, { inputs: { order: 42 } });
    expect(members['body']).toEqual({
      from: 'object',
      members: {
        lines: {
          from: 'list',
          items: [{ from: 'object', members: { order: parameter('order') } }, constant({ order: 1 })],
        },
      },
    });
  });
});

describe('TPL-6 a piece of an input', () => {
  it('is followed by its place, unless it is there twice: no telling which was meant', () => {
    expect(bind({ first: 'Anna' }, { inputs: { name: 'Anna Leeds' } }).members['first']).toEqual({
      from: 'piece',
      of: parameter('name'),
      separator: ' ',
      index: 0,
      pieces: 2,
    });
    const twice = { inputs: { name: 'Anna Leeds Anna' } };
    expect(bind({ first: 'Anna' }, twice).members['first']).toEqual(constant('Anna'));
  });
});

describe('TPL-6 a text that names an input', () => {
  const text = 'From desk_1001, in haste';

  it('follows it', () => {
    const { members } = bind({ text }, { inputs: { sender: 'desk_1001' } });
    expect(members['text']).toEqual({
      from: 'text',
      parts: [constant('From '), parameter('sender'), constant(', in haste')],
    });
  });

  it('stays as it was where two inputs have that value, while all else stays as it was', () => {
    const inputs = { sender: 'desk_1001', recipient: 'desk_1001' };
    const { members, parameters } = bind({ text }, { inputs });
    expect(members['text']).toEqual(parameter('text'));
    expect(parameters).toMatchObject([{ name: 'text', source: 'unexplained', example: text, unseen: true }]);
  });
});

describe('CAP-5 a redacted value', () => {
  it('is a secret that must be given, alone or inside a text', () => {
    const { members, parameters } = bind(
      { token: '[REDACTED:api-key]', login: 'ada:[REDACTED:password]' },
      {},
    );
    expect(members).toEqual({
      token: parameter('token'),
      login: { from: 'text', parts: [constant('ada:'), parameter('login')] },
    });
    expect(parameters.map(({ source }) => source)).toEqual(['secret', 'secret']);
  });

  it('leaves the text around it to its inputs', () => {
    const { members } = bind({ url: '/orders/42?key=[REDACTED:api-key]' }, { inputs: { order: 42 } });
    expect(members['url']).toEqual({
      from: 'text',
      parts: [constant('/orders/'), parameter('order'), constant('?key='), parameter('url')],
    });
  });

  it('inside a list that was an input is asked for, and not repeated with the placeholder', () => {
    const keys = ['[REDACTED:api-key]', 'b'];
    const { members } = bind({ keys }, { inputs: { keys } });
    expect(members['keys']).toEqual({ from: 'list', items: [parameter('keys_2'), constant('b')] });
  });
});
