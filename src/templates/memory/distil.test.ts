import { beforeEach, describe, expect, it } from 'vitest';
import { distilledSchema } from '../../records/agent-memory.ts';
import { parameterSchema, planStepSchema } from '../../records/plan.ts';
import type { Step, ToolStep } from '../../records/step.ts';
import { aModelStep, aStep, aTemplate, resetBuilders } from '../../testing/builders.ts';
import { distil, distilAll } from './distil.ts';
import type { RunLog } from './run-log.ts';

beforeEach(resetBuilders);

const task = { description: 'Ada Berg, zip 10115: return the red Desk Lamp of order #W100.' };

function log(steps: readonly Step[], overrides: Partial<RunLog> = {}): RunLog {
  return { task, agent: 'ali', outcome: 'success', steps, durationMs: 4_000, ...overrides };
}

/** Calls in order; each takes 100 ms unless it says otherwise. */
function calls(...steps: ReadonlyArray<Partial<ToolStep>>): ToolStep[] {
  return steps.map((step, position) => aStep({ position, durationMs: 100, ...step }));
}

const failure = (message: string): Partial<ToolStep> => ({
  success: false,
  result: null,
  error: { type: 'Error', message, signature: message },
});

const order = {
  order_id: '#W100',
  status: 'delivered',
  items: [
    { item_id: 'i-4401', name: 'Desk Lamp', color: 'red', price: 20 },
    { item_id: 'i-4402', name: 'Desk Lamp', color: 'blue', price: 25 },
    { item_id: 'i-4403', name: 'Chair', color: 'red', price: 90 },
  ],
};

const returnOfLamp = (): ToolStep[] =>
  calls(
    { tool: 'find_user', arguments: { zip: '10115' }, result: 'ada_berg_77' },
    {
      tool: 'get_user',
      arguments: { user_id: 'ada_berg_77' },
      result: { payment: { id: 'card_5512' } },
      durationMs: 300,
    },
    { tool: 'get_order', arguments: { order_id: '#W100' }, result: order },
    {
      tool: 'return_items',
      arguments: { order_id: '#W100', item_ids: ['i-4401'], payment_id: 'card_5512', reason: 'broken glass' },
      result: { status: 'return requested' },
    },
  );

