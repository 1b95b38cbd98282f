import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../ports/context.ts';
import type { Outcome } from '../../records/record.ts';
import type { Scope } from '../../records/scope.ts';
import { aRun, aStep, resetBuilders } from '../../testing/index.ts';
import { afterSession } from './automatic.ts';
import { listExperiments, runExperiment, showExperiment } from './experiment.ts';
import { injectTemplate } from './seed.ts';
import { contextForTest } from './session.fixture.ts';
import { createSessionTemplate, listSessionTemplates, showSessionTemplate } from './session-templates.ts';

beforeEach(resetBuilders);

const alice: Scope = { user: 'ada', project: 'shop', agent: 'alice' };

/** A run that has ended: so many calls that failed, then so many that worked. */
async function record(
  context: Context,
  id: string,
  outcome: Outcome,
  { failed = 0, worked = 3, tool = 'patch', scope = alice } = {},
): Promise<void> {
  const run = aRun({ id, scope, task: { description: 'Fix the tests' } as never });
  const error = { type: 'Error', message: 'x', signature: 'x' };
  const steps = Array.from({ length: failed + worked }, (_, position) =>
    aStep({
      id: `${id}-${position}`,
      runId: id,
      scope,
      tool,
      arguments: { of: id, position },
      position,
      ...(position < failed ? { success: false, error } : {}),
    }),
  );
  const end = { outcome, finishedAt: run.createdAt + 1_000, summary: null, successFactors: [] };
  await context.store.commit([
    { type: 'start-run', run },
    ...steps.map((step) => ({ type: 'append-step', step }) as const),
    { type: 'finish-run', owner: scope, runId: id, end },
  ]);
}

const end = (context: Context, runId: string, outcome: Outcome) =>
  afterSession(context, alice, { sessionId: null, runId, outcome });

/** A run that was seeded with the template "mine". */
async function seed(context: Context, runId: string, outcome: Outcome, calls = {}) {
  await injectTemplate(context, alice, { name: 'mine', messages: [], run: runId });
  await record(context, runId, outcome, calls);
  return end(context, runId, outcome);
}

async function withTemplate(settings: Parameters<typeof contextForTest>[0] = {}) {
  const context = contextForTest(settings);
  await record(context, 'source', 'success');
  await createSessionTemplate(context, alice, { session: 'source', name: 'mine' });
  return context;
}

