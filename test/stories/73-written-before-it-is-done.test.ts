import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EngramOptions, TemplateRun, View } from '../../src/index.ts';
import type { Tools } from '../../src/ports/run-handle.ts';
import type { Store } from '../../src/ports/store.ts';
import { createIds, systemClock } from '../../src/providers/system.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import { openForTest } from './open-for-test.ts';

/** A shop whose refunds and letters are counted. `after` does something once a change has taken effect. */
function aShop() {
  const orders = new Map([
    ['W1', 'paid'],
    ['W2', 'paid'],
  ]);
  const changes: string[] = [];
  const after: { refund?: () => unknown; letter?: () => unknown } = {};
  const keys: Array<string | undefined> = [];
  const tools = {
    getOrder: {
      execute: ({ id }: { id: string }) => ({ id, status: orders.get(id) ?? 'unknown' }),
      readOnly: true,
    },
    refund: {
      execute: ({ id }: { id: string }, { idempotencyKey }: { readonly idempotencyKey?: string }) => {
        changes.push(`refund ${id}`);
        keys.push(idempotencyKey);
        orders.set(id, 'refunded');
        return after.refund?.() ?? { id, refunded: true };
      },
      readOnly: false,
    },
    sendLetter: {
      execute: ({ to }: { to: string }) => {
        changes.push(`letter ${to}`);
        return after.letter?.() ?? { sent: true };
      },
      readOnly: false,
    },
  } satisfies Tools;
  return { orders, changes, after, keys, tools };
}

/** Refunds an order and looks at it again, and writes a letter, which nothing shows. */
async function record(agent: View, options: { letter: boolean }): Promise<void> {
  const shop = aShop();
  const run = await agent.startRun({ description: 'Refund order W1', inputs: { id: 'W1' } });
  const call = (tool: 'getOrder' | 'refund', id: string) =>
    run.call(tool, { id }, (given) => shop.tools[tool].execute(given, {}));
  await call('getOrder', 'W1');
  await call('refund', 'W1');
  await call('getOrder', 'W1');
  if (options.letter)
    await run.call('sendLetter', { to: 'W1' }, (given) => shop.tools.sendLetter.execute(given));
  await run.finish({ outcome: 'success' });
  await agent.templates.save({ run: run.id, name: 'refund', approve: true }, shop.tools);
}

async function aShopWithTemplate(options = { letter: false }, settings: EngramOptions = {}) {
  const engram = await openForTest(settings);
  const alice = engram.agent('alice');
  await record(alice, options);
  const shop = aShop();
  const run = (input: object = {}, tools: Tools = shop.tools) =>
    alice.templates.run({ id: 'refund', inputs: { id: 'W2' }, ...input }, tools) as Promise<TemplateRun>;
  return { engram, alice, shop, run };
}

const hangUp = (): never => {
  throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
};

