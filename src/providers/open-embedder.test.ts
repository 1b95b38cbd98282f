import { describe, expect, it } from 'vitest';
import { embedderSettings } from '../config/embedder-settings.ts';
import type { Embedder } from '../ports/embedder.ts';
import { openEmbedder } from './open-embedder.ts';

const own: Embedder = {
  id: 'own',
  dimensions: 1,
  embed: async (texts) => texts.map(() => Float32Array.of(1)),
};
const builtIn: Embedder = { ...own, id: 'built-in' };
const options = { openStatic: async () => builtIn, closed: new AbortController().signal };

describe('REC-1 the embedder is one setting', () => {
  it('is the built-in one by default', async () => {
    expect(await openEmbedder(embedderSettings.parse(undefined), options)).toBe(builtIn);
  });

  it('may be none, for search by words alone', async () => {
    expect(await openEmbedder(embedderSettings.parse({ provider: 'none' }), options)).toBeNull();
  });

  it('may be behind an address', async () => {
    const settings = embedderSettings.parse({ provider: 'openai', model: 'small', dimensions: 256 });
    expect(await openEmbedder(settings, options)).toMatchObject({ id: 'openai:small:256', dimensions: 256 });
  });

  it('may be one of the caller', async () => {
    expect(await openEmbedder(own, options)).toBe(own);
  });

  it('may be a model of the AI SDK', async () => {
    const model = {
      specificationVersion: 'v3',
      provider: 'local',
      modelId: 'tiny',
      maxEmbeddingsPerCall: 10,
      supportsParallelCalls: false,
      doEmbed: async ({ values }: { values: string[] }) => ({ embeddings: values.map(() => [1, 2]) }),
    };
    expect(await openEmbedder(model, options)).toMatchObject({ id: 'ai-sdk:local:tiny:2' });
  });

  it('is not asked for anything once Engram is closed', async () => {
    const settings = embedderSettings.parse({
      provider: 'openai',
      url: 'http://127.0.0.1:1',
      model: 'small',
    });
    await expect(openEmbedder(settings, { ...options, closed: AbortSignal.abort() })).rejects.toThrow(
      'closed',
    );
  });
});
