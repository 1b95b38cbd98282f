import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/index.ts';
import { effectOf } from '../../src/templates/plan/effect.ts';
import { openForTest } from './open-for-test.ts';
import { saved, type Work } from './recorded-work.ts';

describe('TPL-6 a tool for anything is judged by what it is asked now', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['query', { sql: 'SELECT * FROM a' }, { sql: 'DELETE FROM accounts' }],
    ['query', { sql: 'SELECT * FROM a' }, { sql: '/* c */ DELETE FROM accounts' }],
    ['query', { sql: 'SELECT * FROM a' }, { sql: 'SELECT 1; DROP TABLE accounts' }],
    ['query', { query: 'query { a }' }, { query: 'query A { a } mutation B { pay }' }],
    ['fetch', { url: 'u', method: 'GET' }, { url: 'u', method: 'POST' }],
  ])('%s stops a draft that only looked: %j, now %j', async (tool, before, now) => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun({ description: 'Look', inputs: before });
    await run.call(tool, before, () => ({ ok: true }));
    await run.finish({ outcome: 'success' });
    await alice.templates.save({ run: run.id, name: 'look' });
    const calls: Json[] = [];
    const report = await alice.templates.run(
      { id: 'look', inputs: now },
      {
        [tool]: (given: JsonObject) => {
          calls.push(given);
          return { ok: true };
        },
      },
    );
    expect(calls).toEqual([]);
    expect(report).toMatchObject({
      divergence: { reason: expect.stringContaining('would change something') },
    });
  });

  it.each<[string, JsonObject]>([
    ['fetch', { url: 'u', init: { method: 'POST' } }],
    ['fetch', { url: 'u', body: '{"pay":1}' }],
    ['query', { sql: '-- c\nDELETE FROM a' }],
    ['query', { sql: 'EXPLAIN ANALYZE DELETE FROM a' }],
    ['query', { sql: 'SELECT * INTO b FROM a' }],
    ['query', { text: 'DELETE FROM a' }],
    ['query', { sql: `SELECT '${'x'.repeat(6_000)}'; DELETE FROM a` }],
    ['get_logout', {}],
    ['fetch_charge', {}],
    ['list_for_sale', {}],
    ['verify_payment', {}],
  ])('%s %j is a change', (tool, given) => {
    expect(effectOf(tool, undefined, given).effect).toBe('write');
  });

  it.each<[string, JsonObject]>([
    ['search', { query: 'how do I update my profile' }],
    ['query', { sql: 'SELECT name FROM a WHERE deleted = 0' }],
    ['fetch', { url: 'u', method: 'GET' }],
  ])('%s %j is a look', (tool, given) => {
    expect(effectOf(tool, undefined, given).effect).toBe('read');
  });
});

describe('TPL-6 an unused input that held a secret', () => {
  it.each(['use nothing: do not pay, not even then pay', 'use sk-x do not pay then pay'])(
    'stops when more than the secret is another: %s',
    async (note) => {
      const key = `sk-proj-${'a1B2'.repeat(10)}`;
      const agent = await saved({
        task: 'Pay',
        inputs: { note: `use ${key} then pay` },
        calls: [['pay', { id: 'W-1001' }, 'ok']],
      });
      const paid: Json[] = [];
      const pay = (given: JsonObject) => {
        paid.push(given);
        return 'ok';
      };
      await agent.templates.run({ id: 'work', inputs: { note } }, { pay }).catch(() => {});
      expect(paid).toEqual([]);
    },
  );
});

describe('TPL-6 a constant that several runs had', () => {
  const work = (account: string, about: JsonObject): Work => ({
    task: 'Set the value of an account',
    inputs: { account },
    calls: [
      ['get_account', { account }, { account, ...about }],
      ['set_value', { account, value: 'pay' }, 'ok'],
    ],
  });

  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ['a date', { due: '2026-01-05' }, { due: '2026-02-05' }, { due: '2031-01-05' }],
    ['a plan', { plan: 'gold-1001' }, { plan: 'gold-1002' }, { plan: 'bronze-1003' }],
    ['a country', { iban: 'DE1001' }, { iban: 'DE2002' }, { iban: 'US3003' }],
    ['a domain', { mail: 'ann@acme.example' }, { mail: 'bob@acme.example' }, { mail: 'eve@evil.example' }],
  ])('is not repeated where %s is unlike all of them', async (_, first, second, now) => {
    const agent = await saved(work('A1', first), work('B7', second));
    const written: Json[] = [];
    await agent.templates
      .run(
        { id: 'work', inputs: { account: 'C3' } },
        {
          get_account: () => ({ account: 'C3', ...now }),
          set_value: (given: JsonObject) => {
            written.push(given);
            return 'ok';
          },
        },
      )
      .catch(() => {});
    expect(written).toEqual([]);
  });
});
