import { describe, expect, it } from 'vitest';
import type { View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

const fails = (message: string) => () => Promise.reject(new Error(message));

/** A run in which npm_install fails and works after the cache was cleaned. */
async function cleanAndRetry(view: View, message: string): Promise<void> {
  const run = await view.startRun({ description: 'Install the packages', category: 'build' });
  await run.call('npm_install', {}, fails(message)).catch(() => {});
  await run.call('npm_cache_clean', {}, () => 'ok');
  await run.call('npm_install', {}, () => 'ok');
  await run.finish({ outcome: 'success' });
}

describe('LRN-2 failures of one form are one pattern', () => {
  it('which counts them, names itself by their words, and says when and where', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    await cleanAndRetry(alice, 'npm install timed out after 30000ms');
    engram.time.advance(1_000);
    await cleanAndRetry(alice, 'npm install timed out after 31234ms');
    expect(await alice.learning.failures()).toMatchObject([
      {
        slug: 'npm-install-timed-out-after',
        template: 'npm install timed out after <*>ms',
        occurrences: 2,
        tools: ['npm_install'],
        agent: 'alice',
        lastSeenAt: engram.time.now(),
        firstSeenAt: engram.time.now() - 1_000,
      },
    ]);
  });

  it('that stays the same pattern, with its name, in another process', async () => {
    const first = await openForTest();
    await cleanAndRetry(first.agent('alice'), 'connect ETIMEDOUT 10.0.0.7:5432');
    await cleanAndRetry(first.agent('alice'), 'disk /dev/sda1 is full');
    const second = await openForTest();
    await cleanAndRetry(second.agent('alice'), 'connect ETIMEDOUT 10.0.0.9:5432');
    await cleanAndRetry(second.agent('alice'), 'disk /dev/sdb2 is full');
    const slugs = async (view: View) => (await view.learning.failures()).map(({ slug }) => slug);
    expect(await slugs(first.agent('alice'))).toEqual(await slugs(second.agent('alice')));
  });

  it('is recognised with and without the type and the trace that a runtime prints around it', async () => {
    const alice = (await openForTest()).agent('alice');
    await cleanAndRetry(alice, 'connect ECONNREFUSED 10.0.0.7:5432');
    await cleanAndRetry(alice, 'Uncaught TypeError: order is not iterable');
    const occurrences = async (error: string) => (await alice.learning.recognise({ error })).occurrences;
    const trace = '    at load (/srv/shop/order.js:3:5)';
    expect(await occurrences(`Error: connect ECONNREFUSED 127.0.0.1:80\n${trace}`)).toBe(1);
    expect(await occurrences('java.net.ConnectException: connect ECONNREFUSED 127.0.0.1:80')).toBe(1);
    expect(await occurrences('order is not iterable')).toBe(1);
    expect(await occurrences('Error: Error: order is not iterable')).toBe(1);
    expect(await occurrences('RangeError: order is not iterable')).toBe(0);
    const solutions = await alice.learning.solutions({ error: 'TypeError: order is not iterable' });
    expect(solutions).toMatchObject([{ approach: 'call npm_cache_clean, then npm_install again' }]);
  });

  it('is recognised by the deepest cause that is known, whatever was wrapped around it', async () => {
    const alice = (await openForTest()).agent('alice');
    await cleanAndRetry(alice, 'connect ECONNREFUSED 10.0.0.7:5432');
    const pasted = [
      'OrderError: could not load the order',
      '    at load (/srv/shop/order.js:3:5)',
      'Caused by: Error: the query failed',
      'Caused by: Error: connect ECONNREFUSED 10.0.0.9:5432',
    ].join('\n');
    expect(await alice.learning.recognise({ error: pasted })).toMatchObject({
      occurrences: 1,
      template: 'connect ECONNREFUSED <*>',
    });
    expect(await alice.learning.solutions({ error: pasted })).toMatchObject([
      { approach: 'call npm_cache_clean, then npm_install again' },
    ]);
    // Where the deepest cause is unknown, the next above it is named; an unknown chain by its own words.
    const unknown = `${pasted}\nCaused by: Error: route 7 is down`;
    expect((await alice.learning.recognise({ error: unknown })).occurrences).toBe(1);
    const other = await alice.learning.recognise({ error: 'Error: no\nCaused by: Error: disk 3 is full' });
    expect(other).toMatchObject({ id: null, occurrences: 0 });
  });

  it('is recognised by a value of another form, as the same failure that it will be when it is recorded', async () => {
    const alice = (await openForTest()).agent('alice');
    const failed = (file: string) => `npm install timed out while fetching the tarball ${file}`;
    for (const file of ['1a2b3c4d.tgz', '5e6f7a8b.tgz', '9c0d1e2f.tgz'])
      await cleanAndRetry(alice, failed(file));
    expect((await alice.learning.recognise({ error: failed('99aa12.tgz') })).occurrences).toBe(3);
    await cleanAndRetry(alice, failed('99aa12.tgz'));
    expect((await alice.learning.recognise({ error: failed('1a2b3c4d.tgz') })).occurrences).toBe(4);
    expect((await alice.learning.recognise({ error: 'npm install failed' })).occurrences).toBe(0);
  });

  it('is one pattern, however much was printed around it when it happened', async () => {
    const alice = (await openForTest()).agent('alice');
    await cleanAndRetry(alice, 'Error: connect ECONNREFUSED 10.0.0.7:5432');
    await cleanAndRetry(alice, 'connect ECONNREFUSED 10.0.0.7:5432');
    await alice.learning.failures();
    await cleanAndRetry(alice, 'AggregateError [ECONNREFUSED]: connect ECONNREFUSED ::1:5432');
    expect(await alice.learning.failures()).toMatchObject([{ occurrences: 3 }]);
  });

  it('recurs when it was met more than once, and is recent when it was met lately', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    await cleanAndRetry(alice, 'first kind of trouble');
    engram.time.advance(8 * 86_400_000);
    await cleanAndRetry(alice, 'quite another problem here');
    await cleanAndRetry(alice, 'quite another problem here');
    const slugs = async (input: object) => (await alice.learning.failures(input)).map(({ slug }) => slug);
    expect(await slugs({ recurring: true })).toEqual(['quite-another-problem-here']);
    expect(await slugs({ recent: '7d' })).toEqual(['quite-another-problem-here']);
    expect(await slugs({})).toEqual(['quite-another-problem-here', 'first-kind-of-trouble']);
  });

  it('counts failure memories too, which bring their solution along', async () => {
    const alice = (await openForTest()).agent('alice');
    const content = { errorSignature: 'npm-install-timeout', solution: 'clear the npm cache' };
    await alice.memories.record({ kind: 'failure', content });
    await alice.memories.record({ kind: 'failure', content });
    expect(await alice.learning.failures({ recurring: true })).toMatchObject([
      { slug: 'npm-install-timeout', occurrences: 2, solutions: [{ approach: 'clear the npm cache' }] },
    ]);
  });

  it('LRN-12 is not listed any more when too many others were met since, and is known all the same', async () => {
    const engram = await openForTest({ learning: { retention: { failurePatterns: 2 } } });
    const alice = engram.agent('alice');
    for (const message of ['the oldest trouble', 'a newer problem here', 'something quite new']) {
      await cleanAndRetry(alice, message);
      engram.time.advance(1_000);
    }
    const listed = await alice.learning.failures();
    expect(listed.map(({ slug }) => slug).sort()).toEqual(['a-newer-problem-here', 'something-quite-new']);
    expect((await alice.learning.recognise({ error: 'the oldest trouble' })).occurrences).toBe(1);
  });

  it('may be renamed, and is found by its new name', async () => {
    const alice = (await openForTest()).agent('alice');
    await cleanAndRetry(alice, 'npm install timed out after 5ms');
    await alice.learning.rename({ id: 'npm-install-timed-out-after', name: 'npm-install-timeout' });
    expect(await alice.learning.show('npm-install-timeout')).toMatchObject({ pattern: { occurrences: 1 } });
    await expect(alice.learning.show('npm-install-timed-out-after')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is not shown to agents that may not see its runs; the owner sees whose it is', async () => {
    const engram = await openForTest();
    await cleanAndRetry(engram.agent('alice'), 'secret trouble of alice');
    expect(await engram.agent('ali').learning.failures()).toEqual([]);
    expect(await engram.learning.failures()).toMatchObject([{ agent: 'alice', occurrences: 1 }]);
  });
});

