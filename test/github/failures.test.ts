import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engram } from '../../src/index.ts';
import { EngramError, openEngram } from '../../src/index.ts';
import { openForTest } from '../stories/open-for-test.ts';
import { aPull, type GitHubWorld, putPull, startGitHub } from './github-server.ts';

const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

async function opened(interrupt?: GitHubWorld['interrupt'], more: object = {}) {
  const server = await startGitHub(interrupt);
  putPull(server.world);
  const github = { apiUrl: server.apiUrl, token, repository: 'acme/shop', ...more };
  return { server, engram: await openForTest({ github }) };
}

async function refusal(engram: Engram, pull = '12'): Promise<EngramError> {
  const error = await engram.github.learn({ pull }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!EngramError.is(error)) throw new Error(`It was not refused: ${error}`);
  expect(`${error.message} ${JSON.stringify(error)}`).not.toContain(token);
  return error;
}

describe('COO-5 when GitHub refuses', () => {
  it('refuses a pull request that is still open, and records nothing', async () => {
    const { server, engram } = await opened();
    putPull(server.world, aPull({ state: 'open', merged: false, closed_at: null }));
    expect(await refusal(engram)).toMatchObject({
      code: 'conflict',
      message: 'The pull request acme/shop#12 is still open. Learn from it once it is merged or closed.',
    });
    expect((await engram.memories.list()).items).toEqual([]);
  });

  it('says that there is no such pull request, or none that the token may see', async () => {
    const { engram } = await opened();
    const { code, message } = await refusal(engram, '13');
    expect([code, message]).toEqual([
      'not_found',
      'GitHub has no pull request acme/shop#13, or the token may not see it.',
    ]);
  });

  it.each([
    [401, 'config_invalid', 'GitHub does not accept the token.'],
    [403, 'forbidden', 'GitHub does not let this token do that with pull request acme/shop#12.'],
    [422, 'service_unavailable', 'GitHub refused to answer about pull request acme/shop#12: 422 (Odd).'],
  ])('tells %i as %s, at once', async (status, code, message) => {
    const { server, engram } = await opened(() => ({ status, body: { message: 'Odd' } }));
    expect(await refusal(engram)).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(server.requests.length).toBeLessThanOrEqual(3);
  });

  it.each([
    ['its limit', 403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1735689600' }],
    [
      'its limit, by another status',
      429,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1735689600' },
    ],
  ])('says when it answers again, after %s is used up', async (_what, status, headers) => {
    const { engram } = await opened(() => ({ status, headers }));
    expect(await refusal(engram)).toMatchObject({
      code: 'rate_limited',
      message:
        'GitHub takes no more requests of this token for now; it does again at 2025-01-01T00:00:00.000Z.',
      details: { until: '2025-01-01T00:00:00.000Z' },
    });
  });

  it('tries again when the server fails, and learns all the same', async () => {
    let failures = 0;
    const { engram } = await opened(({ path }) =>
      path.endsWith('/pulls/12') && failures++ < 2 ? { status: 502 } : undefined,
    );
    expect(await engram.github.learn({ pull: '12' })).toMatchObject({ status: 'recorded' });
    expect(failures).toBe(3);
  });

  it('gives up after three tries', async () => {
    const { server, engram } = await opened(() => ({ status: 500 }));
    expect(await refusal(engram)).toMatchObject({
      code: 'service_unavailable',
      message: 'GitHub gave no answer about pull request acme/shop#12: it answered 500.',
    });
    expect(server.requests.filter(({ path }) => path.endsWith('/pulls/12'))).toHaveLength(3);
  });

  it('follows a redirect on the same server, as of a renamed repository', async () => {
    const { server, engram } = await opened(({ path }) =>
      path.startsWith('/repos/acme/old')
        ? { status: 301, headers: { location: path.replace('/repos/acme/old', '/api/v3/repos/acme/shop') } }
        : undefined,
    );
    expect(await engram.github.learn({ pull: 'acme/old#12' })).toMatchObject({ pullRequest: 'acme/shop#12' });
    expect(await engram.github.learn({ pull: 'acme/shop#12' })).toMatchObject({ status: 'unchanged' });
    expect(new Set(server.requests.map(({ authorization }) => authorization))).toEqual(
      new Set([`token ${token}`]),
    );
  });

  it('follows no redirect to another server, which never sees the token', async () => {
    const seen: unknown[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => void other.close(() => resolve())));
    const { port } = other.address() as AddressInfo;
    const location = `http://127.0.0.1:${port}/repos/acme/shop/pulls/12`;
    const { engram } = await opened(() => ({ status: 302, headers: { location } }));
    expect(await refusal(engram)).toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('which is not the configured server'),
    });
    expect(seen).toEqual([]);
  });

  it('ends a chain of redirects', async () => {
    const { engram } = await opened(({ path }) => ({ status: 302, headers: { location: `/api/v3${path}` } }));
    expect(await refusal(engram)).toMatchObject({ message: expect.stringContaining('on and on') });
  });

  it.each([
    ['no pull request', { unexpected: true }],
    ['a list', []],
  ])('refuses an answer that is %s', async (_what, body) => {
    const { engram } = await opened(({ path }) =>
      path.endsWith('/pulls/12') ? { status: 200, body } : undefined,
    );
    expect(await refusal(engram)).toMatchObject({
      code: 'service_unavailable',
      message: "GitHub's answer about pull request acme/shop#12 is not what its API promises.",
    });
  });
});

describe('COO-5 the token for GitHub', () => {
  it('is needed before anything is sent', async () => {
    const { server, engram } = await opened(undefined, { token: null });
    expect(await refusal(engram)).toMatchObject({ code: 'config_invalid' });
    expect(server.requests).toEqual([]);
  });

  it.each(['http://github.example/api/v3', 'http://127.0.0.1.example/api', 'https://me@host/api'])(
    'is not sent to %s',
    async (apiUrl) => {
      await expect(openForTest({ github: { apiUrl, token } })).rejects.toMatchObject({
        code: 'config_invalid',
      });
    },
  );

  it('comes from the environment, as the address and the repository do, and is never shown', async () => {
    const server = await startGitHub();
    putPull(server.world);
    const environment = {
      GITHUB_API_URL: server.apiUrl,
      GITHUB_TOKEN: 'older',
      GH_TOKEN: token,
      GITHUB_REPOSITORY: 'acme/shop',
    };
    const engram = await openEngram({
      db: 'memory:',
      surroundings: { environment, folder: '/', home: '/nowhere' },
    });
    onTestFinished(() => engram.close());
    await engram.github.learn({ pull: '12' });
    expect(server.requests[0]?.authorization).toBe(`token ${token}`);
  });
});