describe('TPL-9 a change is written down before it is made', () => {
  it('and nothing is left of it when all went well', async () => {
    const { shop, run } = await aShopWithTemplate();
    expect(await run()).toMatchObject({ status: 'completed' });
    expect(shop.changes).toEqual(['refund W2']);
    expect(shop.keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    // Nothing is in the way of doing it again; the world is.
    expect(await run()).toMatchObject({ status: 'diverged' });
  });

  it('is not made when that cannot be written', async () => {
    const sound = createReferenceStore();
    const store: Store = {
      ...sound,
      async commit(commands) {
        if (commands.some(({ type }) => type === 'keep-checkpoint')) throw new Error('The disk is full.');
        return sound.commit(commands);
      },
    };
    const { shop, run } = await aShopWithTemplate({ letter: false }, { store });
    const report = await run();
    expect(report).toMatchObject({ status: 'failed', divergence: { call: 2 } });
    expect(report.divergence?.reason).toContain('The disk is full');
    expect(shop.changes).toEqual([]);
  });
});

describe('TPL-9 a change that gave no answer', () => {
  it('is looked for where a look has shown it, and the replay goes on', async () => {
    const { shop, run } = await aShopWithTemplate();
    shop.after.refund = hangUp;
    const report = await run();
    expect(report).toMatchObject({ status: 'completed' });
    expect(report.toolCalls[1]).toMatchObject({ tool: 'refund', verified: true });
    expect(shop.changes).toEqual(['refund W2']);
  });

  it('is uncertain where nothing shows it, keeps the same from being begun, and is resolved by a person', async () => {
    const { shop, run } = await aShopWithTemplate({ letter: true });
    shop.after.letter = hangUp;
    const first = await run();
    expect(first).toMatchObject({ status: 'failed', divergence: { call: 4, uncertain: true } });
    const refused = await run().catch(asRefusal);
    expect(refused).toMatchObject({ code: 'conflict', details: { run: first.runId } });
    expect(String(refused)).toContain(`resume: "${first.runId}"`);
    const stuck = await run({ resume: first.runId });
    expect(stuck).toMatchObject({ status: 'failed', divergence: { uncertain: true }, resumed: first.runId });
    expect(shop.changes).toEqual(['refund W2', 'letter W2']);
    const made = await run({ resume: stuck.runId, uncertain: 'made' });
    expect(made).toMatchObject({ status: 'completed' });
    expect(shop.changes).toEqual(['refund W2', 'letter W2']);
  });

  it('is made once more when a person says that it was not', async () => {
    const { shop, run } = await aShopWithTemplate({ letter: true });
    shop.after.letter = hangUp;
    const first = await run();
    delete shop.after.letter;
    const resumed = await run({ resume: first.runId, uncertain: 'not made' });
    expect(resumed).toMatchObject({ status: 'completed', resumed: first.runId });
    expect(resumed.toolCalls.map(({ tool, earlier }) => [tool, earlier ?? false])).toEqual([
      ['getOrder', true],
      ['refund', true],
      ['getOrder', false],
      ['sendLetter', false],
    ]);
    expect(shop.changes).toEqual(['refund W2', 'letter W2', 'letter W2']);
  });

  it('is made again with the same key by a tool of which the program says that this is harmless', async () => {
    const { shop, run } = await aShopWithTemplate({ letter: true });
    shop.after.letter = hangUp;
    const first = await run();
    delete shop.after.letter;
    const harmless = { ...shop.tools, sendLetter: { ...shop.tools.sendLetter, idempotent: true } };
    expect(await run({ resume: first.runId }, harmless)).toMatchObject({ status: 'completed' });
    expect(await run({}, harmless)).toMatchObject({ status: 'diverged' });
  });

  it('may be forgotten by whoever knows better', async () => {
    const { shop, run } = await aShopWithTemplate({ letter: true });
    shop.after.letter = hangUp;
    await run();
    shop.orders.set('W2', 'paid');
    delete shop.after.letter;
    expect(await run({ anew: true })).toMatchObject({ status: 'completed' });
  });
});

describe('TPL-9 a run that stopped', () => {
  it('goes on where it was, once the reason is gone', async () => {
    const { shop, run } = await aShopWithTemplate({ letter: true });
    const orders = shop.tools.getOrder.execute;
    let looks = 0;
    const doubtful = {
      ...shop.tools,
      getOrder: {
        execute: (given: { id: string }) => {
          looks += 1;
          return looks === 2 ? { ...orders(given), status: 'audited' } : orders(given);
        },
        readOnly: true,
      },
    };
    const first = await run({}, doubtful);
    expect(first).toMatchObject({ status: 'diverged', divergence: { call: 3 } });
    expect(await run({ resume: first.runId }, doubtful)).toMatchObject({ status: 'completed' });
    expect(shop.changes).toEqual(['refund W2', 'letter W2']);
  });

  it('is not forgotten by a resume that comes to nothing', async () => {
    const { shop, run } = await aShopWithTemplate({ letter: true });
    shop.after.letter = hangUp;
    const first = await run();
    const stricter = {
      ...shop.tools,
      sendLetter: { ...shop.tools.sendLetter, inputSchema: { type: 'object', required: ['stamp'] } },
    };
    const second = await run({ resume: first.runId }, stricter);
    expect(second).toMatchObject({ status: 'diverged', toolCalls: [] });
    expect(await run({}, stricter).catch(asRefusal)).toMatchObject({ code: 'conflict' });
    expect(await run({ resume: second.runId, uncertain: 'made' })).toMatchObject({ status: 'completed' });
    expect(shop.changes).toEqual(['refund W2', 'letter W2']);
  });

  it('cannot be resumed with other inputs, by a stranger, or when nothing is left', async () => {
    const { engram, shop, run } = await aShopWithTemplate({ letter: true });
    shop.after.letter = hangUp;
    const { runId } = await run();
    const other = await run({ resume: runId, inputs: { id: 'W1' } }).catch(asRefusal);
    expect(other).toMatchObject({ code: 'invalid_input', details: { other: ['id'] } });
    const bob = engram.agent('bob').templates.run({ id: 'refund', resume: runId }, shop.tools);
    expect(await bob.catch(asRefusal)).toMatchObject({ code: 'not_found' });
    expect(await run({ resume: 'run_none' }).catch(asRefusal)).toMatchObject({ code: 'not_found' });
    expect(shop.changes).toEqual(['refund W2', 'letter W2']);
  });
});

describe('TPL-9 the same at the same time', () => {
  it('is done once: others are told which run is at it', async () => {
    const { shop, run } = await aShopWithTemplate();
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => run()));
    const done = all.filter(({ status }) => status === 'fulfilled');
    expect(done).toHaveLength(1);
    for (const each of all) {
      if (each.status === 'rejected') expect(asRefusal(each.reason)).toMatchObject({ code: 'conflict' });
    }
    expect(shop.changes).toEqual(['refund W2']);
  });

  it('with one idempotency key is answered eight times and done once, also later', async () => {
    const { shop, run } = await aShopWithTemplate();
    const all = await Promise.all(Array.from({ length: 8 }, () => run({ idempotencyKey: 'refund-of-W2' })));
    expect(new Set(all.map(({ runId }) => runId)).size).toBe(1);
    expect(all.filter(({ repeated }) => repeated !== true)).toHaveLength(1);
    const later = await run({ idempotencyKey: 'refund-of-W2' });
    expect(later).toMatchObject({ status: 'completed', repeated: true, runId: all[0]?.runId });
    expect(shop.changes).toEqual(['refund W2']);
    const other = await run({ idempotencyKey: 'refund-of-W2', inputs: { id: 'W1' } }).catch(asRefusal);
    expect(other).toMatchObject({ code: 'conflict' });
  });

  it('is refused where nothing would keep it from being done twice', async () => {
    const { run } = await aShopWithTemplate();
    const adaptive = await run({ mode: 'adaptive', idempotencyKey: 'once' }).catch(asRefusal);
    expect(adaptive).toMatchObject({ code: 'invalid_input', details: { fields: ['idempotencyKey'] } });
    const alone = await run({ uncertain: 'made' }).catch(asRefusal);
    expect(alone).toMatchObject({ code: 'invalid_input', details: { fields: ['uncertain'] } });
  });

  it('is done once by two engines on one file', async () => {
    const db = `file:${join(mkdtempSync(join(tmpdir(), 'engram-twice-')), 'engram.db')}`;
    const { shop, run } = await aShopWithTemplate({ letter: false }, { db });
    const ids = createIds(systemClock, Math.random);
    const second = await openForTest({ db, ids });
    const other = second.agent('alice').templates.run({ id: 'refund', inputs: { id: 'W2' } }, shop.tools);
    const both = await Promise.allSettled([run(), other]);
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(shop.changes).toEqual(['refund W2']);
    await second.close();
  });
});