describe('LRN-2 what helped is seen in runs', () => {
  it('as what was done between the failure and the moment the call worked', async () => {
    const alice = (await openForTest()).agent('alice');
    for (const wait of [1, 2, 3]) await cleanAndRetry(alice, `npm install timed out after ${wait}ms`);
    const known = await alice.learning.recognise({ error: 'npm install timed out after 99ms' });
    expect(known.solutions).toMatchObject([
      {
        approach: 'call npm_cache_clean, then npm_install again',
        source: 'inferred',
        attempts: 3,
        successRate: 1,
      },
    ]);
    expect(known.workedNext).toMatchObject([{ tool: 'npm_cache_clean', times: 3 }]);
  });
});

describe('LRN-3 somebody teaches what helps', () => {
  it('and the pattern, the solution and a check are there', async () => {
    const alice = (await openForTest()).agent('alice');
    const learned = await alice.learning.learn({
      error: 'npm install timed out after 30000ms',
      solution: 'clear the npm cache',
      steps: ['npm cache clean --force', 'npm install'],
      prevention: ['verify npm cache status'],
      name: 'npm-install-timeout',
      rootCause: 'a broken cache',
    });
    expect(learned).toMatchObject({
      pattern: {
        slug: 'npm-install-timeout',
        rootCause: 'a broken cache',
        checks: ['verify-npm-cache-status'],
      },
      solution: { approach: 'clear the npm cache', attempts: 0, successRate: null, source: 'stated' },
      checks: [{ slug: 'verify-npm-cache-status', content: { action: 'warn' } }],
    });
  });

  it('once: the same advice for the same failure is not kept twice', async () => {
    const alice = (await openForTest()).agent('alice');
    const advice = { error: 'disk /dev/sda1 is full', solution: 'Delete old logs' };
    const { solution } = await alice.learning.learn(advice);
    await alice.learning.learn({ ...advice, solution: 'delete old logs', steps: ['rm *.log'] });
    expect(await alice.learning.solutions({ error: 'disk /dev/sdb1 is full' })).toMatchObject([
      { id: solution?.id, approach: 'Delete old logs', steps: ['rm *.log'] },
    ]);
  });

  it('and a name that is taken is refused, with what to do', async () => {
    const alice = (await openForTest()).agent('alice');
    await alice.learning.learn({ error: 'one thing broke', name: 'broken' });
    await expect(
      alice.learning.learn({ error: 'something else altogether failed', name: 'broken' }),
    ).rejects.toThrow(/already a pattern "broken"/);
  });
});

