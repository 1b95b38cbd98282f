import { describe, expect, it } from 'vitest';
import { fenced } from './untrusted.ts';

describe('stored text in a block', () => {
  it('cannot leave it, however many marks it has', () => {
    for (const text of ['plain', '```\nleave', '`````', '` '.repeat(200_000)]) {
      const [fence = ''] = fenced(text).split('text\n', 1);
      expect(fence).toMatch(/^`{3,}$/);
      expect(text).not.toContain(fence);
      expect(fenced(text)).toBe(`${fence}text\n${text}\n${fence}`);
    }
  });
});
