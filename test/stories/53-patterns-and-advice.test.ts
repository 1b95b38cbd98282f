import { describe, expect, it } from 'vitest';
import type { Engram, View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

interface Work {
  readonly category?: string;
  readonly type?: string;
  readonly approach?: string;
  readonly outcome?: 'success' | 'failure' | 'partial';
  readonly tools?: readonly string[];
  readonly successFactors?: readonly string[];
  readonly description?: string;
}

async function work(view: View, given: Work, times = 1): Promise<void> {
  const {
    outcome = 'success',
    tools = [],
    successFactors = [],
    description = 'Add an endpoint',
    ...task
  } = given;
  for (let time = 0; time < times; time += 1) {
    const run = await view.startRun({ description, ...task });
    for (const tool of tools) await run.call(tool, {}, () => 'ok');
    await run.finish({ outcome, successFactors });
  }
}

describe('LRN-5 what works is found in runs and memories', () => {
  it('as approaches, with what it takes and how to do it again', async () => {
    const alice = (await openForTest()).agent('alice');
    const tools = ['read_file', 'edit_file', 'run_tests'];
    await work(
      alice,
      { category: 'backend', approach: 'test first', tools, successFactors: ['small steps'] },
      4,
    );
    await work(alice, { category: 'backend', approach: 'big bang', outcome: 'failure' }, 4);
    const [best] = await alice.learning.patterns({ type: 'success' });
    expect(best).toMatchObject({
      kind: 'success',
      slug: 'backend-test-first',
      attempts: 4,
      successRate: 1,
      keyFactors: ['small steps'],
      replicationSteps: tools,
    });
  });

  it('as tools that are called one after the other, with support and lift', async () => {
    const alice = (await openForTest()).agent('alice');
    await work(alice, { tools: ['read_file', 'edit_file', 'run_tests'] }, 5);
    await work(alice, { tools: ['edit_file', 'deploy'], outcome: 'failure' }, 5);
    const [best] = await alice.learning.patterns({ type: 'sequence' });
    expect(best).toMatchObject({
      kind: 'sequence',
      slug: 'read-file-then-edit-file-then-run-tests',
      support: 5,
      failures: 0,
      lift: 2,
    });
  });
});

describe('patterns', () => {
  it('are chosen by success rate', async () => {
    const alice = (await openForTest()).agent('alice');
    await work(alice, { category: 'backend', approach: 'good' }, 9);
    await work(alice, { category: 'backend', approach: 'good', outcome: 'failure' });
    await work(alice, { category: 'backend', approach: 'so-so' }, 2);
    await work(alice, { category: 'backend', approach: 'so-so', outcome: 'failure' }, 2);
    const slugs = async (successRate: string) =>
      (await alice.learning.patterns({ type: 'success', successRate })).map(({ slug }) => slug);
    expect(await slugs('>80%')).toEqual(['backend-good']);
    expect(await slugs('<=50%')).toEqual(['backend-so-so']);
  });

  it('of decisions show rules, when what was known tells the best action', async () => {
    const alice = (await openForTest()).agent('alice');
    for (let retries = 0; retries < 40; retries += 1) {
      const many = retries % 8 > 3;
      for (const action of ['retry-now', 'back-off'])
        await alice.memories.record({
          kind: 'decision',
          content: {
            context: 'rate limit',
            action,
            outcome: (action === 'back-off') === many ? 'success' : 'failure',
            features: { retries: retries % 8 },
          },
        });
    }
    const [pattern] = await alice.learning.patterns({ type: 'decision' });
    expect(pattern).toMatchObject({
      kind: 'decision',
      rules: ['if retries > 3: use back-off (20 of 20)', 'otherwise: use retry-now (20 of 20)'],
    });
  });

  it('that are worked out get a name of their own, too', async () => {
    const alice = (await openForTest()).agent('alice');
    await work(alice, { category: 'backend', approach: 'test first' }, 3);
    await alice.learning.rename({ id: 'backend-test-first', name: 'how-we-work' });
    expect((await alice.learning.show('how-we-work')).pattern).toMatchObject({ approach: 'test first' });
    await alice.learning.rename({ id: 'how-we-work', name: 'our-way' });
    expect((await alice.learning.show('our-way')).pattern).toMatchObject({ approach: 'test first' });
  });
});

describe('API-4 a pattern is applied to a task', () => {
  async function withStrategy(engram: Engram): Promise<View> {
    const alice = engram.agent('alice');
    await alice.memories.record({
      kind: 'success',
      content: {
        context: 'database migration',
        approach: 'migration-rollback-strategy',
        keyFactors: ['a rehearsed way back'],
        replicationSteps: ['back up', 'migrate a copy', 'migrate', 'keep the way back for a day'],
      },
    });
    await alice.tasks.create({ id: 'db-migration-456', description: 'Migrate the orders table' });
    return alice;
  }

  it('which then has its steps and context, and says how it ended', async () => {
    const alice = await withStrategy(await openForTest());
    const applied = await alice.learning.applyPattern({
      pattern: 'migration-rollback-strategy',
      task: 'db-migration-456',
    });
    expect(applied.guidance).toMatchObject({
      steps: expect.arrayContaining(['back up', 'migrate']),
      outcome: null,
    });
    await alice.tasks.update({ id: 'db-migration-456', status: 'done' });
    expect((await alice.tasks.show('db-migration-456')).guidance).toMatchObject([{ outcome: 'success' }]);
    const { applications } = await alice.learning.show(applied.guidance.pattern);
    expect(applications).toEqual({ applied: 1, worked: 1, failed: 0 });
  });

  it('or is told by a run of the task that fails', async () => {
    const alice = await withStrategy(await openForTest());
    const { guidance } = await alice.learning.applyPattern({
      pattern: 'migration-rollback-strategy',
      task: 'db-migration-456',
    });
    const run = await alice.runs.start({ task: 'db-migration-456' });
    await alice.runs.finish({ id: run.id, outcome: 'failure' });
    expect((await alice.learning.show(guidance.pattern)).applications).toEqual({
      applied: 1,
      worked: 0,
      failed: 1,
    });
  });

  it('and an unknown pattern or task is said to be unknown', async () => {
    const alice = await withStrategy(await openForTest());
    const apply = (pattern: string, task: string) => alice.learning.applyPattern({ pattern, task });
    await expect(apply('no-such-pattern', 'db-migration-456')).rejects.toMatchObject({ code: 'not_found' });
    await expect(apply('migration-rollback-strategy', 'nothing')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('advice for a task comes from runs of similar ones', () => {
  const task = { description: 'Add login', category: 'auth', type: 'feature' };

  it('LRN-8 a recommendation: approach, confidence, factors, tools', async () => {
    const alice = (await openForTest()).agent('alice');
    const common = { ...task, successFactors: ['small steps'], tools: ['edit_file', 'run_tests'] };
    await work(alice, { ...common, approach: 'incremental' }, 4);
    await work(alice, { ...common, approach: 'standard', outcome: 'failure' }, 6);
    expect(await alice.learning.recommend(task)).toMatchObject({
      approach: 'incremental',
      confidence: 0.4,
      matches: 4,
      successFactors: [{ name: 'small steps', runs: 4 }],
      tools: [
        { name: 'edit_file', runs: 4 },
        { name: 'run_tests', runs: 4 },
      ],
    });
  });

  it('LRN-8 or the plain sentence that there are none', async () => {
    const alice = (await openForTest()).agent('alice');
    expect(await alice.learning.recommend(task)).toMatchObject({
      sentence: 'No similar patterns.',
      approach: null,
      confidence: 0,
    });
  });

  it('LRN-1 suggest ranks the approaches of similar tasks, failures too', async () => {
    const alice = (await openForTest()).agent('alice');
    await work(alice, { ...task, approach: 'incremental' }, 3);
    await work(alice, { ...task, approach: 'standard', outcome: 'failure' }, 3);
    await alice.tasks.create({ id: 'auth-123', ...task });
    const { actions, recommended } = await alice.learning.suggest({ task: 'auth-123' });
    expect(actions.map(({ action, successRate }) => [action, successRate])).toEqual([
      ['incremental', 1],
      ['standard', 0],
    ]);
    expect(recommended?.action).toBe('incremental');
  });

  it('LRN-9 trends: the later half against the earlier', async () => {
    const alice = (await openForTest()).agent('alice');
    await work(alice, { category: 'auth', outcome: 'failure' }, 6);
    await work(alice, { category: 'auth', approach: 'incremental' }, 6);
    await work(alice, { category: 'docs' }, 3);
    expect(await alice.learning.trends()).toMatchObject([
      { category: 'auth', direction: 'improving', executions: 12, successRate: 0.5 },
      { category: 'docs', direction: 'insufficient_data' },
    ]);
    expect(await alice.learning.trends({ category: 'docs' })).toHaveLength(1);
  });

  it('LRN-10 a prediction says how likely it is, and how good such predictions were', async () => {
    const alice = (await openForTest()).agent('alice');
    for (let round = 0; round < 15; round += 1) {
      await work(alice, { ...task, approach: 'incremental' });
      await work(alice, { ...task, category: 'database', approach: 'standard', outcome: 'failure' });
    }
    const likely = await alice.learning.predict({ ...task, approach: 'incremental' });
    const unlikely = await alice.learning.predict({ ...task, category: 'database', approach: 'standard' });
    expect(likely.probability).toBeGreaterThan(0.7);
    expect(unlikely.probability).toBeLessThan(0.3);
    expect(likely.quality).toMatchObject({ predictions: 30, verdict: 'better' });
    expect(likely.quality.brier).toBeLessThan(likely.quality.baseRateBrier ?? 0);
  });

  it('LRN-12 as the project is configured', async () => {
    const alice = (
      await openForTest({
        learning: { matchesForCertainty: 2, confidenceBoost: 1.5, retention: { executions: 10 } },
      })
    ).agent('alice');
    await work(alice, { ...task, approach: 'old way' }, 1);
    await work(alice, { category: 'docs', approach: 'write' }, 10);
    expect((await alice.learning.recommend(task)).matches).toBe(0);
    await work(alice, { ...task, approach: 'new way' }, 1);
    expect(await alice.learning.recommend(task)).toMatchObject({ matches: 1, confidence: 0.75 });
  });
});
