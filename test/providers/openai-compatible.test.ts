import { describe, expect, it } from 'vitest';
import type { EngramError } from '../../src/errors.ts';
import type { RequestSurroundings } from '../../src/providers/attempts.ts';
import {
  type OpenaiCompatibleOptions,
  openaiCompatibleEmbedder,
} from '../../src/providers/embedders/openai-compatible.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import {
  answerJson,
  answerVectors,
  type Behaviour,
  embed,
  hangUp,
  keepSilent,
  openEmbeddingServer,
  refuse,
  takeAtMost,
  vectorOf,
} from './embedding-server.ts';

const apiKey = 'sk-very-secret-key';

interface Given extends Partial<OpenaiCompatibleOptions> {
  readonly surroundings?: Partial<RequestSurroundings>;
}

/** An embedder of a server that behaves like this, and the pauses it makes without making them. */
async function embedderFor(behaviours: readonly Behaviour[], { surroundings, ...options }: Given = {}) {
  const server = await openEmbeddingServer(...behaviours);
  const pauses: number[] = [];
  const open = () =>
    openaiCompatibleEmbedder(
      { url: server.url, model: 'small', apiKey, dimensions: 3, ...options },
      {
        pause: async (milliseconds) => {
          pauses.push(milliseconds);
        },
        random: () => 1,
        ...surroundings,
      },
    );
  return { server, pauses, open };
}

/** The texts embedded, as plain lists. */
async function embedWith(behaviours: readonly Behaviour[], texts: readonly string[], given: Given = {}) {
  const { server, pauses, open } = await embedderFor(behaviours, given);
  const vectors = await (await open()).embed(texts);
  return { server, pauses, vectors: vectors.map((vector) => [...vector]) };
}

async function refusalOf(behaviours: readonly Behaviour[], given: Given = {}) {
  const { server, pauses, open } = await embedderFor(behaviours, given);
  const thrown = await open()
    .then((embedder) => embedder.embed(['a', 'bb']))
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  return { server, pauses, error: asRefusal(thrown) };
}

/** All that a person or a log could get to see of an error. */
function everythingIn(error: EngramError): string {
  return [error.stack, error.message, JSON.stringify(error.details), String(error.cause)].join('\n');
}

