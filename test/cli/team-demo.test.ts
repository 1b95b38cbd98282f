import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engram, openEngram } from '../../src/index.ts';
import { buildDemo } from '../../src/interfaces/cli/demo/team/build-demo.ts';

/** A Wednesday afternoon. */
const now = Date.UTC(2026, 2, 18, 15, 30);
const clock = { now: () => now, elapsed: () => performance.now() };

async function buildAt(path: string): Promise<Engram> {
  const db = `file:${path}`;
  await buildDemo({ db, now });
  return openEngram({ db, user: 'demo', project: 'shop', agent: null, clock, backend: { use: 'local' } });
}

/** The figures of the story: all but those of the machine it was told on. */
async function figuresOf(engram: Engram) {
  const { health, durability, savings, ...report } = await engram.report({});
  const { timeMs, ...counted } = savings;
  return {
    ...report,
    savings: { ...counted, minutes: Math.round(timeMs / 60_000) },
    memories: health.memories,
  };
}

describe('the demo of engram serve --demo', () => {
  let engram: Engram;
  const folder = mkdtempSync(join(tmpdir(), 'engram-demo-test-'));
  const path = join(folder, 'demo.db');

  beforeAll(async () => {
    engram = await buildAt(path);
  }, 120_000);
  afterAll(async () => {
    await engram.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows that memory helps beyond chance, and that checks end what kept failing', async () => {
    const { quality, savings } = await engram.report({});
    expect(quality.lift.difference.low).toBeGreaterThan(0.05);
    expect(quality.recurrence.reduction.value).toBeGreaterThan(0.8);
    expect(quality.harm.runs).toBe(0);
    expect(savings).toMatchObject({ runsLeftOut: 0 });
    expect(savings.modelCalls).toBeGreaterThan(400);
    expect(savings.tokens).toBeGreaterThan(500_000);
    expect(savings.timeMs).toBeGreaterThan(20 * 60_000);
  });

  it('leaves one thing to do, a problem nobody has solved yet', async () => {
    const { recommendations } = await engram.report({});
    expect(recommendations.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^visual-tests: \d+% of the last 20 runs succeeded, below 70%\. No approach has done better yet/,
      ),
    ]);
  });

  it('has a template that was replayed many times without a model, and stopped where it should', async () => {
    const { first, replay } = await engram.templates.compare('refund-order');
    expect(first.modelCalls).toBeGreaterThan(3);
    expect(replay).toMatchObject({ modelCalls: 0 });
    expect(replay?.runs).toBeGreaterThan(50);
    const { items } = await engram.runs.list({ limit: 100 });
    const stopped = items.find(({ approach }) => approach === 'replay_stopped');
    expect(stopped?.summary).toContain('$.status is not what it was');
    expect(stopped?.totals.toolCalls).toBe(1);
  });

  it('leaves a draft for its reader, with open arguments to decide about', async () => {
    const { status, explained } = await engram.templates.show('restart-worker');
    expect(status).toBe('draft');
    const open = explained.flatMap((call) => call.arguments).filter(({ state }) => state === 'open');
    expect(open.map(({ place }) => place)).toEqual(['2:$.drain_seconds', '2:$.reason']);
  });

  it('DUR-2: has a workflow whose worker died, and which another finished', async () => {
    const { items } = await engram.workflows.list({});
    const moved = items.find(({ name }) => name === 'move-orders');
    expect(moved).toMatchObject({ status: 'done', output: { moved: 1_204_113 } });
    expect((await engram.report({})).durability).toMatchObject({ takenOver: 1, recoveryRate: 1 });
    expect(items.find(({ name }) => name === 'release')).toMatchObject({ status: 'waiting' });
  });

  it('has a plan that several agents carried out, an experiment, tasks, grants, user models and policies', async () => {
    const plan = await engram.plans.show('launch-gift-cards');
    expect(plan.status).toBe('done');
    expect(new Set(plan.subTasks.map(({ assigned }) => assigned)).size).toBeGreaterThanOrEqual(3);
    const [experiment] = await engram.agent('dana').sessionTemplates.experiments({});
    expect(experiment).toBeDefined();
    expect((await engram.tasks.list({})).items.length).toBeGreaterThan(4);
    const grants = await engram.memories.grants({ all: true });
    expect(grants.filter(({ state }) => state === 'revoked')).toHaveLength(1);
    expect(grants.filter(({ state }) => state === 'open').length).toBeGreaterThan(2);
    expect(await engram.audit.verify({})).toMatchObject({ whole: true });
    expect(await engram.backend.use({ action: 'list', user_id: 'maria' })).toMatchObject({
      keys: ['language', 'refund'],
    });
    expect(await engram.retention.list()).toHaveLength(2);
  });

  it('is not told twice into the same database', async () => {
    const before = await figuresOf(engram);
    await buildDemo({ db: `file:${path}`, now });
    expect(await figuresOf(engram)).toEqual(before);
  });

  it('is the same for the same seed', async () => {
    const again = await buildAt(join(folder, 'again.db'));
    try {
      expect(await figuresOf(again)).toEqual(await figuresOf(engram));
    } finally {
      await again.close();
    }
  }, 120_000);
});
