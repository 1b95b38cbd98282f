import { describe, expect, it } from 'vitest';
import { asRefusal } from '../../testing/refusal.ts';
import { type UseLitePackages, useLiteEmbedder } from './use-lite.ts';

/** Packages that behave as the real ones do, but know no meaning. */
function packages(embed = async (texts: string[]): Promise<unknown[]> => texts.map(vectorOf)) {
  const sent: string[][] = [];
  const sources: unknown[] = [];
  const standIn: UseLitePackages = {
    modelSource: 'weights',
    async initModel(source) {
      sources.push(source);
      return {
        embed(texts) {
          sent.push(texts);
          return embed(texts);
        },
      };
    },
  };
  return { standIn, sent, sources };
}

function vectorOf(text: string): number[] {
  return Array.from({ length: 512 }, () => text.length);
}

async function refusalOf(load: () => Promise<UseLitePackages>) {
  return asRefusal(
    await useLiteEmbedder(load)
      .then((embedder) => embedder.embed(['a', 'b']))
      .catch((error: unknown) => error),
  );
}

describe('REC-1 the embedder of USE-lite', () => {
  it('gives vectors of 512 numbers, from weights that are not downloaded', async () => {
    const { standIn, sources } = packages();
    const embedder = await useLiteEmbedder(async () => standIn);
    expect(embedder).toMatchObject({ id: 'use-lite:512', dimensions: 512 });
    expect((await embedder.embed(['abc']))[0]).toEqual(Float32Array.from(vectorOf('abc')));
    expect(sources).toEqual(['weights']);
  });

  it('sends nothing that the model cannot read: such texts get the zero vector', async () => {
    const { standIn, sent } = packages();
    const embedder = await useLiteEmbedder(async () => standIn);
    const texts = ['', ' ', '😀', '你好', 'привет', '第1章', '!?', '12', 'ok'];
    const vectors = await embedder.embed(texts);
    expect(sent).toEqual([['ok']]);
    expect(vectors.map((vector) => vector[0])).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 2]);
  });

  it.each([
    ['在 Docker 中部署', 'Docker'],
    ['café\n\nＡ', 'café A'],
    ['done 😀 now', 'done now'],
  ])('sends of %s what the model can read', async (text, readable) => {
    const { standIn, sent } = packages();
    await (await useLiteEmbedder(async () => standIn)).embed([text]);
    expect(sent).toEqual([[readable]]);
  });

  it('works in small pieces, and cuts what is too long', async () => {
    const { standIn, sent } = packages();
    const embedder = await useLiteEmbedder(async () => standIn);
    await embedder.embed([...Array.from({ length: 10 }, () => 'short'), 'x'.repeat(1_000_000)]);
    expect(sent.map(({ length }) => length)).toEqual([8, 3]);
    expect(sent[1]?.[2]).toHaveLength(4_000);
  });

  it.each<[string, () => Promise<UseLitePackages>, string]>([
    ['weights that are missing', async () => ({ ...packages().standIn, modelSource: undefined }), 'weights'],
    [
      'weights that are broken',
      async () => ({
        ...packages().standIn,
        initModel: async () => {
          throw new Error('bad shard');
        },
      }),
      'bad shard',
    ],
    ['fewer vectors than texts', async () => packages(async () => [vectorOf('a')]).standIn, '1 vector for 2'],
    ['vectors of another length', async () => packages(async () => [[1], [2]]).standIn, '512 were expected'],
  ])('says what to do about %s', async (_, load, message) => {
    const error = await refusalOf(load);
    expect(error.code).toBe('config_invalid');
    expect(error.message).toContain(message);
    expect(error.message).toContain('embedder.provider');
  });
});
