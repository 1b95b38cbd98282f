import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, TemplateRun } from '../../src/index.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import { aShop, cancelAll, cancelled, replayOf, setStatus, toolsOf } from './order-shop.ts';
import { recorded, saved } from './recorded-work.ts';

function failFor(id: string, tools: ReturnType<typeof toolsOf>, given: JsonObject): Json {
  if (given['id'] === id) throw new Error('The shop is closed for the moment.');
  return tools.get_order.execute(given);
}

describe('TPL-6 calls that were made for each item of a list', () => {
  it('are one loop in the plan', async () => {
    const agent = await saved(cancelAll('C101'));
    const { plan } = await agent.templates.show('work');
    expect(plan.map(({ tool, loop }) => [tool, loop?.each, loop?.rounds])).toEqual([
      ['list_orders', undefined, undefined],
      ['get_order', { step: 0, path: '$.orders[*]' }, [3]],
      ['cancel_order', { step: 0, path: '$.orders[*]' }, [3]],
    ]);
    expect(plan[1]?.arguments).toEqual({
      from: 'object',
      members: {
        id: {
          from: 'item',
          step: 0,
          path: '$.orders[*]',
          value: '$.id',
          selectors: [{ where: [], take: 'each' }],
        },
      },
    });
    expect(plan.map(({ observed }) => observed.length)).toEqual([1, 3, 3]);
  });

  it.each([
    ['C202', ['W2001', 'W2002']],
    ['C303', ['W3001', 'W3002', 'W3003', 'W3004', 'W3005']],
  ])('are made for as many items as there are for %s', async (customer, orders) => {
    const agent = await saved(cancelAll('C101'));
    const changes: string[] = [];
    const report = await replayOf(agent, aShop(), changes)(customer);
    expect(report.divergence).toBeUndefined();
    expect(report.status).toBe('completed');
    expect(changes).toEqual(orders.map(cancelled));
  });

  it('stop before the first change when an item is in a state that none had', async () => {
    const agent = await saved(cancelAll('C101'));
    const shop = aShop();
    const changes: string[] = [];
    setStatus(shop, 'W3004', 'shipped');
    const report = await replayOf(agent, shop, changes)('C303');
    expect(report).toMatchObject({ status: 'diverged', divergence: { call: 1, tool: 'list_orders' } });
    expect(report.divergence?.found).toContain('shipped');
    expect(changes).toEqual([]);
  });

  it('stop in the round that sees another state, after the rounds before it', async () => {
    const agent = await saved(cancelAll('C101'));
    const shop = aShop();
    const changes: string[] = [];
    const { get_order, ...tools } = toolsOf(shop, changes);
    // The list does not know it yet.
    const late = (given: JsonObject): Json =>
      given['id'] === 'W3003'
        ? { ...(get_order.execute(given) as JsonObject), status: 'shipped' }
        : get_order.execute(given);
    const report = (await agent.templates.run(
      { id: 'work', inputs: { customer: 'C303' }, asRecorded: true },
      { ...tools, get_order: { execute: late, readOnly: true } },
    )) as TemplateRun;
    expect(report).toMatchObject({
      status: 'diverged',
      divergence: { call: 2, round: 3, tool: 'get_order', place: '2:$.status' },
    });
    expect(report.divergence?.reason).toMatch(/^Round 3 of 5: /);
    expect(report.divergence?.remaining).toEqual([
      'cancel_order',
      ...['get_order', 'cancel_order', 'get_order', 'cancel_order'],
    ]);
    expect(changes).toEqual(['W3001', 'W3002'].map(cancelled));
  });

  it('are made for one item, or for none, only when a run had one, or none', async () => {
    const shop = aShop();
    const changes: string[] = [];
    const agent = await saved(cancelAll('C101'));
    expect(await replayOf(agent, shop, changes)('C404')).toMatchObject({ status: 'diverged' });
    expect(await replayOf(agent, shop, changes)('C000')).toMatchObject({ status: 'diverged' });
    expect(changes).toEqual([]);

    const taught = await saved(cancelAll('C101'), cancelAll('C404'), cancelAll('C999'));
    shop.set('W5001', { customer: 'C505', status: 'pending', total: 77 });
    expect(await replayOf(taught, shop, changes)('C505')).toMatchObject({ status: 'completed' });
    expect(await replayOf(taught, shop, changes)('C000')).toMatchObject({ status: 'completed' });
    expect(changes).toEqual([cancelled('W5001')]);
  });
});

describe('TPL-6 a second run', () => {
  it('may have another number of rounds, and makes the plan better', async () => {
    const agent = await saved(cancelAll('C101'));
    const run = await recorded(agent, cancelAll('C202'));
    const learned = await agent.templates.learn({ id: 'work', run });
    expect(learned.plan.map(({ tool, loop }) => [tool, loop?.rounds])).toEqual([
      ['list_orders', undefined],
      ['get_order', [3, 2]],
      ['cancel_order', [3, 2]],
    ]);
    expect(learned.plan.map(({ observed }) => observed.length)).toEqual([2, 5, 5]);
  });

  it('shows a loop where one run alone does not', async () => {
    // Two rounds may be the first item and the last one.
    const agent = await saved(cancelAll('C202'));
    const { plan } = await agent.templates.show('work');
    expect(plan.map(({ loop }) => loop)).toEqual([undefined, undefined, undefined, undefined, undefined]);
    const run = await recorded(agent, cancelAll('C404'));
    const learned = await agent.templates.learn({ id: 'work', run });
    expect(learned.plan.map(({ loop }) => loop?.rounds)).toEqual([undefined, [2, 1], [2, 1]]);
    expect(
      learned.changes.filter(({ change }) => change === 'removed').map(({ because }) => because),
    ).toEqual([
      'It is a round of a loop now, and has the guards of all its rounds.',
      'It is a round of a loop now, and has the guards of all its rounds.',
    ]);
  });

  it('that left an item out did it otherwise', async () => {
    const agent = await saved(cancelAll('C101'));
    const work = cancelAll('C303');
    const run = await recorded(agent, { ...work, calls: work.calls.slice(0, -2) });
    expect(await agent.templates.learn({ id: 'work', run }).catch(asRefusal)).toMatchObject({
      code: 'not_replayable',
    });
  });
});

