import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAtSecrets } from './secrets.ts';

describe('CAP-5 a text cut at its secrets', () => {
  it('has the secrets and what stood around them, in order', () => {
    expect(splitAtSecrets('-u ada:[REDACTED:password] -k [REDACTED:api-key]')).toEqual([
      { text: '-u ada:', secret: false },
      { text: '[REDACTED:password]', secret: true },
      { text: ' -k ', secret: false },
      { text: '[REDACTED:api-key]', secret: true },
    ]);
  });

  it('is one part when it is all secret, or has none, and none when it is empty', () => {
    expect(splitAtSecrets('[REDACTED:password]')).toEqual([{ text: '[REDACTED:password]', secret: true }]);
    expect(splitAtSecrets('[REDACTED]')).toEqual([{ text: '[REDACTED]', secret: false }]);
    expect(splitAtSecrets('')).toEqual([]);
  });

  it('loses nothing', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '[',
      ']',
      '[REDACTED:',
      '[REDACTED:password]',
      '[REDACTED:x-1]',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(
          splitAtSecrets(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
