import { describe, expect, it, vi } from 'vitest';
import type { View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

async function decide(
  view: View,
  context: string,
  action: string,
  outcome: 'success' | 'failure' | 'partial',
  times = 1,
) {
  for (let index = 0; index < times; index += 1) {
    await view.memories.record({ kind: 'decision', content: { context, action, outcome } });
  }
}

describe('LRN-1 a suggestion comes from what was recorded', () => {
  it('ranks the actions of a situation and recommends the best', async () => {
    const alice = (await openForTest()).agent('alice');
    await decide(alice, 'api-auth-timeout', 'increase-timeout', 'failure');
    await decide(alice, 'api-auth-timeout', 'retry-with-exponential-backoff', 'success', 2);
    const suggestion = await alice.learning.suggest({ context: 'api-auth-timeout' });
    expect(suggestion.recommended?.action).toBe('retry-with-exponential-backoff');
    expect(
      suggestion.actions.map(({ action, attempts, successRate }) => [action, attempts, successRate]),
    ).toEqual([
      ['retry-with-exponential-backoff', 2, 1],
      ['increase-timeout', 1, 0],
    ]);
    expect(suggestion.derivedFrom).toHaveLength(3);
  });

  it('counts uncertainty: one success of one does not beat 95 of 100', async () => {
    const alice = (await openForTest()).agent('alice');
    await decide(alice, 'deploy', 'lucky-shot', 'success');
    await decide(alice, 'deploy', 'proven-way', 'success', 95);
    await decide(alice, 'deploy', 'proven-way', 'failure', 5);
    const { actions } = await alice.learning.suggest({ context: 'deploy' });
    expect(actions.map(({ action }) => action)).toEqual(['proven-way', 'lucky-shot']);
  });

  it('takes case, spaces and joining signs for the same situation', async () => {
    const alice = (await openForTest()).agent('alice');
    await decide(alice, 'API auth_timeout', 'retry', 'success');
    expect((await alice.learning.suggest({ context: 'api-auth-timeout' })).recommended?.action).toBe('retry');
  });

  it('falls back on similar situations, and says which', async () => {
    const alice = (await openForTest()).agent('alice');
    await decide(alice, 'payment-api-timeout', 'retry', 'success');
    await decide(alice, 'invoice layout', 'use grid', 'success');
    const suggestion = await alice.learning.suggest({ context: 'api timeout at login' });
    expect(suggestion.contexts).toEqual(['payment-api-timeout']);
    expect(suggestion.recommended?.action).toBe('retry');
  });

  it('finds the similar situation among hundreds that have a rarer word, or one word of several', async () => {
    const alice = (await openForTest()).agent('alice');
    const others = [...Array(110).keys()].map((number) => `zebra ${number}`);
    const common = [...Array(300).keys()].flatMap((number) => [`order x${number}`, `paint y${number}`]);
    for (const context of [...others, ...common]) await decide(alice, context, 'wait', 'failure');
    await decide(alice, 'paint order', 'refund', 'success');
    const suggestion = await alice.learning.suggest({ context: 'zebra crossing paint order' });
    expect(suggestion).toMatchObject({ contexts: ['paint-order'], recommended: { action: 'refund' } });
  });

  it('takes situations that differ in numbers only for the same, however few words they share', async () => {
    const alice = (await openForTest()).agent('alice');
    await decide(alice, 'refund 4711 4712 4713', 'retry', 'success');
    const suggestion = await alice.learning.suggest({ context: 'refund 17 18 19' });
    expect(suggestion).toMatchObject({
      contexts: ['refund-4711-4712-4713'],
      recommended: { action: 'retry' },
    });
  });

  it('recommends nothing when nothing has worked, and says plainly when nothing is known', async () => {
    const alice = (await openForTest()).agent('alice');
    await decide(alice, 'deploy', 'by hand', 'failure', 3);
    expect((await alice.learning.suggest({ context: 'deploy' })).recommended).toBeNull();
    expect(await alice.learning.suggest({ context: 'unheard of' })).toMatchObject({
      actions: [],
      recommended: null,
    });
  });

  it('REC-5 may be tied to the run that is given it, which counts as informed by memory', async () => {
    const alice = (await openForTest()).agent('alice');
    await decide(alice, 'deploy', 'canary', 'success');
    const run = await alice.startRun({ description: 'Deploy' });
    await alice.learning.suggest({ context: 'deploy', run: run.id });
    await run.finish({ outcome: 'success' });
    await vi.waitFor(async () =>
      expect((await alice.learning.stats()).quality.utilisation).toMatchObject({ value: 1, n: 1 }),
    );
  });

  it('is drawn among all that was tried when it is to explore, and says so', async () => {
    const alice = (await openForTest({ random: () => 0.99 })).agent('alice');
    await decide(alice, 'deploy', 'canary', 'success', 3);
    await decide(alice, 'deploy', 'by hand', 'success');
    const [plain, drawn] = await Promise.all([
      alice.learning.suggest({ context: 'deploy' }),
      alice.learning.suggest({ context: 'deploy', explore: true }),
    ]);
    expect([plain.recommended?.action, plain.explored]).toEqual(['canary', false]);
    expect(drawn.explored).toBe(drawn.recommended?.action !== 'canary');
  });

  it('is not buried by a thousand failures of last year', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    await decide(alice, 'deploy', 'canary', 'failure', 400);
    engram.time.advance(365 * 86_400_000);
    await decide(alice, 'deploy', 'canary', 'success', 20);
    const { recommended } = await alice.learning.suggest({ context: 'deploy' });
    expect(recommended).toMatchObject({ action: 'canary', attempts: 420 });
    expect(recommended?.lowerBound).toBeGreaterThan(0.85);
  });

  it('forgets what was deleted', async () => {
    const alice = (await openForTest()).agent('alice');
    await decide(alice, 'deploy', 'canary', 'success');
    const [memory] = (await alice.memories.list()).items;
    await alice.memories.delete(memory?.id ?? '');
    expect((await alice.learning.suggest({ context: 'deploy' })).actions).toEqual([]);
  });

  it('does not learn from agents it may not see', async () => {
    const engram = await openForTest();
    await decide(engram.agent('alice'), 'deploy', 'canary', 'success', 5);
    expect((await engram.agent('ali').learning.suggest({ context: 'deploy' })).actions).toEqual([]);
  });
});

describe('LRN-2 a failure is recognised', () => {
  it('by what stays the same in its message, and says what worked next', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    const run = await alice.startRun({ description: 'Refund order 42' });
    await run
      .call('refund', { id: 42 }, () => Promise.reject(new Error('Order 42 is locked by "checkout-7"')))
      .catch(() => {});
    await run.call('unlock', { id: 42 }, () => 'ok');
    await run.finish({ outcome: 'success' });
    const known = await alice.learning.recognise({ error: 'Order 97 is locked by "batch-1"' });
    expect(known).toMatchObject({
      signature: 'Order <number> is locked by <value>',
      occurrences: 1,
      tools: ['refund'],
      runs: [run.id],
      seenAt: [engram.time.now()],
      workedNext: [{ tool: 'unlock', times: 1 }],
    });
    expect((await alice.learning.recognise({ error: 'Order 42 is unknown' })).occurrences).toBe(0);
  });

  it('also when the message had a secret in it', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun({ description: 'Log in' });
    const message = (password: string) => `login failed for postgres://app:${password}@db/shop`;
    await run.call('login', {}, () => Promise.reject(new Error(message('hunter2')))).catch(() => {});
    expect((await alice.learning.recognise({ error: message('tr0ub4dor') })).occurrences).toBe(1);
  });
});
