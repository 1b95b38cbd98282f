import { describe, expect, it, vi } from 'vitest';
import { reportMarkdown, reportPage, type View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

const day = 86_400_000;

async function work(
  view: View,
  outcome: 'success' | 'failure',
  { informedBy, category = 'backend' }: { informedBy?: string; category?: string } = {},
): Promise<void> {
  const run = await view.startRun({ description: 'Add an endpoint', category, approach: 'standard' });
  if (informedBy !== undefined) await view.memories.search({ query: informedBy, run: run.id });
  await run.call('edit_file', {}, () => 'ok');
  await run.finish({ outcome });
}

async function someWork(engram: Awaited<ReturnType<typeof openForTest>>): Promise<View> {
  const alice = engram.agent('alice');
  await alice.memories.record({ kind: 'knowledge', text: 'The staging API needs a VPN' });
  for (let round = 0; round < 10; round += 1) {
    await work(alice, 'success', { informedBy: 'staging VPN' });
    await work(alice, round < 3 ? 'success' : 'failure');
    engram.time.advance(day);
  }
  return alice;
}

describe('LRN-11 whether learning helps is measured', () => {
  it('utilisation and lift, each with its interval', async () => {
    const alice = await someWork(await openForTest());
    const { quality, runs } = await alice.learning.stats();
    expect(runs).toBe(20);
    expect(quality.informedRuns).toMatchObject({ value: 0.5, n: 20 });
    expect(quality.lift.difference.value).toBeCloseTo(0.7);
    expect(quality.lift.difference.low).toBeGreaterThan(0);
    expect(quality.harm.runs).toBe(0);
  });

  it('utilisation by decisions: of five, those made in a run that had been given a memory', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    await alice.memories.record({ kind: 'knowledge', text: 'The staging API needs a VPN' });
    const decide = async (runId: string): Promise<void> => {
      const content = { context: 'staging', action: 'use the VPN', outcome: 'success' } as const;
      await alice.memories.record({ kind: 'decision', content, provenance: { runId } });
      engram.time.advance(1_000);
    };
    const [told, untold] = [
      await alice.startRun({ description: 'Deploy to staging' }),
      await alice.startRun({ description: 'Deploy to staging' }),
    ];
    await decide(told.id);
    await alice.memories.search({ query: 'staging VPN', run: told.id });
    for (let times = 0; times < 3; times += 1) await decide(told.id);
    await decide(untold.id);
    for (const run of [told, untold]) await run.finish({ outcome: 'success' });
    // Uses are noted in the background, with the time they happened at.
    const quality = await vi.waitFor(async () => {
      const stats = await alice.learning.stats();
      expect(stats.quality.utilisation).toMatchObject({ value: 0.6, n: 5 });
      return stats.quality;
    });
    expect(quality.informedRuns).toMatchObject({ value: 0.5, n: 2 });
    // One run against one: nothing is known about lift yet.
    expect(quality.lift.difference.reason).toMatch(/^Not known yet/);
  });

  it('plainly when there is nothing to tell', async () => {
    const { quality, successRate, predictions } = await (await openForTest()).agent('alice').learning.stats();
    expect(successRate).toBeNull();
    expect(quality.lift.difference).toMatchObject({ value: null, reason: expect.stringMatching(/run/) });
    expect(predictions).toMatchObject({ predictions: 0, sentence: 'Nothing has been predicted yet.' });
  });

  it('recurrences: failures before their check was made and since', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    const fail = () => Promise.reject(new Error('npm install timed out after 5ms'));
    const install = async (isBroken: boolean) => {
      const run = await alice.startRun({ description: 'Install', category: 'build' });
      const work: () => unknown = isBroken ? fail : () => 'ok';
      await run.call('npm_install', {}, work).catch(() => {});
      await run.finish({ outcome: isBroken ? 'failure' : 'success' });
    };
    for (let times = 0; times < 4; times += 1) await install(true);
    engram.time.advance(day);
    await alice.prevention.generate({ pattern: 'npm-install-timed-out-after' });
    for (let times = 0; times < 4; times += 1) await install(false);
    const { quality } = await alice.learning.stats();
    expect(quality.recurrence).toMatchObject({ patterns: 1, before: 4, after: 0, reduction: { value: 1 } });
  });

  it('transfer: what one agent knew first and another was given', async () => {
    const engram = await openForTest();
    await engram.memories.record({
      kind: 'knowledge',
      text: 'The staging API needs a VPN',
      provenance: { agent: 'alice' },
    });
    await work(engram.agent('bob'), 'success', { informedBy: 'staging VPN' });
    const { quality } = await engram.learning.stats();
    expect(quality.transfer.pairs).toEqual([{ from: 'alice', to: 'bob', runs: 1, successRate: 1 }]);
  });
});

describe('ADP-3 the report', () => {
  it('tells how work goes, overall, by category and by agent', async () => {
    const engram = await openForTest();
    await someWork(engram);
    await work(engram.agent('bob'), 'failure', { category: 'docs' });
    const report = await engram.report();
    expect(report.overall).toMatchObject({ runs: 21, succeeded: 13, failed: 8 });
    expect(report.categories.map(({ category, runs }) => [category, runs])).toEqual([
      ['backend', 20],
      ['docs', 1],
    ]);
    expect(report.agents.map(({ agent, runs }) => [agent, runs])).toEqual([
      ['alice', 20],
      ['bob', 1],
    ]);
  });

  it('MET-1 has the health of the whole', async () => {
    const engram = await openForTest();
    await someWork(engram);
    const { health } = await engram.report();
    expect(health).toMatchObject({ memories: 1, topAgents: [{ agent: 'alice', runs: 20, memories: 1 }] });
    expect(health.meanRetrievalMs).not.toBeNull();
    expect(health.successRate).toBeCloseTo(0.65);
  });

  it('MET-2 an agent sees its own, and what to improve', async () => {
    const engram = await openForTest();
    await someWork(engram);
    for (let times = 0; times < 5; times += 1)
      await work(engram.agent('bob'), 'failure', { category: 'docs' });
    const { agents, overall } = await engram.agent('bob').report();
    expect(overall.runs).toBe(5);
    expect(agents).toMatchObject([{ agent: 'bob', areasToImprove: [{ category: 'docs' }] }]);
  });

  it('recommends to look where little succeeds', async () => {
    const engram = await openForTest();
    for (let times = 0; times < 10; times += 1) await work(engram.agent('alice'), 'failure');
    const { recommendations } = await engram.report();
    expect(recommendations.map(({ text }) => text).join(' ')).toMatch(/backend/);
  });

  it('looks back as many days as it is asked to', async () => {
    const engram = await openForTest();
    await someWork(engram);
    expect((await engram.report({ days: 3 })).overall.runs).toBeLessThan(20);
  });

  it('is also a text and a page, with nothing to load', async () => {
    const engram = await openForTest();
    await someWork(engram);
    const report = await engram.report();
    expect(reportMarkdown(report)).toMatch(/backend/);
    const page = reportPage(report);
    expect(page).toMatch(/^<!doctype html>/i);
    expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
  });

  it('is made again and again until somebody ends it', async () => {
    const engram = await openForTest();
    const end = new AbortController();
    const seen: number[] = [];
    await engram.watchReport({
      everySeconds: 0.001,
      signal: end.signal,
      async onReport({ overall }) {
        seen.push(overall.runs);
        await work(engram.agent('alice'), 'success');
        if (seen.length === 3) end.abort();
      },
    });
    expect(seen).toEqual([0, 1, 2]);
  });
});
