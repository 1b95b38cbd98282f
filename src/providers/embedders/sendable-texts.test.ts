import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, embedSendable, inBatches } from './sendable-texts.ts';

describe('REC-1 texts on their way to an embedder', () => {
  it('are cut to bytes, at a whole character, and are well-formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, maximumBytes) => {
        const cut = cutText(text, maximumBytes);
        expect(text.startsWith(cut)).toBe(true);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(maximumBytes);
        if (Buffer.byteLength(text) <= maximumBytes) expect(cut).toBe(text);
      }),
    );
    expect(cutText('a\ud800', 10)).toBe('a\ufffd');
  });

  it('go in batches that keep their order and their limits', () => {
    const limits = { texts: 3, characters: 10 };
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 15 })), (texts) => {
        const batches = inBatches(texts, limits);
        expect(batches.flat()).toEqual(texts);
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(limits.texts);
          if (batch.length > 1) expect(batch.join('').length).toBeLessThanOrEqual(limits.characters);
        }
      }),
    );
  });

  it('get their own vector back, whatever is left out between them', async () => {
    const sent: string[] = [];
    const vectors = await embedSendable(['', ' a ', '\t', 'bb'], 1, async (texts) => {
      sent.push(...texts);
      return texts.map((text) => Float32Array.of(text.length));
    });
    expect(sent).toEqual(['a', 'bb']);
    expect(vectors.map(([first]) => first)).toEqual([0, 1, 0, 2]);
  });
});
