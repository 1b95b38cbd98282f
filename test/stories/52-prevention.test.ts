import { describe, expect, it, vi } from 'vitest';
import type { Engram, View } from '../../src/index.ts';
import type { Finding } from '../../src/interfaces/library/types.ts';
import { openForTest } from './open-for-test.ts';

const fails = (message: string) => () => Promise.reject(new Error(message));

async function install(view: View, given: { clean?: boolean; timesOut?: boolean } = {}): Promise<Finding[]> {
  const warnings: Finding[] = [];
  const run = await view.startRun(
    { description: 'Install the packages', category: 'build' },
    { onWarning: (warning) => warnings.push(warning) },
  );
  if (given.clean) await run.call('npm_cache_clean', {}, () => 'ok');
  const work: () => unknown = given.timesOut ? fails('npm install timed out after 30000ms') : () => 'ok';
  await run.call('npm_install', {}, work).catch(() => {});
  if (given.timesOut) {
    await run.call('npm_cache_clean', {}, () => 'ok');
    await run.call('npm_install', {}, () => 'ok');
  }
  await run.finish({ outcome: 'success' });
  return warnings;
}

/** Following up happens behind the agent's back. */
async function recordOf(engram: Engram, name: string) {
  return vi.waitFor(async () => {
    const { check } = await engram.agent('alice').prevention.show(name);
    expect(check.content.record.fired).toBeGreaterThan(0);
    return check;
  });
}

const cleanFirst = 'run-npm-cache-clean-before-npm-install';

describe('LRN-4 a check is made from a failure and what fixed it', () => {
  it('and warns before the call, with the evidence', async () => {
    const alice = (await openForTest()).agent('alice');
    await install(alice, { timesOut: true });
    const [check] = await alice.prevention.generate({ pattern: 'npm-install-timed-out-after' });
    expect(check).toMatchObject({
      slug: cleanFirst,
      content: { action: 'warn', when: { tool: 'npm_install' } },
    });
    expect(await install(alice)).toMatchObject([
      {
        check: { slug: cleanFirst },
        because: 'no "npm_cache_clean" succeeded in the last 20 calls',
        message: expect.stringContaining('npm_install failed'),
      },
    ]);
    expect(await install(alice, { clean: true })).toEqual([]);
  });

  it('by the words of people, when they said what to verify', async () => {
    const alice = (await openForTest()).agent('alice');
    await alice.memories.record({
      kind: 'failure',
      content: { errorSignature: 'npm-install-timeout', prevention: 'Verify npm cache status' },
    });
    const created = await alice.prevention.generate({ pattern: 'npm-install-timeout', stage: 'testing' });
    expect(created).toMatchObject([
      {
        slug: 'verify-npm-cache-status',
        content: { when: { stage: 'testing' }, verify: { kind: 'question' } },
      },
    ]);
  });

  it('for each stage, and what is worked out later takes the place of what was worked out before', async () => {
    const alice = (await openForTest()).agent('alice');
    await install(alice, { timesOut: true });
    const pattern = 'npm-install-timed-out-after';
    await alice.prevention.generate({ pattern });
    await alice.prevention.generate({ pattern, stage: 'testing' });
    expect((await alice.prevention.list()).map(({ content }) => content.when.stage).sort()).toEqual([
      'development',
      'testing',
    ]);
    for (let times = 0; times < 9; times += 1) {
      const run = await alice.startRun({ description: 'Install with patience' });
      await run.call('npm_install', { timeout: 5 }, fails('npm install timed out after 5ms')).catch(() => {});
      await run.call('npm_install', { timeout: 60 }, () => 'ok');
      await run.finish({ outcome: 'success' });
    }
    const [later] = await alice.prevention.generate({ pattern });
    expect(later?.slug).not.toBe(cleanFirst);
    const { check } = await alice.prevention.show(cleanFirst);
    expect(check.content).toMatchObject({
      enabled: false,
      offReason: expect.stringContaining('took its place'),
    });
  });

  it('before calls that are about it, when nobody knows which tool fails', async () => {
    const alice = (await openForTest()).agent('alice');
    await alice.learning.learn({ error: 'npm-install-timeout', prevention: ['verify npm cache status'] });
    const verdict = async (tool: string, given: Record<string, string> = {}) =>
      (await alice.prevention.check({ tool, arguments: given })).verdict;
    expect(await verdict('npm_install')).toBe('warn');
    expect(await verdict('bash', { command: 'npm install --force' })).toBe('warn');
    expect(await verdict('refund')).toBe('allow');
    await alice.learning.learn({ error: 'disk is full', tool: 'backup', prevention: ['look at the disk'] });
    expect(await verdict('backup')).toBe('warn');
    expect(await verdict('disk_usage')).toBe('allow');
  });

  it('once, whether it was learned or generated first, and whatever it is called', async () => {
    const alice = (await openForTest()).agent('alice');
    const error = 'npm install timed out after 30000ms';
    await alice.learning.learn({
      error,
      solution: 'clean the npm cache',
      prevention: ['verify npm cache status'],
    });
    const pattern = 'npm-install-timed-out-after';
    const names = async () => (await alice.prevention.list({})).map(({ slug }) => slug);
    // A question about the same calls that was only derived adds nothing to the one that was asked for.
    expect(await alice.prevention.generate({ pattern })).toMatchObject([{ slug: 'verify-npm-cache-status' }]);
    await alice.learning.learn({ error: 'disk 7 is full', solution: 'remove old images' });
    const [made] = await alice.prevention.generate({ pattern: 'disk-is-full', name: 'make-room' });
    expect(await alice.prevention.generate({ pattern: 'disk-is-full' })).toMatchObject([{ id: made?.id }]);
    expect((await names()).sort()).toEqual(['make-room', 'verify-npm-cache-status']);
  });

  it('by hand as often as it is asked for: the same check once, other checks with a name of their own', async () => {
    const alice = (await openForTest()).agent('alice');
    const first = await alice.prevention.create({ message: 'Is the VPN on?', when: { tool: 'deploy' } });
    const again = await alice.prevention.create({ message: 'Is the VPN on?', when: { tool: 'deploy' } });
    const other = await alice.prevention.create({ message: 'Is the VPN on?', when: { tool: 'release' } });
    expect([again.id, other.slug]).toEqual([first.id, `${first.slug}-2`]);
  });

  it('once: generating again answers the one that is there, with its record', async () => {
    const alice = (await openForTest()).agent('alice');
    await install(alice, { timesOut: true });
    const [first] = await alice.prevention.generate({ pattern: 'npm-install-timed-out-after' });
    const [second] = await alice.prevention.generate({ pattern: 'npm-install-timed-out-after' });
    expect(second?.id).toBe(first?.id);
    expect(await alice.prevention.list()).toHaveLength(1);
  });
});

