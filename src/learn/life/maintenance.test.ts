import { describe, expect, it } from 'vitest';
import { dayMs } from '../../records/lifetime.ts';
import type { Memory } from '../../records/memory.ts';
import { aMemory } from '../../testing/index.ts';
import { ali, bob, type TestContext, testContext } from './context.fixture.ts';
import { type MaintenanceWork, maintenanceWork } from './maintenance.ts';

const start = Date.UTC(2025, 6, 1);
const twins = (scope = ali): Memory[] => [1, 2].map(() => aMemory({ scope }));

function worksOf(context: TestContext): Record<'uses' | 'prune' | 'consolidate', MaintenanceWork> {
  const [uses, prune, consolidate] = maintenanceWork(context);
  if (uses === undefined || prune === undefined || consolidate === undefined) throw new Error('no work');
  return { uses, prune, consolidate };
}

/** Does pieces until nothing waits, and says how large they were. */
async function finish(work: MaintenanceWork): Promise<number[]> {
  const pieces: number[] = [];
  while ((await work.waiting()) !== 0) {
    const { done } = await work.doPiece(null);
    if (done === 0) break;
    pieces.push(done);
  }
  return pieces;
}

describe('work in the background', () => {
  it('waits for nothing while there is nothing to do', async () => {
    const works = Object.values(worksOf(testContext()));
    expect(await Promise.all(works.map((work) => work.waiting()))).toEqual([0, 0, 0]);
  });

  it('REC-5 counts what came of uses, in pieces of two hundred', async () => {
    const context = testContext();
    const memories = Array.from({ length: 150 }, (_, index) => aMemory({ text: `Memory number ${index}` }));
    await context.recorded(...memories);
    for (const memory of memories) await context.used(memory, 'success');
    for (const memory of memories) await context.used(memory, 'success');
    expect(await finish(worksOf(context).uses)).toEqual([200, 100]);
    expect(await context.now(memories[0]?.id ?? '')).toMatchObject({
      evidence: { successes: 2, failures: 0 },
    });
  });

  it('MEM-3 removes what has expired', async () => {
    const context = testContext();
    const gone = aMemory({ expiresAt: start - 1 });
    const kept = aMemory({ expiresAt: start + 1 });
    await context.recorded(gone, kept);
    expect(await finish(worksOf(context).prune)).toEqual([1]);
    expect([await context.now(gone.id), await context.now(kept.id)]).toEqual([undefined, kept]);
  });

  it('MEM-5 puts every project in order once a day, each owner for itself', async () => {
    const context = testContext();
    const { consolidate } = worksOf(context);
    const blog = { ...ali, project: 'blog' };
    await context.recorded(...twins(), ...twins(bob), ...twins(blog));
    await finish(consolidate);
    const standing = async (scope: typeof ali) =>
      (await context.store.listMemories(scope, { now: start }, { limit: 10 })).items.length;
    expect([await standing(ali), await standing(bob), await standing(blog)]).toEqual([1, 1, 1]);

    await context.recorded(...twins());
    context.clock.advance(dayMs - 1);
    expect(await consolidate.waiting()).toBe(0);
    context.clock.advance(60_000);
    expect(await consolidate.waiting()).toBe(2);
  });

  it('does a large project in bounded pieces', async () => {
    const context = testContext();
    await context.recorded(
      ...Array.from({ length: 1_000 }, (_, index) => aMemory({ text: `Fact ${index % 400}` })),
    );
    const pieces = await finish(worksOf(context).consolidate);
    expect(pieces.length).toBeGreaterThan(5);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(300);
    const left = await context.store.listMemories(ali, { now: start }, { limit: 1_000 });
    expect(left.items).toHaveLength(400);
  });

  it('knows from what it noted down which projects are in order, in another process, too', async () => {
    const context = testContext();
    await context.recorded(...twins(), ...twins({ ...ali, project: 'blog' }));
    const here = worksOf(context).consolidate;
    await here.waiting();
    const first = await here.doPiece(null);
    expect(first).toMatchObject({ left: 1 });
    const there = worksOf(context).consolidate;
    await there.waiting();
    const second = await there.doPiece(first.state ?? null);
    expect(second).toMatchObject({ left: 0 });
    expect(Object.keys(second.state ?? {})).toHaveLength(2);
    expect(JSON.stringify(second.state)).not.toMatch(/ada|blog|shop/);
  });

  it('leaves a project alone while another process is at it, unless that one dies', async () => {
    const context = testContext();
    await context.recorded(...Array.from({ length: 500 }, (_, index) => aMemory({ text: `Fact ${index}` })));
    const here = worksOf(context).consolidate;
    await here.waiting();
    const { state = null, left } = await here.doPiece(null);
    expect(left).toBeNull();
    const there = worksOf(context).consolidate;
    expect(await there.doPiece(state)).toMatchObject({ done: 0, left: 0 });
    context.clock.advance(300_000);
    expect(await there.doPiece(state)).toMatchObject({ left: null });
  });

  it('begins a round anew five minutes after one that failed', async () => {
    const context = testContext();
    await context.recorded(...twins());
    let fails = true;
    const listMemories: typeof context.store.listMemories = (...question) => {
      if (fails) return Promise.reject(new Error('the disk hiccupped'));
      return context.store.listMemories(...question);
    };
    const { consolidate } = worksOf({ ...context, store: { ...context.store, listMemories } });
    await consolidate.waiting();
    await expect(consolidate.doPiece(null)).rejects.toThrow('hiccupped');
    fails = false;
    expect(await finish(consolidate)).toEqual([]);
    context.clock.advance(300_000);
    await finish(consolidate);
    expect((await context.store.listMemories(ali, { now: start }, { limit: 10 })).items).toHaveLength(1);
  });
});
