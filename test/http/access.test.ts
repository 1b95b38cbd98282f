import { describe, expect, it } from 'vitest';
import { createHttpApp } from '../../src/interfaces/http/app.ts';
import { connectRaw, everyScope, installationForTest, openTestServer } from './test-server.ts';

const refused = (code: string) => ({ error: { code } });

describe('a server on this machine without tokens', () => {
  it('lets in whoever asks, as the configured user, project and agent', async () => {
    const door = await openTestServer({ options: { user: 'ann', project: 'shop', agent: 'alice' } });
    const { status, body } = await door.call('POST', '/api/memories', { kind: 'knowledge', text: 'A' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ scope: { user: 'ann', project: 'shop', agent: 'alice' } });
  });

  it('lets the headers choose project and agent freely', async () => {
    const door = await openTestServer({ options: { agent: 'alice' } });
    const headers = { 'X-Engram-Project': 'other', 'X-Engram-Agent': 'bob' };
    const { body } = await door.call('POST', '/api/memories', { kind: 'knowledge', text: 'A' }, headers);
    expect(body).toMatchObject({ scope: { user: 'local', project: 'other', agent: 'bob' } });
  });

  it('refuses a wrong token even so', async () => {
    const door = await openTestServer();
    for (const authorization of [
      'Bearer engram_wrong',
      'Bearer',
      'Bearer a b',
      'Basic dXNlcjpwdw==',
      'engram_x',
    ]) {
      const { status, body, headers } = await door.call('GET', '/api/stats', undefined, {
        Authorization: authorization,
      });
      expect({ status, body }, authorization).toMatchObject({ status: 401, body: refused('unauthorized') });
      expect(headers.get('www-authenticate')).toBe('Bearer realm="engram"');
    }
  });

  it('asks for a token as soon as there is one', async () => {
    const door = await openTestServer();
    expect((await door.call('GET', '/api/stats')).status).toBe(200);
    const token = await door.token({});
    expect(await door.call('GET', '/api/stats')).toMatchObject({
      status: 401,
      body: refused('unauthorized'),
    });
    expect((await door.call('GET', '/api/stats', undefined, token)).status).toBe(200);
  });
});

describe('a server that other machines can reach', () => {
  it('asks for a token even when there is none any more', async () => {
    const { hub, engram } = await openTestServer();
    const app = createHttpApp({
      engine: engram,
      hub,
      version: '0',
      installation: installationForTest,
      host: '0.0.0.0',
    });
    expect((await app.fetch(new Request('http://engram.example/api/stats'))).status).toBe(401);
    expect((await app.fetch(new Request('http://engram.example/metrics'))).status).toBe(401);
    expect((await app.fetch(new Request('http://engram.example/api/events'))).status).toBe(401);
    expect((await app.fetch(new Request('http://engram.example/healthz'))).status).toBe(200);
  });
});