describe('LRN-4 every firing is followed up', () => {
  it.each([
    ['prevented', { clean: true }],
    ['happened', { timesOut: true }],
    ['wrong', {}],
  ] as const)('%s', async (result, given) => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    await install(alice, { timesOut: true });
    await alice.prevention.generate({ pattern: 'npm-install-timed-out-after', action: 'block' });
    const run = await alice.startRun({ description: 'Install again' });
    const call = (work: () => unknown) => run.call('npm_install', {}, work);
    await expect(call(() => 'never called')).rejects.toMatchObject({ code: 'blocked' });
    if ('clean' in given) await run.call('npm_cache_clean', {}, () => 'ok');
    else run.acknowledge(cleanFirst);
    await call('timesOut' in given ? fails('npm install timed out after 7ms') : () => 'ok').catch(() => {});
    await run.finish({ outcome: 'success' });
    expect((await recordOf(engram, cleanFirst)).content.record).toMatchObject({ fired: 1, [result]: 1 });
  });

  it('a block is no failed step, and the tool was not called', async () => {
    const alice = (await openForTest()).agent('alice');
    await alice.prevention.create({
      message: 'Back up before you migrate.',
      when: { tool: 'migrate' },
      verify: { kind: 'predicate', all: [{ of: 'recent', tool: 'backup' }] },
      action: 'block',
    });
    const run = await alice.startRun({ description: 'Migrate' });
    const migrate = vi.fn();
    await expect(run.call('migrate', {}, migrate)).rejects.toThrow(/Back up before you migrate/);
    await run.finish({ outcome: 'failure' });
    expect(migrate).not.toHaveBeenCalled();
    expect((await alice.runs.show(run.id)).totals).toMatchObject({ toolCalls: 0, failedSteps: 0 });
    expect(await alice.learning.failures()).toEqual([]);
  });

  it('and a check that is wrong too often switches itself off, and says why', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    await install(alice, { timesOut: true });
    await alice.prevention.generate({ pattern: 'npm-install-timed-out-after' });
    for (let times = 1; times <= 6; times += 1) {
      await install(alice);
      await vi.waitFor(async () => {
        const { check } = await alice.prevention.show(cleanFirst);
        expect(check.content.record.fired === times || !check.content.enabled).toBe(true);
      });
    }
    const { check } = await alice.prevention.show(cleanFirst);
    expect(check.content).toMatchObject({ enabled: false, offReason: expect.stringContaining('wrong') });
    expect(await install(alice)).toEqual([]);
    await alice.prevention.switch({ id: cleanFirst, enabled: true });
    expect(await install(alice)).toHaveLength(1);
  });
});

