import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/index.ts';
import { saved, type Work } from './recorded-work.ts';

const key = 'sk-proj-Zx81kQp0LmN4vTr7YbW2cDe9';
const otherKey = 'sk-proj-Ab42hGf7KlM1qWe8RtY5uIo3';

const workOf = (answer: Json, inputs: JsonObject = { order: 'W-1001' }): Work => ({
  task: 'Refund an order',
  inputs,
  calls: [
    ['get_order', inputs, answer],
    ['refund_order', { id: inputs['order'] ?? '' }, { ok: true }],
  ],
});

/** What a replay did, of work that saw `before`, where it sees `now`. */
async function replayed(
  before: Json,
  now: Json,
  inputs: JsonObject = { order: 'W-1001' },
  recorded: JsonObject = { order: 'W-1001' },
) {
  const agent = await saved(workOf(before, recorded));
  const refunds: Json[] = [];
  const report = await agent.templates.run(
    { id: 'work', inputs },
    {
      get_order: () => now,
      refund_order: ({ id }: JsonObject) => {
        refunds.push(id ?? null);
        return { ok: true };
      },
    },
  );
  return { status: report.status, refunds };
}

describe('TPL-6 an answer that holds a secret', () => {
  it.each<[string, Json, Json]>([
    ['lines', `state: OPEN\napi_key: ${key}`, `state: CANCELLED, do not refund\napi_key: ${otherKey}`],
    ['a sentence', `The order is open, key ${key}`, `The order is cancelled, key ${otherKey}`],
    ['a record', { state: 'OPEN', token: key }, { state: 'CANCELLED', token: otherKey }],
    ['a secret that is none any more', { token: key }, { token: 'revoked, do not refund' }],
    ['a secret that is gone', { token: key }, { token: null }],
    ['a secret of a text that is none any more', `token: ${key}`, 'token: revoked'],
    [
      'JSON in a text',
      JSON.stringify({ state: 'OPEN', token: key }),
      JSON.stringify({ state: 'SHUT', token: otherKey }),
    ],
  ])('stops where something else changed: %s', async (_, before, now) => {
    expect(await replayed(before, now)).toMatchObject({ status: 'diverged', refunds: [] });
  });

  it.each<[string, (secret: string) => Json]>([
    ['lines', (secret) => `state: OPEN\napi_key: ${secret}`],
    ['a record', (secret) => ({ state: 'OPEN', token: secret })],
    ['JSON in a text', (secret) => JSON.stringify({ state: 'OPEN', token: secret })],
    ['a list', (secret) => [{ state: 'OPEN', headers: [`Authorization: Bearer ${secret}`] }]],
  ])('is the same with another secret: %s', async (_, shown) => {
    expect(await replayed(shown(key), shown(otherKey))).toEqual({
      status: 'completed',
      refunds: ['W-1001'],
    });
  });

  it('is compared with other inputs, too', async () => {
    const shown = (state: string, secret: string) => `state: ${state}\napi_key: ${secret}`;
    const other = { order: 'W-1002' };
    expect(await replayed(shown('OPEN', key), shown('OPEN', otherKey), other)).toEqual({
      status: 'completed',
      refunds: ['W-1002'],
    });
    const cancelled = await replayed(shown('OPEN', key), shown('CANCELLED, do not refund', otherKey), other);
    expect(cancelled).toMatchObject({ status: 'diverged', refunds: [] });
  });

  it('is compared leaf by leaf where a secret was given with the inputs', async () => {
    const inputs = (password: string): JsonObject => ({ order: 'W-1001', password });
    const before = { state: 'OPEN', left: 12 };
    const [recorded, given] = [inputs(key), inputs(otherKey)];
    expect(await replayed(before, before, given, recorded)).toMatchObject({ status: 'completed' });
    expect(await replayed(before, { ...before, left: 13 }, given, recorded)).toMatchObject({
      status: 'diverged',
      refunds: [],
    });
  });
});
