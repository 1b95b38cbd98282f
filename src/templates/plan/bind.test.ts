import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import type { Binding, Parameter } from '../../records/plan.ts';
import { bindArguments } from './bind.ts';
import { aChange, aLook, noon } from './moment.fixture.ts';
import { createParameterList } from './parameters.ts';
import type { ConstantEvidence } from './reasons.ts';
import type { RecordedCall } from './recorded-call.ts';
import { createKnowledge } from './sources.ts';
import { withoutInputs } from './task-text.ts';

/** A run up to the call whose argument is bound. */
interface BoundRun {
  readonly inputs?: JsonObject;
  readonly task?: string;
  readonly earlier?: readonly RecordedCall[];
  readonly value: Json;
}

const result = (path: string, step = 0): Binding => ({ from: 'result', step, path });
const parameter = (name: string): Binding => ({ from: 'parameter', name });
const words = (value: Json, because?: string) =>
  ({ from: 'constant', value, ...(because === undefined ? {} : { because }) }) as Binding;

/** Where the argument `value` comes from, and the parameters that were found. */
function bound(
  runs: readonly [BoundRun, ...BoundRun[]],
  { schema = null, ...evidence }: Partial<ConstantEvidence> & { readonly schema?: JsonObject | null } = {},
): { readonly binding: Binding | undefined; readonly parameters: readonly Parameter[] } {
  const [first, ...others] = runs;
  const parameters = createParameterList([first.inputs ?? {}, ...others.map(({ inputs }) => inputs ?? {})]);
  const knowledge = createKnowledge();
  for (const call of first.earlier ?? []) knowledge.learn(call);
  const momentOf = ({ task = '', earlier = [] }: BoundRun, at: number) => ({
    parameters: parameters.values[at] ?? {},
    taskText: task,
    earlier,
    now: noon,
  });
  const binding = bindArguments({
    tool: 'work',
    arguments: [{ value: first.value }, ...others.map(({ value }) => ({ value }))],
    moments: [momentOf(first, 0), ...others.map((run, at) => momentOf(run, at + 1))],
    schema: schema && { properties: { value: schema } },
    evidence: {
      task: withoutInputs(first.task ?? '', first.inputs ?? {}),
      configured: [],
      isLook: false,
      isFromSeveralRuns: others.length > 0,
      ...evidence,
    },
    parameters,
    known: (values) => knowledge.known(values),
  });
  return {
    binding: binding.from === 'object' ? binding.members['value'] : binding,
    parameters: parameters.all().filter(({ source }) => source !== 'input'),
  };
}
const bindingOf = (run: BoundRun) => bound([run]).binding;

describe('TPL-6 an argument that is explained', () => {
  const order = aLook({ id: 'W-1003', total: 99.5, lines: [{ sku: 'mug' }, { sku: 'cup' }] });

  it.each<[string, BoundRun, Binding]>([
    ['an input', { inputs: { order: 'W-1003' }, value: 'W-1003' }, parameter('order')],
    ['a field of an answer', { earlier: [order], value: 99.5 }, result('$.total')],
    ['an input that is a list', { inputs: { ids: [1, 2] }, value: [1, 2] }, parameter('ids')],
    [
      'what every item has',
      { earlier: [order], value: ['mug', 'cup'] },
      { from: 'all', step: 0, path: '$.lines[*].sku' },
    ],
    [
      'members and items that are',
      { inputs: { a: 'x-100' }, earlier: [order], value: { x: ['x-100'], y: 'W-1003' } },
      {
        from: 'object',
        members: { x: { from: 'list', items: [parameter('a')] }, y: result('$.id') },
      },
    ],
    ['a task that names it', { task: 'Cancel W-1003', value: 'W-1003' }, parameter('value')],
  ])('comes from %s', (_, run, binding) => expect(bindingOf(run)).toEqual(binding));

  it('follows two sources only while they agree', () => {
    expect(bindingOf({ inputs: { a: 'W-1003', b: 'W-1003' }, value: 'W-1003' })).toEqual({
      from: 'agreeing',
      of: [parameter('a'), parameter('b')],
    });
  });

  it('follows the source that has its name', () => {
    expect(bindingOf({ inputs: { value: 'W-1003', other: 'W-1003' }, value: 'W-1003' })).toEqual(
      parameter('value'),
    );
  });

  it('is not explained by a small number that is found by accident', () => {
    const numbers = aLook({ a: 3, b: 17, c: 250, d: 12, e: 40 });
    const { binding, parameters } = bound([{ earlier: [numbers], value: 3 }]);
    expect(binding).toEqual(parameter('value'));
    expect(parameters).toMatchObject([{ source: 'unexplained', unseen: true, example: 3 }]);
  });
});

