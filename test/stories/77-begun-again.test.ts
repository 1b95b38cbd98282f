import { describe, expect, it } from 'vitest';
import { EngramError, type EngramOptions, type TemplateRun } from '../../src/index.ts';
import type { Tools } from '../../src/ports/run-handle.ts';
import type { Command, Store } from '../../src/ports/store.ts';
import { createIds, systemClock } from '../../src/providers/system.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { scriptedModel } from '../../src/testing/index.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import { openForTest } from './open-for-test.ts';

/** A shop where an order is looked at, refunded, looked for in the books, and a letter is written. */
function aShop() {
  const changes: string[] = [];
  const world = { status: 'paid', books: 'open' };
  const tools = {
    getOrder: { execute: ({ id }: { id: string }) => ({ id, status: world.status }), readOnly: true },
    refund: {
      execute: ({ id }: { id: string }) => {
        changes.push(`refund ${id}`);
        return { id, refunded: true };
      },
      readOnly: false,
    },
    getBooks: { execute: () => ({ books: world.books }), readOnly: true },
    sendLetter: {
      execute: ({ to }: { to: string }) => {
        changes.push(`letter ${to}`);
        return { sent: true };
      },
      readOnly: false,
    },
  } satisfies Tools;
  return { changes, world, tools };
}

async function aShopWithTemplate(options: EngramOptions = {}) {
  const engram = await openForTest(options);
  const alice = engram.agent('alice');
  const recorded = await alice.startRun({ description: 'Refund order W1', inputs: { id: 'W1' } });
  const { getOrder, refund, getBooks, sendLetter } = recorded.tools(aShop().tools);
  await getOrder({ id: 'W1' });
  await refund({ id: 'W1' });
  await getBooks();
  await sendLetter({ to: 'W1' });
  await recorded.finish({ outcome: 'success' });
  await alice.templates.save({ run: recorded.id, name: 'refund', approve: true }, aShop().tools);
  const shop = aShop();
  const run = (input: object = {}, tools: Tools = shop.tools) =>
    alice.templates.run({ id: 'refund', inputs: { id: 'W2' }, ...input }, tools) as Promise<TemplateRun>;
  return { engram, alice, shop, run };
}