describe('SES-6 what a session that ended does to the template it was seeded with', () => {
  it('counts for its version, once', async () => {
    const context = await withTemplate();
    await seed(context, 'r1', 'success');
    await end(context, 'r1', 'success');
    await seed(context, 'r2', 'failure');
    const { template } = await showSessionTemplate(context, alice, 'mine');
    expect(template.effectiveness).toMatchObject({ sessions: 2, successRate: 0.5 });
  });

  it('retires it when seeded sessions end worse than cold ones of its type; it is not deleted', async () => {
    const context = await withTemplate({ judgedAfter: 3 });
    for (const id of ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']) await record(context, id, 'success');
    for (const id of ['o1', 'o2', 'o3']) await record(context, id, 'failure', { tool: 'web_search' });
    expect(await seed(context, 'r1', 'failure')).toEqual({ retired: [], created: null });
    expect(await seed(context, 'r2', 'failure')).toEqual({ retired: [], created: null });
    expect(await seed(context, 'r3', 'failure')).toEqual({ retired: ['mine'], created: null });
    const { template } = await showSessionTemplate(context, alice, 'mine');
    // The source and the six are the cold ones of its type: 8 of 9 with one more of either sort.
    expect(template).toMatchObject({
      status: 'retired',
      retiredBecause: 'It does harm: 0 % of 3 seeded sessions succeeded; 89 % of 7 cold ones do.',
    });
    await expect(injectTemplate(context, alice, { name: 'mine', messages: [] })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('It does harm'),
    });
  });

  it('leaves it alone when cold sessions end as badly', async () => {
    const context = await withTemplate({ judgedAfter: 3 });
    for (const id of ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']) await record(context, id, 'failure');
    for (const id of ['r1', 'r2', 'r3', 'r4']) await seed(context, id, 'failure');
    expect((await showSessionTemplate(context, alice, 'mine')).template.status).toBe('active');
  });
});

describe('SES-6 templates that are made by themselves', () => {
  const settings = { automatic: true, automaticFrom: 3 };
  const names = async (context: Context) =>
    (await listSessionTemplates(context, alice, {})).map(({ name }) => name);

  it('come from sessions that succeeded with enough calls that worked, each once', async () => {
    const context = contextForTest(settings);
    await record(context, 'good', 'success');
    await record(context, 'short', 'success', { worked: 2 });
    await record(context, 'bad', 'failure');
    expect(await end(context, 'good', 'success')).toEqual({ retired: [], created: 'file-good' });
    expect((await end(context, 'good', 'success')).created).toBeNull();
    expect((await end(context, 'short', 'success')).created).toBeNull();
    expect((await end(context, 'bad', 'failure')).created).toBeNull();
    expect(await names(context)).toEqual(['file-good']);
    expect((await showSessionTemplate(context, alice, 'file-good')).template.automatic).toBe(true);
  });

  it('are not made unless the settings say so, and not of sessions that were seeded', async () => {
    const context = await withTemplate({ ...settings, automatic: false });
    await record(context, 'good', 'success');
    expect((await end(context, 'good', 'success')).created).toBeNull();
    const seeding = await withTemplate(settings);
    expect((await seed(seeding, 'r1', 'success')).created).toBeNull();
  });

  it('are at most five of a type: more could not be tried', async () => {
    const context = contextForTest(settings);
    for (let number = 1; number <= 7; number += 1) {
      await record(context, `s${number}`, 'success');
      await end(context, `s${number}`, 'success');
    }
    expect(await names(context)).toHaveLength(5);
    await record(context, 'other', 'success', { tool: 'web_search' });
    expect((await end(context, 'other', 'success')).created).toBe('research-other');
  });

  it('are counted for each owner: those of the project leave room for those of an agent', async () => {
    const context = contextForTest(settings);
    const shared: Scope = { ...alice, agent: null };
    for (let number = 1; number <= 5; number += 1) {
      await record(context, `s${number}`, 'success', { scope: shared });
      await afterSession(context, shared, { sessionId: null, runId: `s${number}`, outcome: 'success' });
    }
    expect(await names(context)).toHaveLength(5);
    await record(context, 'own', 'success');
    expect((await end(context, 'own', 'success')).created).toBe('file-own');
  });

  it('are not made of what is not there', async () => {
    const context = contextForTest(settings);
    const ended = { sessionId: 'nowhere', runId: null, outcome: 'success' } as const;
    expect(await afterSession(context, alice, ended)).toEqual({ retired: [], created: null });
  });
});

describe('SES-5 an experiment', () => {
  it('compares sessions that are named, and is kept', async () => {
    const context = await withTemplate();
    const cold = ['c1', 'c2', 'c3', 'c4', 'c5'];
    const seeded = ['r1', 'r2', 'r3', 'r4', 'r5'];
    for (const id of cold) await record(context, id, 'success', { failed: 3 });
    for (const id of seeded) await record(context, id, 'success');
    const experiment = await runExperiment(context, alice, { name: 'mine', cold, seeded });
    expect(experiment.content).toMatchObject({
      template: 'mine',
      version: 1,
      significance: { earlyErrorRate: 2 / 252, totalErrors: 2 / 252, toolDiversity: 1 },
    });
    expect(experiment.content.cold[0]).toMatchObject({ sessionId: 'c1', totalErrors: 3, earlyCalls: 6 });
    expect(experiment.slug).toBe('mine-experiment');
    expect(await showExperiment(context, alice, 'mine-experiment')).toEqual(experiment);
    const again = await runExperiment(context, alice, { name: 'mine', cold, seeded });
    expect(again.slug).toBe('mine-experiment-2');
    expect((await listExperiments(context, alice, { name: 'mine' })).map(({ slug }) => slug)).toEqual([
      'mine-experiment-2',
      'mine-experiment',
    ]);
    expect(await listExperiments(context, alice, { name: 'other' })).toEqual([]);
  });

  it('finds seeded sessions by what was injected, and cold ones by their task', async () => {
    const context = await withTemplate();
    for (const id of ['c1', 'c2', 'c3']) await record(context, id, 'failure', { failed: 1 });
    for (const id of ['r1', 'r2']) await seed(context, id, 'success');
    const { content } = await runExperiment(context, alice, { name: 'mine' });
    expect(content.seeded.map(({ sessionId }) => sessionId)).toEqual(['r1', 'r2']);
    expect(content.cold.map(({ sessionId }) => sessionId).sort()).toEqual(['c1', 'c2', 'c3', 'source']);
  });

  it('says plainly that there are too few', async () => {
    const context = await withTemplate();
    await seed(context, 'r1', 'success');
    const { content } = await runExperiment(context, alice, { name: 'mine' });
    expect(content.summary).toMatch(/^Too few to tell: 1 cold and 1 seeded sessions\./);
    expect(Object.values(content.significance)).toEqual([null, null, null, null, null]);
  });

  it('refuses a session that is on both sides, and one that is not there', async () => {
    const context = await withTemplate();
    const both = { name: 'mine', cold: ['source'], seeded: ['source'] };
    await expect(runExperiment(context, alice, both)).rejects.toMatchObject({ code: 'invalid_input' });
    const nowhere = { name: 'mine', cold: ['nowhere'], seeded: [] };
    await expect(runExperiment(context, alice, nowhere)).rejects.toMatchObject({ code: 'not_found' });
  });
});
