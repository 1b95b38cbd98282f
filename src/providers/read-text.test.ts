import { describe, expect, it } from 'vitest';
import { readText } from './read-text.ts';

describe('REC-1 the answer of a service', () => {
  it('is read to its end', async () => {
    expect(await readText(new Response('schön'), 6)).toBe('schön');
    expect(await readText(new Response(null), 0)).toBe('');
  });

  it('is not read any further once it is too large', async () => {
    let pieces = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pieces += 1;
        controller.enqueue(new Uint8Array(100));
      },
    });
    expect(await readText(new Response(endless), 1_000)).toBeUndefined();
    expect(pieces).toBeLessThan(20);
  });
});