describe('TPL-9 a run that changed something and did not come to its end', () => {
  it('keeps the same from being begun again, and says what it changed and how to go on', async () => {
    const { shop, run } = await aShopWithTemplate();
    shop.world.books = 'closed';
    const first = await run();
    expect(first).toMatchObject({ status: 'diverged', divergence: { call: 3 } });
    const refused = await run().catch(asRefusal);
    expect(refused).toMatchObject({
      code: 'conflict',
      details: { run: first.runId, changed: ['refund {"id":"W2"}'] },
    });
    expect(String(refused)).toContain('stopped before its end, and changed this: refund {"id":"W2"}');
    expect(String(refused)).toContain(`resume: "${first.runId}"`);
    expect(String(refused)).toContain('templates.run({ id: "refund", anew: true })');
    expect(String(refused)).toContain(`runs.show({ id: "${first.runId}" })`);
    expect(shop.changes).toEqual(['refund W2']);
    // Another order is another matter.
    shop.world.books = 'open';
    expect(await run({ inputs: { id: 'W3' } })).toMatchObject({ status: 'completed' });
  });

  it('is resolved by going on with it', async () => {
    const { shop, run } = await aShopWithTemplate();
    shop.world.books = 'closed';
    const first = await run();
    const second = await run({ resume: first.runId });
    expect(second).toMatchObject({ status: 'diverged' });
    expect(await run().catch(asRefusal)).toMatchObject({ code: 'conflict', details: { run: second.runId } });
    shop.world.books = 'open';
    expect(await run({ resume: second.runId })).toMatchObject({ status: 'completed' });
    expect(shop.changes).toEqual(['refund W2', 'letter W2']);
    expect(await run()).toMatchObject({ status: 'completed' });
  });

  it('is set aside by a person', async () => {
    const { shop, run } = await aShopWithTemplate();
    shop.world.books = 'closed';
    const first = await run();
    shop.world.books = 'open';
    expect(await run({ anew: true })).toMatchObject({ status: 'completed' });
    expect(await run({ resume: first.runId }).catch(asRefusal)).toMatchObject({ code: 'not_found' });
  });

  it('is resolved by a model that does the rest', async () => {
    const model = scriptedModel([
      { requests: [{ tool: 'sendLetter', arguments: { to: 'W2' } }] },
      'The letter is written.',
    ]);
    const { shop, run } = await aShopWithTemplate({ model, templates: { synthesis: { by: 'rules' } } });
    shop.world.books = 'closed';
    expect(await run()).toMatchObject({ status: 'completed', fallback: { status: 'completed' } });
    shop.world.books = 'open';
    expect(await run()).toMatchObject({ status: 'completed' });
    expect(shop.changes).toEqual(['refund W2', 'letter W2', 'refund W2', 'letter W2']);
  });

  it('is not resolved by a model that failed; then going on with it is not offered', async () => {
    const model = scriptedModel([new EngramError('timeout', 'The model is away.')]);
    const { shop, run } = await aShopWithTemplate({ model, templates: { synthesis: { by: 'rules' } } });
    shop.world.books = 'closed';
    const first = await run();
    expect(first).toMatchObject({ status: 'diverged', fallback: { status: 'failed' } });
    const refused = await run().catch(asRefusal);
    expect(refused).toMatchObject({ code: 'conflict', details: { run: first.runId } });
    expect(String(refused)).toContain('templates.run({ id: "refund", anew: true })');
    expect(String(refused)).not.toContain('resume:');
    expect(shop.changes).toEqual(['refund W2']);
  });

  it('also when it failed at a look, or was ended by whoever started it', async () => {
    const { alice, shop, run } = await aShopWithTemplate();
    const away = {
      ...shop.tools,
      getBooks: { execute: () => Promise.reject(new Error('away')), readOnly: true },
    };
    expect(await run({}, away)).toMatchObject({ status: 'failed', divergence: { call: 3 } });
    expect(await run({}, away).catch(asRefusal)).toMatchObject({ code: 'conflict' });
    const stop = new AbortController();
    const ending = {
      ...shop.tools,
      refund: {
        execute: (given: { id: string }) => {
          stop.abort();
          return shop.tools.refund.execute(given);
        },
        readOnly: false,
      },
    };
    const asked = { id: 'refund', inputs: { id: 'W5' } };
    const ended = await alice.templates.run(asked, ending, { signal: stop.signal });
    expect(ended).toMatchObject({ status: 'failed' });
    expect(await alice.templates.run(asked, shop.tools).catch(asRefusal)).toMatchObject({ code: 'conflict' });
    expect(shop.changes).toEqual(['refund W2', 'refund W5']);
  });

  it('may be begun again as often as anybody likes when it changed nothing', async () => {
    const { shop, run } = await aShopWithTemplate();
    shop.world.status = 'refunded';
    expect(await run()).toMatchObject({ status: 'diverged', divergence: { call: 1 } });
    expect(await run()).toMatchObject({ status: 'diverged', divergence: { call: 1 } });
    shop.world.status = 'paid';
    expect(await run()).toMatchObject({ status: 'completed' });
    expect(shop.changes).toEqual(['refund W2', 'letter W2']);
  });
});

/** A process that is killed just before it writes down that it will write the letter. */
function aMortalStore() {
  const sound = createReferenceStore();
  let isMortal = false;
  let isDead = false;
  const store: Store = {
    ...sound,
    async commit(commands) {
      if (isMortal && commands.some(isLetterToBe)) isDead = true;
      if (isDead) throw new Error('The process was killed.');
      return sound.commit(commands);
    },
  };
  return { sound, store, makeMortal: () => (isMortal = true) };
}

function isLetterToBe(command: Command): boolean {
  return (
    command.type === 'keep-checkpoint' &&
    command.checkpoint.state === 'begun' &&
    JSON.stringify(command.checkpoint.input).includes('sendLetter')
  );
}

