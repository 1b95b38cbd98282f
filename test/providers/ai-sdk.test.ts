import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { describe, expect, it } from 'vitest';
import { type AiSdkEmbeddingModel, isAiSdkEmbeddingModel } from '../../src/providers/ai-sdk-models.ts';
import { aiSdkEmbedder } from '../../src/providers/embedders/ai-sdk.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import {
  answerJson,
  answerVectors,
  type Behaviour,
  embed,
  hangUp,
  openEmbeddingServer,
  refuse,
  takeAtMost,
  vectorOf,
} from './embedding-server.ts';

const apiKey = 'sk-very-secret-key';

/** A model as its users make it, of a server that behaves like this. */
async function modelFor(...behaviours: readonly Behaviour[]) {
  const server = await openEmbeddingServer(...behaviours);
  const provider = createOpenAICompatible({ name: 'local', baseURL: server.url, apiKey });
  return { server, model: provider.embeddingModel('small') };
}

/** No real waiting. */
const surroundings = { pause: async () => {}, random: () => 1 };

/** A model of nobody's package. */
function ownModel(changes: Partial<AiSdkEmbeddingModel> = {}): AiSdkEmbeddingModel {
  return {
    specificationVersion: 'v2',
    provider: 'own',
    modelId: 'tiny',
    maxEmbeddingsPerCall: undefined,
    supportsParallelCalls: true,
    doEmbed: async ({ values }) => ({ embeddings: values.map(vectorOf) }),
    ...changes,
  };
}

describe('REC-1 an embedding model of the AI SDK', () => {
  it('is told from an embedder and from settings', async () => {
    const { model } = await modelFor(embed);
    expect(isAiSdkEmbeddingModel(model)).toBe(true);
    expect(isAiSdkEmbeddingModel(await aiSdkEmbedder(model))).toBe(false);
    expect(
      [{ provider: 'openai', model: 'x' }, null, 'openai/small', () => {}].filter(isAiSdkEmbeddingModel),
    ).toEqual([]);
  });

  it('becomes an embedder with its dimension found out, known by provider, model and dimension', async () => {
    const { model, server } = await modelFor(embed);
    const embedder = await aiSdkEmbedder(model);
    expect(embedder).toMatchObject({ id: 'ai-sdk:local.embedding:small:3', dimensions: 3 });
    const vectors = await embedder.embed(['one', '', 'three']);
    expect(vectors.map((vector) => [...vector])).toEqual([vectorOf('one'), [0, 0, 0], vectorOf('three')]);
    expect(server.requests[1]).toMatchObject({
      headers: { authorization: `Bearer ${apiKey}` },
      body: { model: 'small', input: ['one', 'three'] },
    });
  });

  it('is of specification v2 as well', async () => {
    const [vector] = await (await aiSdkEmbedder(ownModel())).embed(['abc']);
    expect([...(vector ?? [])]).toEqual(vectorOf('abc'));
  });

  it('gets as many texts at once as it takes', async () => {
    const sizes: number[] = [];
    const model = ownModel({
      maxEmbeddingsPerCall: Promise.resolve(2),
      async doEmbed({ values }) {
        sizes.push(values.length);
        return { embeddings: values.map(vectorOf) };
      },
    });
    await (await aiSdkEmbedder(model)).embed(['a', 'b', 'c']);
    expect(sizes).toEqual([1, 2, 1]);
  });

  it.each([
    [true, 4],
    [false, 1],
  ])('is called at once or in turn as it can (%s)', async (supportsParallelCalls, expected) => {
    let going = 0;
    let most = 0;
    const model = ownModel({
      supportsParallelCalls,
      async doEmbed({ values }) {
        going += 1;
        most = Math.max(most, going);
        await new Promise((resolve) => setImmediate(resolve));
        going -= 1;
        return { embeddings: values.map(vectorOf) };
      },
    });
    const embedder = await aiSdkEmbedder(model);
    await Promise.all(Array.from({ length: 9 }, () => embedder.embed(['a'])));
    expect(most).toBe(expected);
  });

  it('gets shorter texts when it can read no longer ones', async () => {
    const { model } = await modelFor(takeAtMost(100, 2_000));
    const [vector] = await (await aiSdkEmbedder(model)).embed(['x'.repeat(3_000)]);
    expect(vector?.[0]).toBe(1_500);
  });

  it('is tried again when its service is away', async () => {
    const { model, server } = await modelFor(refuse(429, 'slow', { 'retry-after': '3' }), hangUp, embed);
    const pauses: number[] = [];
    const pause = async (milliseconds: number): Promise<void> => {
      pauses.push(milliseconds);
    };
    await aiSdkEmbedder(model, { ...surroundings, pause });
    expect(server.requests).toHaveLength(3);
    expect(pauses).toEqual([3_000, 2_000]);
  });

  it.each<[string, Behaviour, string, number, string]>([
    ['a service that stays away', refuse(503, 'loading'), 'timeout', 3, 'it answered 503 (loading)'],
    [
      'a wrong key',
      refuse(401, `Incorrect API key provided: ${apiKey}`),
      'config_invalid',
      1,
      'it answered 401.',
    ],
    [
      'an unknown model',
      refuse(404, 'no such model'),
      'config_invalid',
      1,
      'it answered 404 (no such model)',
    ],
    ['a page', (response) => response.end(`<html>${apiKey}`), 'config_invalid', 1, 'AI_APICallError'],
    ['another answer', answerJson({ models: [] }), 'config_invalid', 1, 'AI_APICallError'],
    ['too many vectors', answerVectors([1], [2]), 'config_invalid', 1, '2 vectors for 1 text'],
  ])('fails with a typed error, and without the key: %s', async (_, behaviour, code, tries, message) => {
    const { model, server } = await modelFor(behaviour);
    const error = asRefusal(await aiSdkEmbedder(model, surroundings).catch((thrown: unknown) => thrown));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect(error.message).toContain('ai-sdk:local.embedding:small');
    expect(server.requests).toHaveLength(tries);
    expect([error.stack, String(error.cause)].join()).not.toContain(apiKey);
  });

  it('is given up when it pays no attention to time', async () => {
    const model = ownModel({ doEmbed: () => new Promise(() => {}) });
    const refused = aiSdkEmbedder(model, { ...surroundings, timeoutMs: 10 }).catch(
      (thrown: unknown) => thrown,
    );
    expect(asRefusal(await refused).message).toContain('it did not answer in time');
  });
});