describe('TPL-6 an argument that is constant', () => {
  it.each<[string, BoundRun, Parameters<typeof bound>[1], Binding]>([
    ['empty', { value: '' }, {}, words('', 'empty')],
    ['an empty list', { value: [] }, {}, words([], 'empty')],
    ['an empty object', { value: {} }, {}, words({}, 'empty')],
    [
      'a choice of the schema',
      { value: 'high' },
      { schema: { enum: ['low', 'high'] }, isLook: true },
      words('high', 'choice'),
    ],
    [
      'said by the task of a look',
      { task: 'Close it', value: 'closed' },
      { isLook: true },
      words('closed', 'task'),
    ],
    ['configured', { value: '/data' }, { configured: ['/data'] }, words('/data', 'configured')],
  ])('because it is %s', (_, run, evidence, binding) => {
    expect(bound([run], evidence).binding).toEqual(binding);
  });

  it('because runs with other inputs had it, too', () => {
    expect(
      bound([
        { inputs: { a: 1 }, value: 'fast' },
        { inputs: { a: 2 }, value: 'fast' },
      ]).binding,
    ).toEqual(words('fast', 'runs'));
  });

  it('while an answer that had it in every run still does', () => {
    const run = (a: number): BoundRun => ({
      inputs: { a },
      earlier: [aLook({ plan: 'standard' })],
      value: 'standard',
    });
    expect(bound([run(1), run(2)]).binding).toEqual({
      from: 'agreeing',
      of: [words('standard', 'runs'), result('$.plan')],
    });
  });

  it('unless the caller gives it', () => {
    const run = (a: number): BoundRun => ({ inputs: { a, tier: 'gold' }, value: 'gold' });
    expect(bound([run(1), run(2)]).binding).toEqual(parameter('tier'));
  });
});

describe('TPL-6 an argument that is open', () => {
  it.each<[string, Json]>([
    ['a text', 'ada@example.com'],
    ['a number', 37],
    ['a list with another length in another run', ['a']],
  ])('is asked for: %s', (_, value) => {
    const runs: [BoundRun, ...BoundRun[]] = Array.isArray(value)
      ? [{ value }, { value: ['a', 'b'] }]
      : [{ value }];
    const { binding, parameters } = bound(runs);
    expect(binding).toEqual(parameter('value'));
    expect(parameters).toMatchObject([
      {
        name: 'value',
        source: 'unexplained',
        example: value,
        seen: runs.map((run) => run.value),
        unseen: true,
      },
    ]);
  });

  it('says which answers of earlier changes it repeats, and none of looks', () => {
    const earlier = [aLook({ id: 'L-700' }), aChange({ id: 'T-900', url: 'x' }), aChange({ id: 'T-901' })];
    const { parameters } = bound([{ earlier, value: 'See L-700 and T-900, thanks' }]);
    expect(parameters).toMatchObject([{ repeats: [{ step: 1, path: '$.id' }] }]);
  });

  it('must still be in the list that it was picked from', () => {
    const { parameters } = bound([{ earlier: [aLook([{ id: 'a-100' }, { id: 'a-200' }])], value: 'a-200' }]);
    expect(parameters).toMatchObject([
      { source: 'picked', unseen: true, presentIn: { step: 0, path: '$[*].id' } },
    ]);
  });

  it('may be put together again when its words have no reason', () => {
    const { binding, parameters } = bound([
      { inputs: { who: 'Ada King' }, task: 'Write to Ada King', value: 'Dear Ada King of Acme' },
    ]);
    expect(binding).toEqual({
      from: 'given',
      name: 'value',
      otherwise: {
        from: 'text',
        parts: [words('Dear '), parameter('who'), words(' of Acme')],
        slots: [null, { signs: ' ', starts: '' }, null],
      },
    });
    expect(parameters).toMatchObject([{ name: 'value', unseen: true, example: 'Dear Ada King of Acme' }]);
  });

  it('is put together by words that have a reason', () => {
    const run = { inputs: { who: 'Ada King' }, task: 'Greet Ada King with "Hello"', value: 'Hello Ada King' };
    expect(bound([run], { isLook: true }).binding).toMatchObject({
      from: 'text',
      parts: [words('Hello ', 'task'), parameter('who')],
    });
  });

  it('is kept whole when other runs gave other members', () => {
    const { binding } = bound([{ value: { a: 'x' } }, { value: { b: 'x' } }]);
    expect(binding).toEqual(parameter('value'));
  });
});