describe('REC-1 an OpenAI-compatible embedder', () => {
  it('posts the texts with model and key, and gives a vector for each', async () => {
    const { server, vectors } = await embedWith([embed], ['one', 'three'], { dimensions: null });
    expect(vectors).toEqual([vectorOf('one'), vectorOf('three')]);
    expect(server.requests[1]).toMatchObject({
      method: 'POST',
      path: '/v1/embeddings',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: { model: 'small', input: ['one', 'three'], encoding_format: 'float' },
    });
    expect(server.requests[1]?.body).not.toHaveProperty('dimensions');
  });

  it('sends no key where none is needed', async () => {
    const { server } = await embedWith([embed], ['one'], { apiKey: null });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('takes an address with or without a slash at its end', async () => {
    const server = await openEmbeddingServer(embed);
    for (const url of [server.url, `${server.url}/`]) {
      await openaiCompatibleEmbedder({ url, model: 'small', apiKey: null });
    }
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/embeddings', '/v1/embeddings']);
  });

  it('finds its dimension out by a first request, and is known by model and dimension', async () => {
    const { server, open } = await embedderFor([embed], { dimensions: null });
    expect(await open()).toMatchObject({ id: 'openai:small:3', dimensions: 3 });
    expect(server.requests).toHaveLength(1);
  });

  it('asks for the dimension that is configured, and needs no first request', async () => {
    const { server, open } = await embedderFor([embed]);
    const embedder = await open();
    expect(embedder).toMatchObject({ id: 'openai:small:3', dimensions: 3 });
    expect(server.requests).toEqual([]);
    await embedder.embed(['a']);
    expect(server.requests[0]?.body).toMatchObject({ dimensions: 3 });
  });

  it('restores the order of the texts from the index of each answer', async () => {
    const reversed: Behaviour = (response, texts) =>
      answerJson({
        data: texts.map((text, index) => ({ index, embedding: vectorOf(text) })).reverse(),
      })(response, texts);
    const { vectors } = await embedWith([reversed], ['a', 'bb', 'ccc']);
    expect(vectors).toEqual(['a', 'bb', 'ccc'].map(vectorOf));
  });

  it('understands vectors in base64', async () => {
    const base64 = Buffer.from(Float32Array.of(0.5, -2, 3).buffer).toString('base64');
    const { vectors } = await embedWith([answerVectors(base64)], ['a']);
    expect(vectors).toEqual([[0.5, -2, 3]]);
  });

  it('never sends an empty text: its vector is zero, which is similar to nothing', async () => {
    const { server, vectors } = await embedWith([embed], ['', 'a', ' \n', 'b']);
    expect(server.texts()).toEqual([['a', 'b']]);
    expect(vectors).toEqual([[0, 0, 0], vectorOf('a'), [0, 0, 0], vectorOf('b')]);
  });

  it('asks nobody when there is nothing to ask', async () => {
    const { server, vectors } = await embedWith([embed], ['', ' ']);
    expect([server.requests.length, vectors.length]).toEqual([0, 2]);
  });
});

describe('REC-1 requests to an embedder are bounded', () => {
  it('in their number of texts', async () => {
    const texts = Array.from({ length: 200 }, (_, index) => `text ${index}`);
    const { server, vectors } = await embedWith([embed], texts);
    expect(server.texts().map(({ length }) => length)).toEqual([96, 96, 8]);
    expect(vectors).toEqual(texts.map(vectorOf));
  });

  it('in their characters', async () => {
    const texts = Array.from({ length: 20 }, () => 'x'.repeat(20_000));
    const { server } = await embedWith([embed], texts);
    expect(server.texts().map(({ length }) => length)).toEqual([10, 10]);
  });

  it('in the length of a text, which is cut without breaking a character', async () => {
    const { server } = await embedWith(
      [embed],
      ['x'.repeat(1_000_000), `xx${'😀'.repeat(20_000)}`, '部'.repeat(20_000)],
    );
    const [letters = '', emoji = '', chinese = ''] = server.texts()[0] ?? [];
    expect(letters.length).toBe(24_000);
    expect(emoji).toBe(`xx${'😀'.repeat(5_999)}`);
    expect(chinese.length).toBe(8_000);
  });

  it('in how many are under way at once', async () => {
    let going = 0;
    let most = 0;
    const counting: Behaviour = (response, texts) => {
      going += 1;
      most = Math.max(most, going);
      setImmediate(() => {
        going -= 1;
        embed(response, texts);
      });
    };
    const { open, server } = await embedderFor([counting]);
    const embedder = await open();
    const texts = Array.from({ length: 30 }, (_, index) => `text ${index}`);
    const vectors = await Promise.all(texts.map((text) => embedder.embed([text])));
    expect(vectors.map(([vector]) => [...(vector ?? [])])).toEqual(texts.map(vectorOf));
    expect(server.requests).toHaveLength(30);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('and made smaller for a server that takes fewer texts at once', async () => {
    const texts = Array.from({ length: 10 }, (_, index) => `text ${index}`);
    const { server, vectors } = await embedWith([takeAtMost(4, 1_000)], texts);
    expect(vectors).toEqual(texts.map(vectorOf));
    expect(server.texts().map(({ length }) => length)).toEqual([10, 5, 3, 2, 5, 3, 2]);
  });

  it('and made shorter for a model that reads shorter texts, which it remembers', async () => {
    const { open, server } = await embedderFor([takeAtMost(100, 2_000)]);
    const embedder = await open();
    const vectors = await embedder.embed(['short', 'x'.repeat(5_000)]);
    expect(vectors.map(([length]) => length)).toEqual([5, 1_250]);
    const before = server.requests.length;
    await embedder.embed(['y'.repeat(5_000), 'z'.repeat(5_000)]);
    expect(server.texts().slice(before)).toEqual([['y'.repeat(1_250), 'z'.repeat(1_250)]]);
  });
});

describe('REC-1 a service that is away is tried again', () => {
  it.each<[string, Behaviour]>([
    ['429', refuse(429)],
    ['500', refuse(500)],
    ['503', refuse(503)],
    ['a line that is cut', hangUp],
  ])('after %s', async (_, behaviour) => {
    const { server, pauses, vectors } = await embedWith([behaviour, behaviour, embed], ['a']);
    expect(vectors).toEqual([vectorOf('a')]);
    expect(server.requests).toHaveLength(3);
    expect(pauses).toEqual([1_000, 2_000]);
  });

  it('when it asked to be', async () => {
    const { pauses } = await embedWith([refuse(429, 'slow down', { 'retry-after': '7' }), embed], ['a']);
    expect(pauses).toEqual([7_000]);
  });

  it('but is given up at once when it asks for more than ten seconds', async () => {
    const { server, pauses, error } = await refusalOf([refuse(429, 'quota', { 'retry-after': '60' }), embed]);
    expect([server.requests.length, pauses]).toEqual([1, []]);
    expect(error.code).toBe('timeout');
    expect(error.message).toContain('it answered 429 (quota)');
  });

  it('three times, and then given up with what happened and what to do', async () => {
    const { server, error } = await refusalOf([refuse(503, 'loading')]);
    expect(server.requests).toHaveLength(3);
    expect(error.code).toBe('timeout');
    expect(error.message).toContain(`${server.url}/embeddings`);
    expect(error.message).toContain('it answered 503 (loading)');
    expect(error.message).toContain('embedder.url');
  });

  it('and called unavailable when nobody listens', async () => {
    const { server, open } = await embedderFor([embed], { dimensions: null });
    server.close();
    const error = asRefusal(await open().catch((thrown: unknown) => thrown));
    expect(error.code).toBe('timeout');
    expect(error.message).toContain('the connection failed (ECONNREFUSED)');
  });

  it('and called unavailable when it never answers', async () => {
    const { pauses, error } = await refusalOf([keepSilent], { surroundings: { timeoutMs: 30 } });
    expect(pauses).toHaveLength(2);
    expect(error.message).toContain('it did not answer in time');
  });

  it('and not waited for when Engram is closed', async () => {
    const closing = new AbortController();
    const { open, server } = await embedderFor([keepSilent], { surroundings: { closed: closing.signal } });
    const embedder = await open();
    const refused = embedder.embed(['a']).catch((thrown: unknown) => thrown);
    await server.received(1);
    closing.abort();
    expect(asRefusal(await refused).message).toContain('Engram is being closed');
    await expect(embedder.embed(['b'])).rejects.toThrow('Engram is being closed');
    expect(server.requests).toHaveLength(1);
  });
});

describe('REC-1 what would fail again is not tried again', () => {
  it.each<[string, Behaviour, string, string]>([
    ['a wrong key', refuse(401), 'it answered 401', 'ENGRAM_EMBEDDER_API_KEY'],
    ['a key that may not', refuse(403), 'it answered 403', 'ENGRAM_EMBEDDER_API_KEY'],
    [
      'an unknown model',
      refuse(404, 'model "small" not found'),
      '(model "small" not found)',
      'embedder.model "small"',
    ],
    ['a redirect', refuse(307, '', { location: 'http://127.0.0.1:1/' }), 'it answered 307', 'embedder.url'],
    ['a payment that is due', refuse(402, 'pay first'), '(pay first)', 'embedder.model'],
    ['a page', (response) => response.end('<html>'), 'not JSON', 'embedder.url'],
    ['half an answer', (response) => response.end('{"data":[{"ind'), 'not JSON', 'embedder.url'],
    ['an answer of another kind', answerJson({ models: [] }), 'not JSON with a list "data"', 'embedder.url'],
    ['too few vectors', answerVectors([1, 2, 3]), '1 vector for 2 texts', 'embedder.url'],
    [
      'too many vectors',
      answerVectors([1, 2, 3], [1, 2, 3], [1, 2, 3]),
      '3 vectors for 2 texts',
      'embedder.url',
    ],
    [
      'mixed dimensions',
      answerVectors([1, 2, 3], [1, 2]),
      '2 numbers where 3 were expected',
      'embedder.dimensions',
    ],
    [
      'another dimension',
      answerVectors([1, 2], [1, 2]),
      '2 numbers where 3 were expected',
      'embedder.dimensions',
    ],
    ['NaN as JSON has it', answerVectors([1, 2, null], [1, 2, 3]), 'not a list of numbers', 'embedder.url'],
    [
      'NaN as Python has it',
      (response) => response.end('{"data":[{"embedding":[NaN]}]}'),
      'not JSON',
      'embedder.url',
    ],
    ['numbers beyond 32 bits', answerVectors([1e300, 2, 3], [1, 2, 3]), 'not finite', 'embedder.url'],
    [
      'an order that cannot be known',
      answerJson({ data: [0, 0].map((index) => ({ index, embedding: [1, 2, 3] })) }),
      'which vector belongs to which text',
      'embedder.url',
    ],
  ])('%s', async (_, behaviour, reason, setting) => {
    const { server, pauses, error } = await refusalOf([behaviour, embed]);
    expect(error.code).toBe('config_invalid');
    expect(error.message).toContain(reason);
    expect(error.message).toContain(setting);
    expect([server.requests.length, pauses]).toEqual([1, []]);
  });

  it('a request that cannot be made', async () => {
    const { server, pauses, error } = await refusalOf([embed], { apiKey: 'two\nlines' });
    expect(error.code).toBe('config_invalid');
    expect(error.message).toContain('ENGRAM_EMBEDDER_API_KEY');
    expect([server.requests.length, pauses]).toEqual([0, []]);
  });

  it('a request that is refused whatever its size', async () => {
    const { server, error } = await refusalOf([refuse(400, 'no such parameter')]);
    expect(error.message).toContain('it answered 400 (no such parameter)');
    expect(server.texts()).toEqual([['a', 'bb'], ['a']]);
  });
});

describe('REC-1 the key of an embedder is never shown', () => {
  it.each<[string, Behaviour, Given]>([
    ['when it is refused and quoted', refuse(401, `Incorrect API key provided: ${apiKey}`), {}],
    ['when it is quoted with another failure', refuse(404, `no model for ${apiKey}`), {}],
    ['when the service stays away and quotes it', refuse(503, `no room for ${apiKey}`), {}],
    ['when it cannot be sent', embed, { apiKey: `${apiKey}\nx: y` }],
    ['when nothing answers', hangUp, {}],
    ['when the answer is a page with it', (response) => response.end(`<html>${apiKey}`), {}],
    ['when it stands in the address', embed, { url: `http://user:${apiKey}@127.0.0.1:1/v1` }],
  ])('%s', async (_, behaviour, given) => {
    const { error } = await refusalOf([behaviour], given);
    expect(everythingIn(error)).not.toContain(apiKey);
    expect(everythingIn(error)).not.toContain('very-secret');
  });
});