describe('TPL-9 a loop that is interrupted', () => {
  it('goes on with the round it was in, and changes nothing twice', async () => {
    const agent = await saved(cancelAll('C101'));
    const shop = aShop();
    const changes: string[] = [];
    const tools = toolsOf(shop, changes);
    const out = { ...tools.get_order, execute: (given: JsonObject) => failFor('W3003', tools, given) };
    const input = { id: 'work', inputs: { customer: 'C303' }, asRecorded: true };
    const first = (await agent.templates.run(input, { ...tools, get_order: out })) as TemplateRun;
    expect(first).toMatchObject({ status: 'failed', divergence: { call: 2, round: 3 } });
    const resumed = (await agent.templates.run({ ...input, resume: first.runId }, tools)) as TemplateRun;
    expect(resumed).toMatchObject({ status: 'completed', resumed: first.runId });
    expect(resumed.toolCalls.filter(({ earlier }) => earlier === true)).toHaveLength(5);
    expect(changes).toEqual(['W3001', 'W3002', 'W3003', 'W3004', 'W3005'].map(cancelled));
  });

  it('looks for a change that gave no answer, and goes on', async () => {
    const agent = await saved(cancelAll('C101'));
    const changes: string[] = [];
    const tools = toolsOf(aShop(), changes);
    const hangsUp = (given: JsonObject): Json => {
      const answer = tools.cancel_order.execute(given);
      if (given['id'] === 'W3002') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      return answer;
    };
    const report = (await agent.templates.run(
      { id: 'work', inputs: { customer: 'C303' }, asRecorded: true },
      { ...tools, cancel_order: { execute: hangsUp, readOnly: false } },
    )) as TemplateRun;
    expect(report).toMatchObject({ status: 'completed' });
    expect(report.toolCalls.filter(({ verified }) => verified === true)).toHaveLength(1);
    expect(changes).toEqual(['W3001', 'W3002', 'W3003', 'W3004', 'W3005'].map(cancelled));
  });

  it('does not go on with another list, when the first change was not made', async () => {
    const agent = await saved(cancelAll('C101'));
    const shop = aShop();
    const changes: string[] = [];
    const tools = toolsOf(shop, changes);
    const neverArrives = (): Json => {
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    };
    const input = { id: 'work', inputs: { customer: 'C303' }, asRecorded: true };
    const first = (await agent.templates.run(input, {
      ...tools,
      cancel_order: { execute: neverArrives, readOnly: false },
    })) as TemplateRun;
    expect(first).toMatchObject({ status: 'failed', divergence: { call: 3, round: 1, uncertain: true } });
    shop.delete('W3001');
    const again = { ...input, resume: first.runId, uncertain: 'not made' as const };
    const resumed = (await agent.templates.run(again, tools)) as TemplateRun;
    expect(resumed).toMatchObject({ status: 'diverged', divergence: { call: 2 } });
    expect(resumed.divergence?.reason).toContain('is another one than when the run was interrupted');
    expect(changes).toEqual([]);
  });
});

describe('TPL-6 a loop in words', () => {
  it('is shown with its list, in the plan and in a dry run', async () => {
    const agent = await saved(cancelAll('C101'));
    const { explained } = await agent.templates.show('work');
    expect(explained.map(({ loop }) => loop?.each)).toEqual([
      undefined,
      { step: 0, path: '$.orders[*]' },
      { step: 0, path: '$.orders[*]' },
    ]);
    expect(explained[1]?.arguments[0]?.because).toBe('id of the item of the round in $.orders[*] of call 1');
    expect(explained[1]?.guards.find(({ place }) => place === '2:$.status')).toMatchObject({
      must: 'equal',
      values: ['"pending"'],
    });
    const dryRun = await agent.templates.run({ id: 'work', inputs: { customer: 'C202' }, dryRun: true });
    expect(dryRun).toMatchObject({ calls: [{}, { loop: { rounds: [3] } }, { loop: { rounds: [3] } }] });
  });

  it('is edited like the rest of the plan, and refused when it cannot be run', async () => {
    const agent = await saved(cancelAll('C101'));
    const { plan } = await agent.templates.show('work');
    const last = { ...plan[2], loop: undefined };
    const outside = await agent.templates
      .edit({ id: 'work', plan: [...plan.slice(0, 2), last] as typeof plan })
      .catch(asRefusal);
    expect(outside).toMatchObject({ code: 'invalid_input' });
    expect(String(outside)).toContain('which is made once a round');
  });
});