describe('TPL-3 what the rules distil from a run', () => {
  it('says why each call is made: where its arguments come from and who needs its result', () => {
    expect(distil(log(returnOfLamp())).toolSequence).toEqual([
      { step: 1, tool: 'find_user', rationale: 'finds user_id for get_user; zip from the task' },
      { step: 2, tool: 'get_user', rationale: 'finds payment_id for return_items; user_id from find_user' },
      {
        step: 3,
        tool: 'get_order',
        rationale:
          'finds item_ids for return_items; shows status "delivered" of what return_items changes; order_id from the task',
      },
      {
        step: 4,
        tool: 'return_items',
        rationale:
          'makes the change, after which there is status "return requested"; order_id from the task; item_ids (items[*].item_id) picked from get_order; payment_id (payment.id) from get_user; reason = "broken glass"',
      },
    ]);
  });

  it('tells the order of the work, and that everything was looked up before the change', () => {
    expect(distil(log(returnOfLamp())).strategies).toEqual([
      'The order of the 4 calls that count: find out what is meant with find_user, then look with get_user and get_order, then change with return_items.',
      'Everything was looked up (3 calls) before anything was changed (1 call).',
    ]);
  });

  it('tells what the task gives, by what an item was picked, in which state the change was made, what was decided', () => {
    expect(distil(log(returnOfLamp())).insights).toEqual([
      'The task gives zip (such as "10115") and order_id (such as "#W100"); everything else is found out by calls.',
      'item_ids of return_items was "i-4401" from get_order: the one of 3 items with name "Desk Lamp" as in the task and color "red" as in the task.',
      'return_items was called when get_order said status "delivered"; look before calling it in another state.',
      'return_items was given reason "broken glass", which neither the task nor an earlier result says word for word.',
    ]);
  });

  it('does not take a number that is the least by accident for a reason', () => {
    const [look, change] = calls(
      {
        tool: 'get_offers',
        arguments: {},
        result: [
          { id: 'o-771', price: 3 },
          { id: 'o-772', price: 9 },
        ],
      },
      { tool: 'buy', arguments: { offer: 'o-771' }, result: null },
    );
    const steps = [look, change].filter((step) => step !== undefined);
    expect(distil(log(steps)).insights).toEqual([]);
    const asked = distil(log(steps, { task: { description: 'Buy the cheapest offer' } }));
    expect(asked.insights).toEqual([
      'offer of buy was "o-771" from get_offers: the one of 2 items with the least price.',
    ]);
  });

  it.each<[string, Partial<ToolStep>, Partial<ToolStep>[], string]>([
    [
      'signs that were missing',
      { arguments: { order_id: 'W100' } },
      [{ arguments: { order_id: '#W100' }, result: order }],
      'it worked with order_id with "#" before it ("#W100" instead of "W100")',
    ],
    [
      'an argument that was missing, and one too many',
      { arguments: { id: '#W100', fast: true } },
      [{ arguments: { id: '#W100', region: 'eu' }, result: order }],
      'it worked with no fast and region given ("eu")',
    ],
    [
      'an item that was replaced',
      { arguments: { ids: ['a-1', 'b-2'] } },
      [{ arguments: { ids: ['a-1', 'c-3'] }, result: order }],
      'it worked with ids with "c-3" in place of "b-2"',
    ],
    [
      'a value that another call had to find out first',
      { arguments: { order_id: 'lamp' } },
      [
        { tool: 'list_orders', arguments: {}, result: ['#W2200', '#W2201'] },
        { arguments: { order_id: '#W2201' }, result: order },
      ],
      'it worked with order_id "#W2201" instead of "lamp", which list_orders had answered',
    ],
    [
      'nothing but another try',
      { arguments: { order_id: '#W100' } },
      [{ arguments: { order_id: '#W100' }, result: order }],
      'the same call worked when it was made again, so try once more before doing anything else',
    ],
    [
      'another tool',
      { arguments: { order_id: '#W100' } },
      [{ tool: 'find_order', arguments: { text: 'lamp' }, result: order }],
      'it never worked; what worked afterwards was find_order',
    ],
  ])('names the error of a failed call and what helped: %s', (_what, failed, after, helped) => {
    const steps = calls({ ...failure('order not found'), ...failed }, ...after);
    expect(distil(log(steps)).pitfalls).toEqual([`get_order failed with "order not found": ${helped}`]);
  });

  it('measures what repeated calls, single questions, slow tools and model calls cost', () => {
    const again = { tool: 'get_order', arguments: { order_id: '#W100' }, result: order };
    const steps = calls(
      again,
      again,
      again,
      { tool: 'get_stock', arguments: { sku: 'lamp' }, result: { count: 3 }, durationMs: 1_500 },
      { tool: 'cancel', arguments: { order_id: '#W100' }, result: { status: 'cancelled' } },
    );
    const models = Array.from({ length: 6 }, (_, index) => aModelStep({ position: 10 + index }));
    expect(distil(log([...steps, ...models])).tips).toEqual([
      'Keep what get_order answered: it was asked again for the same and answered the same; that saves 2 calls and 200 ms.',
      'No later call used what get_stock answered (1 call and 1.5 s): make it only when something hangs on it.',
      'get_order and get_stock need nothing of each other: asked for in one turn, they save 1 turn and 100 ms of waiting.',
      '6 model calls (720 tokens) were made for 3 tool calls that mattered: one for each and one to end with are enough.',
      'get_stock is slow: 1.5 s a call where others take 100 ms, 1.5 s of 1.9 s in all; ask it for everything at once.',
    ]);
  });

  it('follows the plan where it was made of this run', () => {
    const [find, user, look, change] = returnOfLamp();
    const steps = [find, user, look, change].filter((step) => step !== undefined);
    const { plan, dropped, parameters } = aTemplate({
      parameters: [parameterSchema.parse({ name: 'order', source: 'input', example: '#W100' })],
      plan: [
        planStepSchema.parse({
          tool: 'return_items',
          arguments: { from: 'object', members: { order_id: { from: 'parameter', name: 'order' } } },
          expects: { type: 'any' },
          recordedStep: change?.id,
        }),
      ],
      dropped: [{ tool: 'get_user', recordedStep: user?.id ?? '', reason: 'unused' }],
    });
    const distilled = distil(log(steps, { plan: { plan, dropped, parameters } }));
    expect(distilled.toolSequence.map(({ tool }) => tool)).toEqual(['return_items']);
    expect(distilled.tips).toContain(
      'No later call used what get_user answered (1 call and 300 ms): the result is the same without.',
    );
    const other = {
      plan: plan.map((step) => ({ ...step, recordedStep: 'step_elsewhere' })),
      dropped,
      parameters,
    };
    expect(distil(log(steps, { plan: other })).toolSequence).toHaveLength(4);
  });

  it('gives no advice on how to do it when the run failed, and says how it ended', () => {
    const steps = calls(
      { tool: 'get_order', result: order },
      { tool: 'cancel', ...failure('already shipped') },
    );
    expect(distil(log(steps, { outcome: 'failure' }))).toEqual({
      strategies: [],
      toolSequence: [],
      insights: [],
      tips: [],
      pitfalls: [
        'A run ended in failure after get_order → cancel (failed).',
        'cancel failed with "already shipped": it did not work with any arguments that were tried',
      ],
    });
  });

  it('says nothing when there is nothing to say', () => {
    const empty = { strategies: [], toolSequence: [], pitfalls: [], tips: [], insights: [] };
    expect(distil(log([]))).toEqual(empty);
  });

  it('makes one memory for each agent, which knows what came from others', () => {
    const [find, user, ...others] = returnOfLamp();
    const byBob = [find, user]
      .filter((step) => step !== undefined)
      .map((step) => ({ ...step, agent: 'bob' }));
    const [bob, ali, ...more] = distilAll(log([...byBob, ...others]));
    expect(more).toEqual([]);
    expect([bob?.work, ali?.work]).toEqual([
      { agent: 'bob', subTask: null },
      { agent: 'ali', subTask: null },
    ]);
    expect(bob?.distilled.toolSequence.map(({ tool }) => tool)).toEqual(['find_user', 'get_user']);
    expect(ali?.distilled.toolSequence.at(-1)?.rationale).toContain(
      'payment_id (payment.id) from get_user (by bob)',
    );
  });

  it('CAP-8: makes one memory for each part as well, of an agent that did several parts', () => {
    const [find, user, ...others] = returnOfLamp();
    const part = (id: string) => ({ id, index: 0, text: `Do ${id}` });
    const byBob = [find, user]
      .filter((step) => step !== undefined)
      .map((step, index) => ({ ...step, agent: 'bob', subTask: part(index === 0 ? 'find' : 'look') }));
    const all = distilAll(log([...byBob, ...others.map((step) => ({ ...step, subTask: part('change') }))]));
    expect(all.map(({ work }) => [work.agent, work.subTask])).toEqual([
      ['bob', null],
      ['bob', 'find'],
      ['bob', 'look'],
      ['ali', null],
    ]);
    expect(all[2]?.distilled.toolSequence.map(({ tool }) => tool)).toEqual(['get_user']);
  });

  it('stays bounded and storable whatever a log holds', () => {
    const steps = Array.from({ length: 400 }, (_, index) =>
      aStep({
        position: index,
        tool: `tool_${index % 40}`,
        arguments: { ['k'.repeat(500)]: `"${'x\ud83d\ude00'.repeat(400)}${index}` },
        ...(index % 2 === 0 ? failure(`Error ${'y'.repeat(900)} ${index}`) : {}),
      }),
    );
    const distilled = distilledSchema.parse(distil(log(steps)));
    const { toolSequence, ...lists } = distilled;
    expect(toolSequence.length).toBeLessThanOrEqual(100);
    for (const list of Object.values(lists)) expect(list.length).toBeLessThanOrEqual(10);
    const lines = [...Object.values(lists).flat(), ...toolSequence.map(({ rationale }) => rationale)];
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(300);
  });
});
