import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../model/json.ts';
import type { Binding, Parameter } from '../../model/plan.ts';
import type { ToolStep } from '../../model/step.ts';
import { aStep } from '../../testing/index.ts';
import { bindValue } from './bind.ts';
import { createParameterList } from './parameters.ts';
import { recordedCall } from './recorded-call.ts';

interface Situation {
  readonly inputs?: JsonObject;
  readonly task?: string;
  readonly results?: readonly Json[];
  readonly steps?: readonly ToolStep[];
}

/** Where one argument of a call comes from, and the parameters that were found for it. */
function bind(
  toolArguments: JsonObject,
  { inputs = {}, task = '', results = [], steps = results.map((result) => aStep({ result })) }: Situation,
): { members: Readonly<Record<string, Binding>>; parameters: readonly Parameter[] } {
  const parameters = createParameterList(inputs);
  const earlier = steps.map((step) => recordedCall(step));
  const origins = { inputs, taskText: task, earlier, call: {}, effect: 'read' as const };
  const members = Object.fromEntries(
    Object.entries(toolArguments).map(([key, value]) => [key, bindValue(value, key, origins, parameters)]),
  );
  return { members, parameters: parameters.all() };
}

const constant = (value: Json): Binding => ({ from: 'constant', value });
const parameter = (name: string): Binding => ({ from: 'parameter', name });
const aParameter = (
  given: Pick<Parameter, 'name' | 'source' | 'example'> & Partial<Parameter>,
): Parameter => ({
  required: false,
  presentIn: null,
  unseen: false,
  note: null,
  ...given,
});

describe('TPL-6 a value that was an input', () => {
  it('follows that input, before the task text and earlier results', () => {
    const { members, parameters } = bind(
      { id: 4242 },
      { inputs: { order: 4242 }, task: 'refund 4242', results: [{ id: 4242 }] },
    );
    expect(members['id']).toEqual(parameter('order'));
    expect(parameters).toEqual([aParameter({ name: 'order', source: 'input', example: 4242 })]);
  });

  it('follows the input of its own name when several have the value', () => {
    const inputs = { orderId: 42, quantity: 42 };
    expect(bind({ quantity: 42, order_id: 42 }, { inputs }).members).toEqual({
      quantity: parameter('quantity'),
      order_id: parameter('orderId'),
    });
  });

  it('is the same value only when it has the same type', () => {
    expect(bind({ id: '7' }, { inputs: { id: 7 } }).members['id']).toEqual(constant('7'));
  });

  it('is not true, false or null, which say nothing about where they came from', () => {
    const { members, parameters } = bind(
      { dryRun: true, note: null },
      { inputs: { dryRun: true, note: null } },
    );
    expect(members).toEqual({ dryRun: constant(true), note: constant(null) });
    expect(parameters).toEqual([]);
  });

  it('may be a list or an object as a whole', () => {
    const inputs = { skus: ['a', 'b'], address: { city: 'Ulm', zip: 89073 } };
    const { members } = bind(
      { items: ['a', 'b'], to: { zip: 89073, city: 'Ulm' }, other: ['a'] },
      { inputs },
    );
    expect(members).toEqual({ items: parameter('skus'), to: parameter('address'), other: constant(['a']) });
  });

  it('may stand inside a text, several times', () => {
    const { members, parameters } = bind(
      { path: '/orders/42/lines/7a?again=42' },
      { inputs: { order: 42, line: '7a' } },
    );
    expect(members['path']).toEqual({
      from: 'text',
      parts: [
        constant('/orders/'),
        parameter('order'),
        constant('/lines/'),
        parameter('line'),
        constant('?again='),
        parameter('order'),
      ],
    });
    expect(parameters.map(({ name }) => name)).toEqual(['order', 'line']);
  });

  it('does not stand inside a text when it is only part of a word there, or a single sign', () => {
    expect(bind({ path: '/orders/1423' }, { inputs: { order: 42 } }).members['path']).toEqual(
      constant('/orders/1423'),
    );
    expect(bind({ path: '/orders/7' }, { inputs: { order: 7 } }).members['path']).toEqual(
      constant('/orders/7'),
    );
  });
});

