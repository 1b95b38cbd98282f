import { describe, expect, it } from 'vitest';
import type { View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

const context = 'api-auth-timeout';

/** Retrying at once helps up to three retries; after that only waiting longer does. */
async function decide(alice: View, retries: number, action: string): Promise<void> {
  const isRight = action === (retries > 3 ? 'exponential-backoff' : 'retry-now');
  const outcome = isRight ? 'success' : 'failure';
  await alice.memories.record({
    kind: 'decision',
    content: { context, action, outcome, features: { retries } },
  });
}

async function experienced(): Promise<View> {
  const alice = (await openForTest()).agent('alice');
  for (let round = 0; round < 12; round += 1) {
    for (const retries of [1, 6]) {
      await decide(alice, retries, 'retry-now');
      await decide(alice, retries, 'exponential-backoff');
    }
  }
  return alice;
}

describe('LRN-14 a decision template', () => {
  it('has a context signature, a tree of conditions and actions, a threshold and its history', async () => {
    const alice = await experienced();
    const { pattern } = await alice.learning.show(context);
    if (pattern.kind !== 'decision') throw new TypeError('A decision was asked for.');
    expect(pattern).toMatchObject({ signature: expect.stringContaining('auth'), threshold: 0.3 });
    expect(pattern.tree).toMatchObject([
      {
        conditions: [{ feature: 'retries', above: 3, holds: true }],
        recommended: 'exponential-backoff',
        attempts: 12,
        successes: 12,
      },
      {
        conditions: [{ feature: 'retries', above: 3, holds: false }],
        recommended: 'retry-now',
        attempts: 12,
      },
    ]);
    expect(pattern.history).toHaveLength(48);
    expect(pattern.history[0]).toMatchObject({ source: { kind: 'memory' } });
    const rated = pattern.history.reduce((sum, { quality }) => sum + quality, 0);
    expect(rated).toBe(24);
  });

  it('is used by suggest: what is known about the case chooses the branch', async () => {
    const alice = await experienced();
    const late = await alice.learning.suggest({ context, features: { retries: 5 } });
    expect(late).toMatchObject({ recommended: { action: 'exponential-backoff' }, confident: true });
    expect(late.branch?.conditions).toEqual([{ feature: 'retries', above: 3, holds: true }]);
    expect(late.why).toBe('12 of 12 attempts worked where retries > 3.');
    const early = await alice.learning.suggest({ context, features: { retries: 2 } });
    expect(early.recommended?.action).toBe('retry-now');
    expect((await alice.learning.suggest({ context })).branch).toBeNull();
  });

  it('follows no branch that promises less than the threshold', async () => {
    const alice = await experienced();
    const strict = await alice.learning.suggest({ context, features: { retries: 5 }, threshold: 0.95 });
    expect(strict).toMatchObject({ branch: null, threshold: 0.95, confident: false });
    expect(strict.recommended).not.toBeNull();
  });

  it('is one branch without conditions where nothing tells cases apart, and none where nothing was tried', async () => {
    const alice = (await openForTest()).agent('alice');
    await alice.memories.record({
      kind: 'decision',
      content: { context: 'x', action: 'y', outcome: 'success' },
    });
    expect((await alice.learning.suggest({ context: 'x' })).tree).toMatchObject([
      { conditions: [], recommended: 'y', attempts: 1 },
    ]);
    expect(await alice.learning.suggest({ context: 'unknown' })).toMatchObject({
      tree: [],
      confident: false,
    });
  });
});
