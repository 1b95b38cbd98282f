import { once } from 'node:events';
import { request as nodeRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { connectRaw, openTestServer, parseRaw } from './test-server.ts';

const refused = (code: string) => ({
  error: { code, message: expect.any(String), details: expect.any(Object) },
});
const memory = { kind: 'knowledge', text: 'A' };

describe('a body', () => {
  it.each([
    '{',
    '{"kind":}',
    'kind=knowledge',
    '[]',
    '"text"',
    '7',
    'null',
    '{"kind":"knowledge"} and more',
    '\u0000',
  ])('%j is no JSON object', async (body) => {
    const door = await openTestServer();
    expect(await door.call('POST', '/api/memories', body)).toMatchObject({
      status: 400,
      body: refused('invalid_input'),
    });
  });

  it('that is not UTF-8 is refused, and not stored with signs of replacement', async () => {
    const door = await openTestServer();
    const answer = await fetch(`${door.url}/api/memories`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: Buffer.from('{"kind":"knowledge","text":"Gr\xfc\xdfe"}', 'latin1'),
    });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 400 });
  });

  it('may be left out where nothing is required', async () => {
    const door = await openTestServer();
    expect((await door.call('POST', '/api/jobs/run')).status).toBe(200);
    expect(await door.call('POST', '/api/memories')).toMatchObject({
      status: 400,
      body: refused('invalid_input'),
    });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('of type %j is refused: any page could send it (CSRF)', async (type) => {
    const door = await openTestServer();
    const answer = await door.call('POST', '/api/memories', JSON.stringify(memory), { 'Content-Type': type });
    expect(answer).toMatchObject({ status: 415, body: refused('wrong_content_type') });
    expect((await door.engram.memories.list()).items).toEqual([]);
  });

  it('without any type is refused too', async () => {
    const door = await openTestServer();
    const text = JSON.stringify(memory);
    const { whole } = connectRaw(
      door.url,
      `POST /api/memories HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    );
    expect(parseRaw(await whole)).toMatchObject({ status: 415, body: refused('wrong_content_type') });
  });

  it('may be announced with an expectation, of whatever kind', async () => {
    const door = await openTestServer();
    const text = JSON.stringify(memory);
    for (const expectation of ['100-continue', 'miracles']) {
      const { whole } = connectRaw(
        door.url,
        `POST /api/memories HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: ${expectation}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
      );
      expect(await whole).toContain('HTTP/1.1 201 Created');
    }
  });

  it('is JSON in UTF-8 and not compressed', async () => {
    const door = await openTestServer();
    const send = async (headers: Record<string, string>) =>
      (await door.call('POST', '/api/memories', JSON.stringify(memory), headers)).status;
    expect(await send({ 'Content-Type': 'Application/JSON; charset=UTF-8' })).toBe(201);
    expect(await send({ 'Content-Type': 'application/json; charset=latin1' })).toBe(415);
    expect(await send({ 'Content-Encoding': 'gzip' })).toBe(415);
  });
});

describe('a body that is too large', () => {
  const limits = { bodyBytes: 1_000 };

  it('is refused by what it says about itself, before it is read', async () => {
    const door = await openTestServer({ limits });
    const { socket, whole } = connectRaw(
      door.url,
      'POST /api/memories HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n{',
    );
    socket.once('data', () => socket.end());
    expect(parseRaw(await whole)).toMatchObject({ status: 413, body: refused('too_large') });
  });

  it('is refused while it arrives, when it does not say how large it is', async () => {
    const door = await openTestServer({ limits });
    const status = await new Promise((resolve, reject) => {
      const request = nodeRequest(`${door.url}/api/memories`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
      });
      // The body never ends by itself: only a server that counts while it reads can answer.
      const more = setInterval(() => request.write('x'.repeat(400)), 1);
      request.on('response', (answer) => {
        clearInterval(more);
        request.destroy();
        resolve(answer.statusCode);
      });
      request.on('error', (error) => {
        clearInterval(more);
        reject(error);
      });
    });
    expect(status).toBe(413);
    expect((await door.engram.memories.list()).items).toEqual([]);
  });

  it('is refused with a limit of ten million bytes unless told otherwise', async () => {
    const door = await openTestServer();
    const large = { kind: 'knowledge', text: 'x'.repeat(10_000_000) };
    expect(await door.call('POST', '/api/memories', large)).toMatchObject({
      status: 413,
      body: { error: { code: 'too_large', details: { limit: 10_000_000 } } },
    });
  });

  it('does not keep the next request of the same client from being answered', async () => {
    const door = await openTestServer({ limits });
    for (let round = 0; round < 3; round += 1) {
      expect((await door.call('POST', '/api/memories', { text: 'x'.repeat(5_000) })).status).toBe(413);
      expect((await door.call('POST', '/api/memories', memory)).status).toBe(201);
    }
  });
});