describe('TPL-6 a value that the task names', () => {
  it('becomes a parameter called after the argument', () => {
    const { members, parameters } = bind(
      { orderId: 42, who: 'Ann Lee' },
      { task: 'Refund order 42 of Ann Lee.' },
    );
    expect(members).toEqual({ orderId: parameter('orderId'), who: parameter('who') });
    expect(parameters).toEqual([
      aParameter({ name: 'orderId', source: 'task', example: 42 }),
      aParameter({ name: 'who', source: 'task', example: 'Ann Lee' }),
    ]);
  });

  it('is named as a whole: 42 is not in 1423, and not in order42', () => {
    for (const task of ['Refund order 1423', 'Refund order42', 'Refund 42nd']) {
      expect(bind({ id: 42 }, { task }).members['id']).toEqual(constant(42));
    }
    expect(bind({ id: 42 }, { task: 'Refund 1423 and #42!' }).members['id']).toEqual(parameter('id'));
  });

  it('has at least two signs', () => {
    expect(bind({ count: 3, unit: 'a' }, { task: 'Buy 3 of a kind' }).members).toEqual({
      count: constant(3),
      unit: constant('a'),
    });
  });

  it('does not take the name of an input, so that who gives that input reaches it', () => {
    const { members, parameters } = bind(
      { id: 1234, other: 'x-77' },
      { inputs: { id: 'x-77' }, task: 'Refund 1234' },
    );
    expect(members).toEqual({ id: parameter('id_2'), other: parameter('id') });
    expect(parameters.map(({ name, source }) => [name, source])).toEqual([
      ['id_2', 'task'],
      ['id', 'input'],
    ]);
  });
});

describe('TPL-6 a value that an earlier result held', () => {
  it('is read from there again', () => {
    const { members } = bind({ payment: 'pay_9' }, { results: [{ order: { paymentRef: 'pay_9' } }] });
    expect(members['payment']).toEqual({ from: 'result', step: 0, path: '$.order.paymentRef' });
  });

  it('is read from the place of the same name, else from the latest', () => {
    const results = [{ total: 250, id: 900 }, { amount: 250 }, { sum: 250 }];
    expect(bind({ amount: 250, x: 250 }, { results }).members).toEqual({
      amount: { from: 'result', step: 1, path: '$.amount' },
      x: { from: 'result', step: 2, path: '$.sum' },
    });
  });

  it('is named alike in any spelling: order_id is $.order.id and $.orderId', () => {
    expect(bind({ order_id: 3 }, { results: [{ order: { id: 3 } }] }).members['order_id']).toEqual({
      from: 'result',
      step: 0,
      path: '$.order.id',
    });
    expect(bind({ 'order-id': 3 }, { results: [{ orderId: 3 }] }).members['order-id']).toEqual({
      from: 'result',
      step: 0,
      path: '$.orderId',
    });
  });

  it('is read from the place of its own name alone, whatever else has it there', () => {
    const results = [{ payment: 'pay_9', ref: 'pay_9' }];
    expect(bind({ payment: 'pay_9' }, { results }).members['payment']).toEqual({
      from: 'result',
      step: 0,
      path: '$.payment',
    });
  });

  it('is named alike by a name that says something: order_id is no more $.id than it is $.number', () => {
    const results = [{ id: 'A-1001' }, { number: 'A-1001' }];
    expect(bind({ order_id: 'A-1001' }, { results }).members['order_id']).toEqual({
      from: 'result',
      step: 1,
      path: '$.number',
    });
  });

  it.each<Json>([true, null, 1, 99, -5, ''])('is %j only where it has the same name', (value) => {
    const results = [{ flag: value }];
    expect(bind({ other: value }, { results }).members['other']).toEqual(constant(value));
    expect(bind({ flag: value }, { results }).members['flag']).toMatchObject({
      from: 'result',
      path: '$.flag',
    });
  });

  it.each(['ab', 'open', 'Success'])(
    'is perhaps %j, which may stand there by accident: it holds while both are the same',
    (word) => {
      expect(bind({ state: word }, { results: [{ status: word }] }).members['state']).toEqual({
        from: 'constant',
        value: word,
        sameAs: { step: 0, path: '$.status' },
      });
    },
  );

  it('may be the whole result, or inside JSON that the result has as text', () => {
    const results = ['token-4711', '{"items": {"ref": "R-2044"}}'];
    expect(bind({ a: 'token-4711', b: 'R-2044' }, { results }).members).toEqual({
      a: { from: 'result', step: 0, path: '$' },
      b: { from: 'result', step: 1, path: '$.items.ref' },
    });
  });

  it('is not looked for in a result that was cut to a preview', () => {
    const steps = [
      aStep({ result: { truncated: true, bytes: 4_000_000, preview: 'x' }, truncated: ['result'] }),
    ];
    expect(bind({ truncated: true, bytes: 4_000_000 }, { steps }).members).toEqual({
      truncated: constant(true),
      bytes: constant(4_000_000),
    });
  });
});