describe('LRN-6 solutions for an error', () => {
  it('come by type and message, best first, and their success rate follows what came of them', async () => {
    const alice = (await openForTest()).agent('alice');
    const learn = (solution: string, error = 'pool exhausted after 30s', errorType = 'PoolError') =>
      alice.learning.learn({ error, errorType, solution });
    await learn('restart the database');
    const { solution } = await learn('raise the pool size');
    await learn('add a swap file', 'out of memory while sorting 12 rows', 'MemoryError');
    await alice.learning.solved({ id: solution?.id ?? '', outcome: 'success' });
    const found = await alice.learning.solutions({
      error: 'pool exhausted after 5s',
      errorType: 'PoolError',
    });
    expect(found.map(({ approach, score }) => [approach, score])).toEqual([
      ['raise the pool size', 1.5],
      ['restart the database', 1.5],
    ]);
    expect(found[0]).toMatchObject({ attempts: 1, successRate: 1 });
  });

  it('are at most three unless more are asked for, and keep to a category', async () => {
    const alice = (await openForTest()).agent('alice');
    for (const solution of ['one', 'two', 'three', 'four'])
      await alice.learning.learn({ error: 'it broke in the middle', solution });
    await alice.learning.learn({ error: 'it broke in the middle', solution: 'five', category: 'frontend' });
    expect(await alice.learning.solutions({ error: 'it broke in the middle' })).toHaveLength(3);
    const backend = await alice.learning.solutions({
      error: 'it broke in the middle',
      category: 'backend',
      limit: 10,
    });
    expect(backend.map(({ approach }) => approach)).not.toContain('five');
  });

  it('make room for better ones when there are too many', async () => {
    const alice = (await openForTest({ learning: { retention: { solutions: 2 } } })).agent('alice');
    const learn = async (solution: string) =>
      (await alice.learning.learn({ error: 'it broke in the middle', solution })).solution?.id ?? '';
    const good = await learn('what works');
    await alice.learning.solved({ id: good, outcome: 'success' });
    const bad = await learn('what does not');
    await alice.learning.solved({ id: bad, outcome: 'failure' });
    await learn('something new');
    const kept = await alice.learning.solutions({ error: 'it broke in the middle', limit: 10 });
    expect(kept.map(({ approach }) => approach)).toEqual(['what works', 'something new']);
  });
});
