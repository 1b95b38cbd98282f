import { describe, expect, it } from 'vitest';
import { EngramError } from '../../errors.ts';
import type { Store } from '../../ports/store.ts';
import { aMemory } from '../../testing/index.ts';
import { consolidate } from './consolidate.ts';
import { ali, bob, owner, testContext } from './context.fixture.ts';
import { feedback, settleUses } from './uses.ts';

describe('MEM-4 feedback', () => {
  it('moves the confidence and is written into the history', async () => {
    const context = testContext();
    const memory = aMemory({ createdAt: context.clock.now() });
    await context.recorded(memory);
    const after = await feedback(context, ali, { id: memory.id, outcome: 'success' });
    expect(after.confidence).toBeCloseTo(2 / 3, 10);
    expect(await context.now(memory.id)).toEqual(after);
    expect(await context.store.listRevisions(ali, memory.id)).toMatchObject([
      { reason: 'confirmed', note: 'It helped once.' },
    ]);
  });

  it('brings an archived memory back', async () => {
    const context = testContext();
    const memory = aMemory({ standing: 'archived' });
    await context.recorded(memory);
    expect(await feedback(context, ali, { id: memory.id, outcome: 'success' })).toMatchObject({
      standing: 'active',
    });
  });

  it('on what the viewer may not change is answered as on what is not there', async () => {
    const context = testContext();
    const project = aMemory({ scope: owner });
    const foreign = aMemory({ scope: bob });
    await context.recorded(project, foreign);
    for (const id of [project.id, foreign.id, 'mem_unknown']) {
      await expect(feedback(context, ali, { id, outcome: 'success' })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    expect(await feedback(context, owner, { id: foreign.id, outcome: 'failure' })).toMatchObject({
      revision: 1,
    });
  });

  it('is refused when it says something else', async () => {
    const question = feedback(testContext(), ali, { id: 'mem_1', outcome: 'great' as 'success' });
    await expect(question).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('of several at once is all counted; who never gets a turn is told', async () => {
    const context = testContext();
    const memory = aMemory();
    await context.recorded(memory);
    const say = () => feedback(context, ali, { id: memory.id, outcome: 'success' });
    await Promise.all([say(), say(), say()]);
    expect((await context.now(memory.id))?.evidence.successes).toBe(3);
    const busy = { ...context.store, commit: () => Promise.reject(new EngramError('conflict', 'Busy.')) };
    const refused = feedback({ ...context, store: busy }, ali, { id: memory.id, outcome: 'success' });
    await expect(refused).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('REC-5 MEM-4 what came of runs', () => {
  it('speaks for and against the memories they were given, once', async () => {
    const context = testContext();
    const createdAt = context.clock.now();
    const [helped, hurt, open] = [aMemory(), aMemory({ createdAt }), aMemory()] as const;
    await context.recorded(helped, hurt, open);
    await context.used(helped, 'success');
    await context.used(helped, 'success');
    await context.used(helped, 'partial');
    await context.used(hurt, 'failure');
    await context.used(open, null);
    expect(await settleUses(context, 100)).toBe(4);
    expect(await settleUses(context, 100)).toBe(0);
    expect(await context.now(helped.id)).toMatchObject({
      evidence: { successes: 2.5, failures: 0.5 },
      revision: 1,
    });
    expect((await context.now(hurt.id))?.confidence).toBeCloseTo(1 / 3, 10);
    expect(await context.now(open.id)).toEqual(open);
  });

  it('demotes a memory that keeps hurting, by itself', async () => {
    const context = testContext();
    const memory = aMemory({ confidence: 0.9 });
    await context.recorded(memory);
    for (let run = 0; run < 3; run += 1) {
      await context.used(memory, 'failure');
      context.clock.advance(3_600_000);
      await settleUses(context, 100);
    }
    expect(await context.now(memory.id)).toMatchObject({ standing: 'demoted' });
  });

  it('of a memory that was merged speaks for the one it was merged into', async () => {
    const context = testContext();
    const [first, second] = [aMemory(), aMemory()];
    await context.recorded(first, second);
    await context.used(first, 'success');
    await context.used(second, 'success');
    await consolidate(context, ali);
    expect(await settleUses(context, 100)).toBe(2);
    expect(await context.now(second.id)).toMatchObject({ evidence: { successes: 2, failures: 0 } });
    expect(await context.now(first.id)).toMatchObject({ standing: 'merged', evidence: { successes: 0 } });
  });

  it('and feedback on it does, too, however often it was merged since', async () => {
    const context = testContext();
    const last = aMemory();
    const chain = Array.from({ length: 30 }, () => aMemory({ standing: 'merged' }));
    const linked = chain.map((memory, index) => {
      const id = chain[index + 1]?.id ?? last.id;
      return { ...memory, links: [{ kind: 'merged-into' as const, id }] };
    });
    await context.recorded(last, ...linked);
    const after = await feedback(context, ali, { id: chain[0]?.id ?? '', outcome: 'success' });
    expect(after).toMatchObject({ id: last.id, evidence: { successes: 1 } });
  });

  it('ends, though memories should lead to each other', async () => {
    const context = testContext();
    const [left, right] = [aMemory(), aMemory()];
    const into = (memory: typeof left, id: string) => ({
      ...memory,
      standing: 'merged' as const,
      links: [{ kind: 'merged-into' as const, id }],
    });
    await context.recorded(into(left, right.id), into(right, left.id));
    await expect(feedback(context, ali, { id: left.id, outcome: 'success' })).resolves.toBeDefined();
  });

  it('is counted although the memory it was merged into is gone', async () => {
    const context = testContext();
    const memory = aMemory({ standing: 'merged', links: [{ kind: 'merged-into', id: 'mem_gone' }] });
    await context.recorded(memory);
    await context.used(memory, 'success');
    expect(await settleUses(context, 100)).toBe(1);
  });

  it('is counted once, though another process counts it while the merged memory is followed', async () => {
    const context = testContext();
    const standing = aMemory();
    const merged = aMemory({ standing: 'merged', links: [{ kind: 'merged-into', id: standing.id }] });
    await context.recorded(standing, merged);
    await context.used(merged, 'success');
    const store: Store = {
      ...context.store,
      async getMemory(viewer, id) {
        await settleUses(context, 100);
        return context.store.getMemory(viewer, id);
      },
    };
    expect(await settleUses({ ...context, store }, 100)).toBe(0);
    expect(await context.now(standing.id)).toMatchObject({ evidence: { successes: 1 } });
  });

  it('waits when the memory is changed meanwhile; the others are counted', async () => {
    const context = testContext();
    const [busy, free] = [aMemory(), aMemory()];
    await context.recorded(busy, free);
    await context.used(busy, 'success');
    await context.used(free, 'success');
    const store: Store = {
      ...context.store,
      async commit(commands) {
        const isBusy = commands.some((one) => one.type === 'revise-memory' && one.memory.id === busy.id);
        if (isBusy) throw new EngramError('conflict', 'It was changed meanwhile.');
        return context.store.commit(commands);
      },
    };
    expect(await settleUses({ ...context, store }, 100)).toBe(1);
    expect(await settleUses(context, 100)).toBe(1);
  });
});
