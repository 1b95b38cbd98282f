import { describe, expect, it } from 'vitest';
import { type HttpTestServer, openTestServer } from './test-server.ts';

interface Suggested {
  readonly actions: ReadonlyArray<{ readonly action: string; readonly attempts: number }>;
  readonly recommended: { readonly action: string; readonly successRate: number } | null;
}

/** Sends a request that is answered. */
async function ask<Answer>(
  door: HttpTestServer,
  method: string,
  path: string,
  body?: unknown,
  agent = 'alice',
): Promise<Answer> {
  const answer = await door.call(method, path, body, { 'X-Engram-Agent': agent });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body as Answer;
}

const decided = (action: string, outcome: string) => ({
  kind: 'decision',
  content: { context: 'api-auth-timeout', action, outcome },
});

describe('the story of api-auth-timeout over HTTP (API-4, LRN-1)', () => {
  it('recommends what worked, with attempts and rates, and nothing to another agent', async () => {
    const door = await openTestServer();
    await ask(door, 'POST', '/api/memories', decided('increase-timeout', 'failure'));
    for (let time = 0; time < 3; time += 1) {
      await ask(door, 'POST', '/api/memories', decided('retry-with-exponential-backoff', 'success'));
    }
    const path = '/api/learning/suggest?context=api-auth-timeout';
    const { actions, recommended } = await ask<Suggested>(door, 'GET', path);
    expect(actions).toMatchObject([
      { action: 'retry-with-exponential-backoff', attempts: 3, successRate: 1 },
      { action: 'increase-timeout', attempts: 1, successRate: 0 },
    ]);
    expect(recommended).toMatchObject({ action: 'retry-with-exponential-backoff' });
    expect(await ask(door, 'GET', '/api/patterns?type=decision&successRate=%3E80%25')).toMatchObject({
      items: [{ slug: 'api-auth-timeout' }],
    });
    expect(await ask<Suggested>(door, 'GET', path, undefined, 'bob')).toMatchObject({
      actions: [],
      recommended: null,
    });
  });
});

describe('the story of npm-install-timeout over HTTP (LRN-2, LRN-3, LRN-4)', () => {
  const failed = (seconds: number) => ({
    kind: 'failure',
    content: {
      errorSignature: `npm install timed out after ${seconds}s`,
      rootCause: 'A stale cache',
      solution: 'clear the npm cache',
      prevention: 'verify-npm-cache-status',
    },
  });

  it('goes from memories of a failure to a check that warns, and to what came of the warning', async () => {
    const door = await openTestServer();
    for (const seconds of [120, 300]) await ask(door, 'POST', '/api/memories', failed(seconds));
    const recurring = await ask<{ items: { slug: string; solutions: object[] }[] }>(
      door,
      'GET',
      '/api/patterns?type=failure&recurring=true',
    );
    expect(recurring.items).toMatchObject([{ occurrences: 2 }]);
    expect(recurring.items[0]?.solutions[0]).toMatchObject({ approach: 'clear the npm cache' });
    const name = recurring.items[0]?.slug ?? '';
    await ask(door, 'POST', `/api/patterns/${name}/rename`, { name: 'npm-install-timeout' });

    const { created } = await ask<{ created: { id: string; slug: string }[] }>(
      door,
      'POST',
      '/api/prevention/generate',
      { pattern: 'npm-install-timeout' },
    );
    expect(created).toMatchObject([
      { slug: 'verify-npm-cache-status', content: { when: { stage: 'development' }, action: 'warn' } },
    ]);

    const run = await ask<{ id: string }>(door, 'POST', '/api/runs', { description: 'npm install left-pad' });
    const call = { tool: 'npm_install', arguments: { package: 'left-pad' }, run: run.id };
    expect(await ask(door, 'POST', '/api/prevention/check', call)).toMatchObject({
      verdict: 'warn',
      findings: [
        {
          check: { slug: 'verify-npm-cache-status' },
          message: expect.stringContaining('clear the npm cache'),
          ask: expect.stringContaining('verify npm cache status'),
        },
      ],
    });
    expect(await ask(door, 'POST', '/api/prevention/check', call), 'it is asked once').toMatchObject({
      verdict: 'allow',
    });

    const step = {
      tool: 'npm_install',
      arguments: { package: 'left-pad' },
      error: 'npm install timed out after 60s',
    };
    await ask(door, 'POST', `/api/runs/${run.id}/steps`, step);
    await ask(door, 'POST', `/api/runs/${run.id}/finish`, { outcome: 'failure' });
    expect(await ask(door, 'GET', '/api/checks/verify-npm-cache-status')).toMatchObject({
      check: { content: { record: { fired: 1, happened: 1 } }, measured: { judged: 1, right: 1 } },
      trials: [{ content: { use: 'warned', runId: run.id, result: 'happened' } }],
    });
    expect(await ask(door, 'GET', '/api/failures?recent=7d')).toMatchObject({
      items: [{ slug: 'npm-install-timeout', occurrences: 3, checks: ['verify-npm-cache-status'] }],
    });
    expect(await ask(door, 'GET', '/api/learning/stats')).toMatchObject({ checks: 1, recurringFailures: 1 });

    expect(await ask(door, 'GET', '/api/checks', undefined, 'bob')).toEqual({ items: [] });
    expect(await ask(door, 'GET', '/api/failures', undefined, 'bob')).toEqual({ items: [] });
    const theirs = await door.call('GET', `/api/checks/${created[0]?.id}`, undefined, {
      'X-Engram-Agent': 'bob',
    });
    expect(theirs.status).toBe(404);
  });
});