describe('TPL-11 an interruption is no evidence against a template', () => {
  const strict = { templates: { synthesis: { by: 'rules' }, demotion: { runs: 10, failures: 1 } } } as const;

  /** A run of the template was killed between its two changes; another process finds what it left. */
  async function aKilledRun() {
    const { sound, store, makeMortal } = aMortalStore();
    const killed = await aShopWithTemplate({ ...strict, store });
    makeMortal();
    await killed.run().catch(() => {});
    const next = await openForTest({
      ...strict,
      store: sound,
      ids: createIds(systemClock, Math.random),
    });
    const alice = next.agent('alice');
    const run = (input: object = {}) =>
      alice.templates.run(
        { id: 'refund', inputs: { id: 'W2' }, ...input },
        killed.shop.tools,
      ) as Promise<TemplateRun>;
    const refused = asRefusal(await run().catch((thrown: unknown) => thrown));
    expect(refused).toMatchObject({ code: 'conflict' });
    const resume = String(refused.details['run']);
    return { alice, run, refused, resume, shop: killed.shop };
  }

  it('a run that was killed is named with what it changed', async () => {
    const { refused } = await aKilledRun();
    expect(refused.details).toMatchObject({ changed: ['refund {"id":"W2"}'] });
    expect(String(refused)).toContain('was interrupted, and changed this: refund {"id":"W2"}');
  });

  it('so a template stays approved when its run was killed and resumed', async () => {
    const { alice, run, resume, shop } = await aKilledRun();
    expect(await run({ resume })).toMatchObject({ status: 'completed', resumed: resume });
    expect(shop.changes).toEqual(['refund W2', 'letter W2']);
    expect(await alice.runs.show(resume)).toMatchObject({ outcome: 'failure' });
    expect(await alice.templates.show('refund')).toMatchObject({ status: 'approved' });
    expect((await alice.templates.compare('refund')).replay).toMatchObject({ runs: 1, successes: 1 });
  });

  it('nor is one that whoever started it has ended', async () => {
    const { alice, shop } = await aShopWithTemplate(strict);
    const stop = new AbortController();
    stop.abort();
    const ended = await alice.templates.run({ id: 'refund', asRecorded: true }, shop.tools, {
      signal: stop.signal,
    });
    expect(ended).toMatchObject({ status: 'failed' });
    expect(await alice.templates.show('refund')).toMatchObject({ status: 'approved' });
  });

  it('a run that was begun while the template was approved is resumed although the template was demoted since', async () => {
    const { alice, run, resume, shop } = await aKilledRun();
    shop.world.status = 'refunded';
    expect(await run({ inputs: { id: 'W9' } })).toMatchObject({ status: 'diverged' });
    expect(await alice.templates.show('refund')).toMatchObject({ status: 'draft', version: 1 });
    expect(await run({ inputs: { id: 'W9' } }).catch(asRefusal)).toMatchObject({ code: 'not_replayable' });
    expect(await run({ resume })).toMatchObject({ status: 'completed' });
    expect(shop.changes).toEqual(['refund W2', 'letter W2']);
  });

  it('and so is a request that was answered before answered again', async () => {
    const { alice, run, shop } = await aShopWithTemplate(strict);
    const first = await run({ idempotencyKey: 'refund-W2' });
    shop.world.status = 'refunded';
    await run({ inputs: { id: 'W9' } });
    expect(await alice.templates.show('refund')).toMatchObject({ status: 'draft' });
    expect(await run({ idempotencyKey: 'refund-W2' })).toMatchObject({ runId: first.runId, repeated: true });
    expect(await run({ idempotencyKey: 'refund-W3' }).catch(asRefusal)).toMatchObject({
      code: 'not_replayable',
    });
  });

  it('a draft that may not be begun does not set aside what is in the way', async () => {
    const { run, resume, shop } = await aKilledRun();
    shop.world.status = 'refunded';
    await run({ inputs: { id: 'W9' } });
    expect(await run({ anew: true }).catch(asRefusal)).toMatchObject({ code: 'not_replayable' });
    expect(await run().catch(asRefusal)).toMatchObject({ code: 'conflict', details: { run: resume } });
  });

  it('but not when its plan was edited since, until somebody approves that', async () => {
    const { alice, run, resume, shop } = await aKilledRun();
    await alice.templates.edit({ id: 'refund', free: ['3:$.books'] });
    const refused = await run({ resume }).catch(asRefusal);
    expect(refused).toMatchObject({ code: 'not_replayable' });
    expect(String(refused)).toContain('was edited since that run was begun (version 1, now 2)');
    expect(shop.changes).toEqual(['refund W2']);
    await alice.templates.approve({ id: 'refund' });
    expect(await run({ resume })).toMatchObject({ status: 'completed' });
  });

  it('nor when it was retired', async () => {
    const { alice, run, resume, shop } = await aKilledRun();
    await alice.templates.retire({ id: 'refund' });
    expect(await run({ resume }).catch(asRefusal)).toMatchObject({ code: 'not_replayable' });
    expect(shop.changes).toEqual(['refund W2']);
  });
});