describe('TPL-6 a value that was picked from a collection', () => {
  const orders = { orders: [{ id: 'ord-1001' }, { id: 'ord-1002' }] };

  it('becomes a parameter that must be present there again, and is never bound to its place', () => {
    const { members, parameters } = bind({ id: 'ord-1002' }, { results: [orders] });
    expect(members['id']).toEqual(parameter('id'));
    expect(parameters).toEqual([
      aParameter({
        name: 'id',
        source: 'picked',
        example: 'ord-1002',
        presentIn: { step: 0, path: '$.orders[*].id', items: '$.orders[*]', holds: [] },
      }),
    ]);
  });

  it('is no picked one when another result holds it at a fixed place', () => {
    const { members } = bind({ id: 'ord-1002' }, { results: [{ ref: 'ord-1002' }, orders] });
    expect(members['id']).toEqual({ from: 'result', step: 0, path: '$.ref' });
  });

  it('is one parameter however often it is used', () => {
    const { members, parameters } = bind({ id: 'ord-1002', again: 'ord-1002' }, { results: [orders] });
    expect(members['again']).toEqual(members['id']);
    expect(parameters).toHaveLength(1);
  });
});

describe('TPL-6 an amount that two numbers make', () => {
  it('is calculated again when there is one way to make it, and not when there are two', () => {
    const order = { total: 120.5, paid: 20.25 };
    expect(bind({ due: 100.25 }, { results: [order] }).members['due']).toMatchObject({
      from: 'arithmetic',
      operation: 'subtract',
    });
    const results = [{ ...order, base: 90, extra: 10.25 }];
    expect(bind({ due: 100.25 }, { results }).members['due']).toEqual(constant(100.25));
  });

  it('that is whole is calculated only with an input: those of results meet by accident', () => {
    const results = [{ total: 400, paid: 250 }];
    expect(bind({ due: 150 }, { results }).members['due']).toEqual(constant(150));
    const given = bind({ due: 150 }, { inputs: { paid: 250 }, results: [{ total: 400 }] });
    expect(given.members['due']).toMatchObject({ from: 'arithmetic', right: parameter('paid') });
  });

  it('is the sum of a list, unless two lists have that sum, or it is a list of one', () => {
    const lines = [{ price: 11.5 }, { price: 22.25 }];
    const goods = (result: Json): Binding | undefined =>
      bind({ goods: 33.75 }, { results: [result] }).members['goods'];
    expect(goods({ lines })).toEqual({ from: 'sum', step: 0, path: '$.lines[*].price', decimals: 2 });
    expect(goods({ lines, parts: [{ cost: 30.5 }, { cost: 3.25 }] })).toEqual(constant(33.75));
    expect(goods({ lines: [{ price: 33.751 }] })).toEqual(constant(33.75));
  });

  it('is not calculated from a great many numbers, of which some make any amount', () => {
    const thousands = (count: number): JsonObject =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, (at + 1) * 1_000]));
    const due = (count: number): Binding | undefined =>
      bind({ due: 5_000.37 }, { results: [{ ...thousands(count), fee: 0.37 }] }).members['due'];
    expect(due(39)).toMatchObject({ from: 'arithmetic', operation: 'add' });
    expect(due(40)).toEqual(constant(5_000.37));
  });
});
