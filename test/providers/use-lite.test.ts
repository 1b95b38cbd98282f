import { describe, expect, it } from 'vitest';
import { EngramError } from '../../src/errors.ts';
import { loadUseLite, useLiteEmbedder } from '../../src/providers/embedders/use-lite.ts';

/** A folder whose node_modules has the packages; this project does not depend on them. */
const project = process.env['ENGRAM_TEST_USE_LITE'] ?? process.cwd();

function similarity(one: Float32Array | undefined, other: Float32Array | undefined): number {
  return [...(one ?? [])].reduce((sum, number, position) => sum + number * (other?.[position] ?? 0), 0);
}

describe('REC-1 the packages of USE-lite', () => {
  it('give near vectors to texts of near meaning, and none to what they cannot read', async (context) => {
    const packages = await loadUseLite(project).catch((error: unknown) => {
      if (!EngramError.is(error)) throw error;
      return context.skip(
        'the packages are not installed: name a folder that has them in ENGRAM_TEST_USE_LITE',
      );
    });
    const embedder = await useLiteEmbedder(async () => packages);
    const [cat, kitten, build, empty, emoji, chinese, mixed, docker] = await embedder.embed([
      'The cat sleeps on the sofa',
      'A kitten is napping on the couch',
      'The build failed with a type error',
      '',
      '😀 😀',
      '第1章 部署到生产环境',
      '在 Docker 中部署应用',
      'Docker',
    ]);
    expect(cat).toHaveLength(512);
    expect(similarity(cat, kitten)).toBeGreaterThan(similarity(cat, build) + 0.2);
    for (const silent of [empty, emoji, chinese]) expect(similarity(silent, silent)).toBe(0);
    expect(similarity(mixed, docker)).toBeCloseTo(1);
  });

  it('are named with the command that installs them, where they are missing', async (context) => {
    const error = await loadUseLite('/nowhere').catch((thrown: unknown) => thrown);
    if (!EngramError.is(error)) return context.skip('the packages are installed beside Engram');
    expect(error.code).toBe('config_invalid');
    expect(error.message).toContain('the package @energetic-ai/embeddings is not installed');
    expect(error.message).toContain('npm install @energetic-ai/core @energetic-ai/embeddings');
  });
});
