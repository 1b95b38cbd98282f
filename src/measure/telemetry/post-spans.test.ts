import { describe, expect, it } from 'vitest';
import {
  accept,
  answer,
  type Behaviour,
  hangUp,
  keepSilent,
  neverFinish,
  openCollector,
} from './collector.fixture.ts';
import { createPost, type Destination, type PostResult } from './post-spans.ts';

const now = Date.UTC(2025, 0, 1, 12);

/** Sends one request to a collector that behaves like this. */
async function postTo(behaviour: Behaviour, options: Partial<Destination> = {}) {
  const collector = await openCollector(behaviour);
  const post = createPost({
    url: `${collector.endpoint}/v1/traces`,
    headers: {},
    fetch,
    now: () => now,
    timeoutMs: 60_000,
    ...options,
  });
  const ended = new AbortController();
  return { collector, ended, answer: post('{"resourceSpans":[]}', ended.signal) };
}

describe('MET-4 a request to a collector', () => {
  it('is a POST of JSON with the configured headers', async () => {
    const sent = await postTo(accept, {
      headers: { Authorization: 'Bearer abc', 'Content-Type': 'text/plain' },
    });
    expect(await sent.answer).toEqual({ kind: 'accepted', rejectedSpans: 0 });
    expect(sent.collector.requests).toMatchObject([
      {
        method: 'POST',
        path: '/v1/traces',
        headers: { authorization: 'Bearer abc', 'content-type': 'application/json' },
        body: { resourceSpans: [] },
      },
    ]);
  });

  it.each<[string, Behaviour, PostResult]>([
    ['is accepted by any 2xx', answer(202), { kind: 'accepted', rejectedSpans: 0 }],
    [
      'may be accepted in part',
      (response) => response.end('{"partialSuccess":{"rejectedSpans":"3","errorMessage":"too old"}}'),
      { kind: 'accepted', rejectedSpans: 3 },
    ],
    [
      'is accepted with a remark that rejects nothing',
      (response) => response.end('{"partialSuccess":{"errorMessage":"use gzip"}}'),
      { kind: 'accepted', rejectedSpans: 0 },
    ],
    [
      'is accepted whatever a 200 says',
      (response) => response.end('<html>'),
      { kind: 'accepted', rejectedSpans: 0 },
    ],
    ['is refused by 400', answer(400), { kind: 'refused', reason: 'it answered 400 Bad Request' }],
    ['is refused by 401', answer(401), { kind: 'refused', reason: 'it answered 401 Unauthorized' }],
    ['is refused by 413', answer(413), { kind: 'refused', reason: 'it answered 413 Payload Too Large' }],
    ['is refused by 500', answer(500), { kind: 'refused', reason: 'it answered 500 Internal Server Error' }],
    [
      'may be tried again after 429',
      answer(429),
      { kind: 'unavailable', reason: 'it answered 429 Too Many Requests' },
    ],
    [
      'may be tried again after 502',
      answer(502),
      { kind: 'unavailable', reason: 'it answered 502 Bad Gateway' },
    ],
    [
      'may be tried again after 503',
      answer(503),
      { kind: 'unavailable', reason: 'it answered 503 Service Unavailable' },
    ],
    [
      'may be tried again after 504',
      answer(504),
      { kind: 'unavailable', reason: 'it answered 504 Gateway Timeout' },
    ],
    [
      'may be tried again when the line is cut',
      hangUp,
      { kind: 'unavailable', reason: expect.stringMatching(/^the connection failed \(/) },
    ],
  ])('%s', async (_title, behaviour, expected) => {
    const sent = await postTo(behaviour);
    expect(await sent.answer).toEqual(expected);
  });

  it.each([
    ['seconds', '7', 7_000],
    ['a date', 'Wed, 01 Jan 2025 12:00:30 GMT', 30_000],
    ['a date that is over', 'Wed, 01 Jan 2025 11:00:00 GMT', 0],
    ['nonsense', 'soon', undefined],
  ])('is told when to come back in %s', async (_form, header, retryAfterMs) => {
    const sent = await postTo(answer(503, { 'retry-after': header }));
    expect((await sent.answer) as object).toEqual({
      kind: 'unavailable',
      reason: 'it answered 503 Service Unavailable',
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  });

  it.each([
    ['that keeps silent', keepSilent],
    ['that never gets to the end of its answer', neverFinish],
  ])('gives up on a collector %s', async (_title, behaviour) => {
    const sent = await postTo(behaviour, { timeoutMs: 50 });
    expect(await sent.answer).toEqual({ kind: 'unavailable', reason: 'it did not answer in time' });
  });

  it('ends when it is told to', async () => {
    const sent = await postTo(keepSilent);
    await sent.collector.received(1);
    sent.ended.abort();
    expect(await sent.answer).toMatchObject({ kind: 'unavailable' });
  });

  it('is not made when the end came first', async () => {
    const collector = await openCollector(accept);
    const post = createPost({
      url: collector.endpoint,
      headers: {},
      fetch,
      now: () => now,
      timeoutMs: 60_000,
    });
    expect(await post('{}', AbortSignal.abort())).toMatchObject({ kind: 'unavailable' });
    expect(collector.requests).toEqual([]);
  });

  it('says what is wrong with the connection when nobody listens', async () => {
    const collector = await openCollector();
    collector.close();
    const post = createPost({
      url: collector.endpoint,
      headers: {},
      fetch,
      now: () => now,
      timeoutMs: 60_000,
    });
    expect(await post('{}', new AbortController().signal)).toEqual({
      kind: 'unavailable',
      reason: 'the connection failed (ECONNREFUSED)',
    });
  });

  it('does not follow a redirect with the headers', async () => {
    const elsewhere = await openCollector(accept);
    const sent = await postTo(answer(307, { location: elsewhere.endpoint }), { headers: { 'x-key': 'abc' } });
    expect(await sent.answer).toEqual({ kind: 'refused', reason: 'it answered 307 Temporary Redirect' });
    expect(elsewhere.requests).toEqual([]);
  });

  it('never shows a header, not even one that cannot be sent', async () => {
    const sent = await postTo(accept, { headers: { authorization: 'Bearer top-secret\nx: y' } });
    expect(await sent.answer).toEqual({ kind: 'unavailable', reason: 'the request failed' });
  });
});