describe('a client that is slow', () => {
  it('is not waited for when its body does not arrive', async () => {
    const door = await openTestServer({ limits: { bodyMs: 50 } });
    const { whole } = connectRaw(
      door.url,
      'POST /api/memories HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"kind":',
    );
    expect(parseRaw(await whole)).toMatchObject({ status: 408, body: refused('timeout') });
  });

  it('is not waited for when it sends its body drop by drop', async () => {
    const door = await openTestServer({ limits: { bodyMs: 100 } });
    const { socket, whole } = connectRaw(
      door.url,
      'POST /api/memories HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
    );
    const drops = setInterval(() => socket.write(' '), 10);
    socket.on('close', () => clearInterval(drops));
    expect(parseRaw(await whole)).toMatchObject({ status: 408, body: refused('timeout') });
  });

  it('is not waited for when not even its headers arrive', async () => {
    const door = await openTestServer({ limits: { headersMs: 50 } });
    const { whole } = connectRaw(door.url, 'GET /api/memories HTTP/1.1\r\nHost: loc');
    expect(parseRaw(await whole)).toMatchObject({ status: 408, body: refused('timeout') });
  });

  it('does not stop others from being answered', async () => {
    const door = await openTestServer({ limits: { bodyMs: 200 } });
    const slow = Array.from({ length: 20 }, () =>
      connectRaw(
        door.url,
        'POST /api/memories HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
      ),
    );
    expect((await door.call('POST', '/api/memories', memory)).status).toBe(201);
    for (const { whole } of slow) expect(parseRaw(await whole).status).toBe(408);
  });
});

describe('a client that leaves', () => {
  it('in the middle of its body leaves nothing behind', async () => {
    const door = await openTestServer();
    const { socket, whole } = connectRaw(
      door.url,
      'POST /api/memories HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"kind":"knowledge"',
    );
    socket.end();
    await whole;
    expect((await door.call('GET', '/api/memories')).body).toEqual({ items: [], next: null });
  });
});

describe('what is no proper HTTP', () => {
  it('does not run into an answer that is under way', async () => {
    const door = await openTestServer();
    const { socket, whole } = connectRaw(door.url, 'GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    socket.write('garbage\r\n\r\n');
    const answer = await whole;
    expect(answer).toContain('HTTP/1.1 200 OK');
    expect(answer).not.toContain('HTTP/1.1 400');
  });

  it.each([
    ['words', 'hello, is anybody there?\r\n\r\n', 400],
    ['another protocol', '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000', 400],
    ['a request without a host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['a host that is none', 'GET /healthz HTTP/1.1\r\nHost: a b/c?d\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'a length and chunks',
      'POST /api/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['an address that is none', 'GET nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['a header without end', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'x'.repeat(600_000)}`, 413],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 405],
  ])('%s is refused in the form of every other refusal', async (_what, text, status) => {
    const door = await openTestServer();
    const { socket, whole } = connectRaw(door.url, text);
    socket.once('data', () => socket.end());
    const answer = parseRaw(await whole);
    expect(answer).toMatchObject({
      status,
      body: { error: { code: expect.any(String), message: expect.any(String) } },
    });
    expect((await door.call('GET', '/healthz')).status).toBe(200);
  });
});