describe('TPL-6 several runs', () => {
  it('leave only explanations that hold in all of them', () => {
    const run = (id: string, latest: string, value: string): BoundRun => ({
      inputs: { id },
      earlier: [aLook({ latest })],
      value,
    });
    expect(bound([run('W-1003', 'W-1003', 'W-1003'), run('W-2004', 'W-9999', 'W-2004')]).binding).toEqual(
      parameter('id'),
    );
  });

  it('make a value open that differed without a reason', () => {
    const { parameters } = bound([{ value: 'red' }, { value: 'blue' }]);
    expect(parameters).toMatchObject([{ seen: ['red', 'blue'], unseen: true }]);
  });

  it('follow the tasks that named another value each time', () => {
    const run = (id: string): BoundRun => ({
      task: `Cancel ${id}`,
      earlier: [aLook([{ id }, { id: 'x' }])],
      value: id,
    });
    const { binding, parameters } = bound([run('W-1003'), run('W-2004')]);
    expect(binding).toEqual(parameter('value'));
    expect(parameters).toMatchObject([{ source: 'task', seen: ['W-1003', 'W-2004'] }]);
  });
});

describe('TPL-6 a number that two runs with different inputs had', () => {
  const taken = (stock: number, amount: number): BoundRun => ({
    inputs: { amount },
    earlier: [aLook({ stock })],
    value: 20,
  });
  const runs = [taken(27, 7), taken(23, 3)] as const;

  it('is open when an input without another use gives it, too', () => {
    const { binding, parameters } = bound(runs, { unusedInputs: new Set(['amount']) });
    expect(binding).toEqual(parameter('value'));
    expect(parameters).toMatchObject([{ unseen: true, seen: [20, 20] }]);
  });

  it('is asked for when the input has another use, but in a look', () => {
    expect(bound(runs).binding).toEqual(parameter('value'));
    expect(bound(runs, { isLook: true }).binding).toEqual(words(20, 'runs'));
  });
});

describe('CAP-5 an argument that was a secret', () => {
  const secret = '[REDACTED:api-key]';

  it('is asked for under its name', () => {
    const { binding, parameters } = bound([{ value: secret }]);
    expect(binding).toEqual(parameter('value'));
    expect(parameters).toMatchObject([{ source: 'secret', required: true }]);
  });

  it('is asked for alone where it stood in a text', () => {
    const run = { inputs: { id: 'W-1003' }, task: 'Ask with the key', value: `key=${secret}&W-1003` };
    const { binding } = bound([run], { isLook: true });
    expect(binding).toMatchObject({
      from: 'text',
      parts: [words('key=', 'task'), parameter('value'), words('&'), parameter('id')],
    });
  });

  it('does not make words around it constant that runs had different ones of', () => {
    const text = (id: string): BoundRun => ({ value: `user ${id} ${secret}` });
    const { parameters } = bound([text('ada'), text('bob')]);
    expect(parameters).toMatchObject([
      { name: 'value', source: 'secret' },
      { source: 'unexplained', seen: ['user ada ', 'user bob '], unseen: true },
    ]);
    expect(bound([text('ada'), text('ada')]).binding).toMatchObject({
      parts: [words('user ada ', 'runs'), parameter('value')],
    });
  });

  it('is asked for with all around it when that was otherwise in another run', () => {
    const { binding, parameters } = bound([{ value: `user ${secret}` }, { value: `${secret} of bob` }]);
    expect(binding).toEqual(parameter('value'));
    expect(parameters).toMatchObject([{ source: 'secret', required: true }]);
  });
});
