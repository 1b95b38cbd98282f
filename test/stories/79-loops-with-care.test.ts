import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, TemplateRun } from '../../src/index.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import { aShop, cancelAll, cancelled, replayOf, setStatus, toolsOf } from './order-shop.ts';
import { saved } from './recorded-work.ts';

describe('TPL-6 an open argument of a loop', () => {
  const work = cancelAll('C101', { task: 'Cancel all orders of the customer' });

  it('is repeated in all rounds with the recorded inputs', async () => {
    const agent = await saved(work);
    const changes: string[] = [];
    expect(await replayOf(agent, aShop(), changes)('C101')).toMatchObject({ status: 'completed' });
    expect(changes).toEqual(['W1001', 'W1002', 'W1003'].map(cancelled));
  });

  it('is not repeated when the list is another one', async () => {
    const agent = await saved(work);
    const shop = aShop();
    const changes: string[] = [];
    shop.set('W1009', { customer: 'C101', status: 'pending', total: 12 });
    expect(await replayOf(agent, shop, changes)('C101')).toMatchObject({ status: 'diverged' });
    expect(changes).toEqual([]);
  });

  it('must be given once with other inputs, and is the same in all rounds', async () => {
    const agent = await saved(work);
    const alone = { id: 'work', inputs: { customer: 'C202' } };
    const refused = await agent.templates.run(alone, toolsOf(aShop(), [])).catch(asRefusal);
    expect(refused).toMatchObject({ code: 'invalid_input', details: { missing: ['reason'] } });
    const changes: string[] = [];
    const inputs = { customer: 'C202', reason: 'no longer needed' };
    const report = await agent.templates.run({ id: 'work', inputs }, toolsOf(aShop(), changes));
    expect(report).toMatchObject({ status: 'completed' });
    expect(changes).toEqual(['W2001', 'W2002'].map(cancelled));
  });
});

describe('TPL-6 a person', () => {
  it('frees a place of all items, and of all rounds', async () => {
    const agent = await saved(cancelAll('C101'));
    await agent.templates.edit({ id: 'work', free: ['1:$.orders[*].status', '2:$.status'] });
    await agent.templates.approve({ id: 'work' });
    const shop = aShop();
    const changes: string[] = [];
    setStatus(shop, 'W3004', 'shipped');
    const report = await replayOf(agent, shop, changes)('C303');
    expect(report.divergence).toBeUndefined();
    expect(changes).toHaveLength(5);
  });

  it('drops the look of a loop, and not the list', async () => {
    const agent = await saved(cancelAll('C101'));
    const list = await agent.templates.edit({ id: 'work', drop: ['1'] }).catch(asRefusal);
    expect(list).toMatchObject({ code: 'invalid_input' });
  });
});

describe('TPL-9 a change in a loop whose answer was lost', () => {
  it('does not keep the other rounds from being compared', async () => {
    const agent = await saved(cancelAll('C101'));
    const changes: string[] = [];
    const tools = toolsOf(aShop(), changes);
    const hangsUp = (given: JsonObject): Json => {
      const answer = tools.cancel_order.execute(given);
      if (given['id'] === 'W2001') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      return answer;
    };
    const report = (await agent.templates.run(
      { id: 'work', inputs: { customer: 'C202' }, asRecorded: true },
      { ...tools, cancel_order: { execute: hangsUp, readOnly: false } },
    )) as TemplateRun;
    expect(report.divergence).toBeUndefined();
    expect(changes).toEqual(['W2001', 'W2002'].map(cancelled));
  });
});