describe('a token', () => {
  it('opens nothing when it is wrong, revoked or expired', async () => {
    const door = await openTestServer();
    const valid = await door.token({});
    const ask = async (headers: Record<string, string>) =>
      (await door.call('GET', '/api/stats', undefined, headers)).status;
    const short = await door.token({}, ['read'], { expiresAt: door.engram.time.now() + 1_000 });
    expect(await ask(short)).toBe(200);
    door.engram.time.advance(1_000);
    expect(await ask(short)).toBe(401);
    expect(await ask({ Authorization: `${valid['Authorization']}x` })).toBe(401);
    const [newest] = await door.engram.tokens.list();
    const { status } = await door.call('DELETE', `/api/tokens/${newest?.id}`, undefined, valid);
    expect(status).toBe(200);
    for (const { id } of await door.engram.tokens.list()) await door.engram.tokens.revoke(id);
    expect(await ask(valid)).toBe(401);
  });

  it('is understood whatever the case of "Bearer"', async () => {
    const door = await openTestServer();
    const { Authorization = '' } = await door.token({});
    const headers = { Authorization: Authorization.replace('Bearer', 'bearer') };
    expect((await door.call('GET', '/api/stats', undefined, headers)).status).toBe(200);
  });

  it('stands for one agent, or for any when it has none', async () => {
    const door = await openTestServer();
    const alice = await door.token({ agent: 'alice' });
    const owner = await door.token({ agent: null });
    const actAs = (token: Record<string, string>, agent: string) =>
      door.call(
        'POST',
        '/api/memories',
        { kind: 'knowledge', text: 'A' },
        { ...token, 'X-Engram-Agent': agent },
      );
    expect((await actAs(alice, 'alice')).body).toMatchObject({ scope: { agent: 'alice' } });
    expect(await actAs(alice, 'bob')).toMatchObject({ status: 403, body: refused('forbidden') });
    expect((await actAs(owner, 'bob')).body).toMatchObject({ scope: { agent: 'bob' } });
    expect((await actAs(owner, '%C3%84nne%20%2F%25')).body).toMatchObject({ scope: { agent: 'Änne /%' } });
    for (const agent of ['', '100%', '%00', 'a%0Ab']) {
      expect(await actAs(owner, agent), agent).toMatchObject({ status: 400, body: refused('invalid_input') });
    }
  });

  it('stands for one project, or for every one of its user', async () => {
    const door = await openTestServer();
    const one = await door.token({ project: 'shop' });
    const every = await door.token({ project: 'shop' }, everyScope, { anyProject: true });
    const actIn = (token: Record<string, string>, project: string) =>
      door.call(
        'POST',
        '/api/memories',
        { kind: 'knowledge', text: 'A' },
        { ...token, 'X-Engram-Project': project },
      );
    expect((await actIn(one, 'shop')).status).toBe(201);
    expect(await actIn(one, 'bank')).toMatchObject({ status: 403, body: refused('forbidden') });
    expect((await actIn(every, 'bank')).body).toMatchObject({ scope: { user: 'local', project: 'bank' } });
  });

  it('does what its scopes allow, and the refusal names the scope that is missing', async () => {
    const door = await openTestServer();
    const memory = await door.engram.memories.record({ kind: 'knowledge', text: 'A' });
    const asks = [
      ['GET', `/api/memories/${memory.id}`, ['read']],
      ['POST', '/api/tasks', ['write']],
      ['DELETE', `/api/memories/${memory.id}`, ['delete']],
      ['GET', '/api/tokens', ['read', 'admin']],
      ['POST', '/api/tokens', ['write', 'admin']],
      ['DELETE', '/api/tokens/tok_x', ['delete', 'admin']],
      ['GET', '/api/config', ['read', 'admin']],
      ['GET', '/api/doctor', ['read', 'admin']],
      ['GET', '/metrics', ['read']],
      ['GET', '/api/events', ['read']],
    ] as const;
    for (const [method, path, needed] of asks) {
      for (const missing of needed) {
        const token = await door.token(
          {},
          everyScope.filter((scope) => scope !== missing),
        );
        const body = method === 'POST' ? {} : undefined;
        const answer = await door.call(method, path, body, token);
        expect(answer, `${method} ${path}`).toMatchObject({ status: 403, body: refused('forbidden') });
        expect(answer.text).toContain(`needs the scope \\"${missing}\\"`);
      }
    }
    expect(await door.engram.memories.get(memory.id)).toEqual(memory);
  });

  it('makes no token that opens more than itself', async () => {
    const door = await openTestServer();
    const maker = await door.token({ agent: 'alice' }, ['read', 'write', 'admin', 'trust']);
    const make = (input: object) => door.call('POST', '/api/tokens', input, maker);
    expect(await make({ scopes: ['read', 'delete'] })).toMatchObject({
      status: 403,
      body: refused('forbidden'),
    });
    expect(await make({ anyProject: true })).toMatchObject({ status: 403, body: refused('forbidden') });
    const { status, body } = await make({ scopes: ['read'] });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      scopes: ['read'],
      scope: { agent: 'alice' },
      secret: expect.stringMatching(/^engram_/),
    });
  });
});

