import { describe, expect, it } from 'vitest';
import type { Binding } from '../../records/plan.ts';
import { refusal } from '../../testing/refusal.ts';
import { planned } from './planned.ts';
import { anObservation, aParameter, aPlan, aPlanStep, aSecret, aWorld } from './world.fixture.ts';

const parameter = (name: string): Binding => ({ from: 'parameter', name });
const total: Binding = { from: 'result', step: 0, path: '$.total' };

const template = aPlan(
  [
    aPlanStep(
      'get',
      { id: parameter('id'), pin: parameter('pin') },
      { observed: [anObservation({ id: 42 }, { total: 5 })] },
    ),
    aPlanStep(
      'refund',
      {
        note: { from: 'text', parts: [{ from: 'constant', value: 'Order ' }, parameter('id')] },
        amounts: { from: 'list', items: [{ from: 'constant', value: 1 }, total] },
        text: { from: 'text', parts: [{ from: 'constant', value: 'Total ' }, total] },
        state: {
          from: 'agreeing',
          of: [
            { from: 'constant', value: 'open' },
            { from: 'result', step: 0, path: '$.state' },
          ],
        },
        code: { from: 'case', of: { from: 'constant', value: 'ab' }, to: 'upper' },
      },
      { effect: 'write' },
    ),
  ],
  { parameters: [aParameter('id'), aSecret('pin')], slug: 'refund-order' },
);
const world = () => aWorld({ get: () => null, refund: () => null });

describe('TPL-6 a dry run', () => {
  it('shows the calls with where their values come from, and those that are known; secrets stay hidden', () => {
    const { tools, diary } = world();
    const dry = planned(template, { id: '43', pin: '4711' }, tools);
    expect(dry).toMatchObject({
      status: 'planned',
      templateId: template.id,
      parameters: { id: 43 },
      problems: [],
    });
    expect(dry.calls).toEqual([
      {
        tool: 'get',
        effect: 'read',
        arguments: template.plan[0]?.arguments,
        preview: { id: 43, pin: '[REDACTED:pin]' },
      },
      {
        tool: 'refund',
        effect: 'write',
        arguments: template.plan[1]?.arguments,
        preview: {
          note: 'Order 43',
          amounts: [1, 'from call 1: total'],
          text: 'from call 1: "Total {$.total of call 1}"',
          state: 'open',
          code: 'AB',
        },
      },
    ]);
    expect(JSON.stringify(dry)).not.toContain('4711');
    expect(diary).toEqual([]);
  });

  it('names all that would keep it from being run', () => {
    const { tools, says, behaviours } = world();
    says['refund'] = { inputSchema: { required: ['why'] } };
    delete behaviours['get'];
    const { problems } = planned({ ...template, status: 'draft' }, {}, tools);
    expect(problems).toEqual([
      'The template "refund-order" is a draft, and "refund" may change something: it needs approval first.',
      'The template does not run without these: "inputs.id" "inputs.pin"',
      'The template calls get; given were: refund.',
      'The tool "refund" now requires "why"; nothing was called',
    ]);
    expect(
      planned({ ...template, status: 'retired', statusReason: 'too old' }, { id: 43, pin: 'x' }).problems,
    ).toEqual(['The template "refund-order" is retired: too old']);
  });

  it('says nothing about tools when there are none, and shows what tools say about their effects', () => {
    expect(planned(template, { id: 43, pin: 'x' }).problems).toEqual([]);
    const { tools, says } = world();
    says['get'] = { annotations: { destructive: true } };
    expect(planned(template, { id: 43, pin: 'x' }, tools).calls.map(({ effect }) => effect)).toEqual([
      'write',
      'write',
    ]);
  });

  it('refuses parameters that cannot be meant', () => {
    expect(refusal(() => planned(template, { nobody: 1 })).code).toBe('invalid_input');
    expect(refusal(() => planned(template, { id: 'many' })).code).toBe('invalid_input');
  });
});