describe('LRN-4 agents outside the process ask first', () => {
  it('and are told once in a run; how the run goes on is held for or against the check', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    await install(alice, { timesOut: true });
    await alice.prevention.generate({ pattern: 'npm-install-timed-out-after', action: 'block' });
    const run = await alice.runs.start({ description: 'Install from a script' });
    const ask = (acknowledge: string[] = []) =>
      alice.prevention.check({ tool: 'npm_install', run: run.id, acknowledge });
    expect(await ask()).toMatchObject({ verdict: 'block', findings: [{ check: { slug: cleanFirst } }] });
    expect(await ask([cleanFirst])).toEqual({ verdict: 'allow', findings: [] });
    await alice.runs.step({ run: run.id, tool: 'npm_cache_clean' });
    expect(await ask()).toEqual({ verdict: 'allow', findings: [] });
    await alice.runs.step({ run: run.id, tool: 'npm_install' });
    await alice.runs.finish({ id: run.id, outcome: 'success' });
    expect((await recordOf(engram, cleanFirst)).content.record).toMatchObject({ fired: 1, prevented: 1 });
  });

  it('and nothing stands in their way when prevention is off', async () => {
    const alice = (await openForTest({ prevention: { mode: 'off' } })).agent('alice');
    await alice.prevention.create({ message: 'Think twice.', action: 'block' });
    expect(await alice.prevention.check({ tool: 'anything' })).toEqual({ verdict: 'allow', findings: [] });
  });

  it('or only warnings, when blocks are to warn', async () => {
    const alice = (await openForTest({ prevention: { mode: 'warn' } })).agent('alice');
    await alice.prevention.create({ message: 'Think twice.', action: 'block' });
    expect((await alice.prevention.check({ tool: 'anything' })).verdict).toBe('warn');
  });
});

describe('LRN-4 checks belong to somebody', () => {
  it('another agent is not warned by them, and cannot see, change or delete them', async () => {
    const engram = await openForTest();
    await install(engram.agent('alice'), { timesOut: true });
    await engram.agent('alice').prevention.generate({ pattern: 'npm-install-timed-out-after' });
    const ali = engram.agent('ali');
    expect(await install(ali)).toEqual([]);
    expect(await ali.prevention.list()).toEqual([]);
    await expect(ali.prevention.delete(cleanFirst)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('those of the project hold for all its agents, who cannot change them', async () => {
    const engram = await openForTest();
    await engram.prevention.create({ name: 'ask-first', message: 'Ask first.', when: { tool: 'deploy' } });
    const ali = engram.agent('ali');
    expect((await ali.prevention.check({ tool: 'deploy' })).verdict).toBe('warn');
    await expect(ali.prevention.switch({ id: 'ask-first', enabled: false })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('hold in their own stage only', async () => {
    const alice = (await openForTest()).agent('alice');
    await alice.prevention.create({ message: 'Freeze!', when: { tool: 'deploy', stage: 'release' } });
    expect((await alice.prevention.check({ tool: 'deploy' })).verdict).toBe('allow');
    expect((await alice.prevention.check({ tool: 'deploy', stage: 'release' })).verdict).toBe('warn');
  });
});

describe('a check can be renamed, as patterns and templates can', () => {
  it('and keeps its record, while the old name no longer means it', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    await install(alice, { timesOut: true });
    await alice.prevention.generate({ pattern: 'npm-install-timed-out-after' });
    await install(alice);
    const { id } = await recordOf(engram, cleanFirst);
    expect(await alice.prevention.rename({ id: cleanFirst, name: 'clean-first' })).toEqual({
      renamed: cleanFirst,
      name: 'clean-first',
    });
    expect((await alice.prevention.show('clean-first')).check).toMatchObject({
      id,
      slug: 'clean-first',
      content: { record: { fired: 1 } },
    });
    expect(await install(alice)).toMatchObject([{ check: { id, slug: 'clean-first' } }]);
    await expect(alice.prevention.show(cleanFirst)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('and is found again when checks are generated once more', async () => {
    const alice = (await openForTest()).agent('alice');
    await install(alice, { timesOut: true });
    await alice.prevention.generate({ pattern: 'npm-install-timed-out-after' });
    await alice.prevention.rename({ id: cleanFirst, name: 'clean-first' });
    await alice.prevention.rename({ id: 'clean-first', name: 'clean-before' });
    await alice.prevention.generate({ pattern: 'npm-install-timed-out-after' });
    expect(await alice.prevention.list()).toMatchObject([{ slug: 'clean-before' }]);
  });

  it('not to a name that is taken, and not by those who may not change it', async () => {
    const engram = await openForTest();
    await engram.prevention.create({ name: 'ask-first', message: 'Ask first.' });
    await engram.prevention.create({ name: 'think-twice', message: 'Think twice.' });
    await expect(engram.prevention.rename({ id: 'ask-first', name: 'think-twice' })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { what: 'check', id: 'think-twice' },
    });
    await expect(
      engram.agent('ali').prevention.rename({ id: 'ask-first', name: 'mine' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});