describe('users', () => {
  it('neither see nor change what is not theirs, whatever they ask for (API-2)', async () => {
    const door = await openTestServer();
    const ann = await door.token({ user: 'ann' });
    const ben = await door.token({ user: 'ben' }, everyScope, { anyProject: true });
    const { body } = await door.call('POST', '/api/memories', { kind: 'knowledge', text: 'whisper' }, ann);
    const { id } = body as { id: string };
    await door.call('POST', '/api/tasks', { id: 'job-1', description: 'whisper' }, ann);
    const asBen = (method: string, path: string, sent?: object) => door.call(method, path, sent, ben);
    expect((await asBen('GET', `/api/memories/${id}`)).status).toBe(404);
    expect((await asBen('DELETE', `/api/memories/${id}`)).status).toBe(404);
    expect((await asBen('GET', '/api/tasks/job-1')).status).toBe(404);
    expect((await asBen('PATCH', '/api/tasks/job-1', { status: 'done' })).status).toBe(404);
    for (const path of ['/api/memories', '/api/memories/search?query=whisper', '/api/tasks', '/api/tokens']) {
      const answer = await asBen('GET', path);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('whisper');
      expect(answer.text).not.toContain('"ann"');
    }
    expect((await door.call('GET', `/api/memories/${id}`, undefined, ann)).status).toBe(200);
  });
});

describe('a page in a browser', () => {
  it('of another site is refused, and no answer invites it', async () => {
    const door = await openTestServer();
    for (const [method, path] of [
      ['GET', '/api/stats'],
      ['OPTIONS', '/api/memories'],
      ['GET', '/docs'],
    ] as const) {
      const answer = await door.call(method, path, undefined, { Origin: 'https://evil.example' });
      expect(answer).toMatchObject({ status: 403, body: refused('forbidden') });
    }
    const own = await door.call('GET', '/api/stats', undefined, { Origin: door.url });
    expect(own.status).toBe(200);
    expect([...own.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('that leads its own name to this machine is refused, as long as it shows no token (DNS rebinding)', async () => {
    const door = await openTestServer();
    const ask = (host: string, more = '') =>
      connectRaw(door.url, `GET /api/stats HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`)
        .whole;
    expect(await ask('evil.example:80')).toContain('HTTP/1.1 403');
    expect(await ask('localhost:80')).toContain('HTTP/1.1 200');
    expect(await ask('[::1]:80')).toContain('HTTP/1.1 200');
    const { Authorization } = await door.token({});
    expect(await ask('engram.example', `Authorization: ${Authorization}\r\n`)).toContain('HTTP/1.1 200');
  });
});

describe('STO-7: an operation that reads, writes or deletes', () => {
  it('asks for the scope of what a call does', async () => {
    const { call, token } = await openTestServer({ options: { backend: { use: 'local' } } });
    const use = async (headers: Record<string, string>, action: string) => {
      const body = { action, key: 'theme', value: 'dark' };
      return (await call('POST', '/api/backend/memory', body, headers)).status;
    };
    const reader = { ...(await token({}, ['read'])) };
    const writer = { ...(await token({}, ['write'])) };
    const deleter = { ...(await token({}, ['delete'])) };
    expect([await use(reader, 'store'), await use(writer, 'store')]).toEqual([403, 200]);
    expect([await use(reader, 'retrieve'), await use(writer, 'retrieve')]).toEqual([200, 403]);
    expect([await use(reader, 'evaluate'), await use(reader, 'list')]).toEqual([403, 200]);
    expect([await use(reader, 'delete'), await use(writer, 'delete')]).toEqual([403, 403]);
    // Only a token that may do something at all may call it.
    expect([await use(deleter, 'delete'), await use(reader, 'unknown')]).toEqual([200, 200]);
  });
});
