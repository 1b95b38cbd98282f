import { describe, expect, it } from 'vitest';
import { isRedacted, placeholderFor, placeholderPattern, redactedParts } from './placeholder.ts';

describe('CAP-5 the placeholder of a secret', () => {
  it('names its kind and is found again', () => {
    expect(placeholderFor('github-token')).toBe('[REDACTED:github-token]');
    expect(isRedacted(`a ${placeholderFor('password')} b`)).toBe(true);
  });

  it.each([
    '',
    '[REDACTED]',
    '[REDACTED:]',
    '[REDACTED:Pass word]',
    'REDACTED:password',
    '[REDACTED:password',
  ])('is not %j', (text) => {
    expect(isRedacted(text)).toBe(false);
    expect(redactedParts(text)).toEqual([]);
  });

  it('is listed with kind and place, in reading order', () => {
    const text = '-u me:[REDACTED:password] -k [REDACTED:api-key]';
    const parts = redactedParts(text);
    expect(parts.map(({ kind }) => kind)).toEqual(['password', 'api-key']);
    expect(parts.map(({ start, end }) => text.slice(start, end))).toEqual([
      '[REDACTED:password]',
      '[REDACTED:api-key]',
    ]);
  });

  it('is found every time: no search remembers the one before', () => {
    const text = placeholderFor('password');
    for (let time = 0; time < 3; time += 1) {
      expect(isRedacted(text)).toBe(true);
      expect(redactedParts(text)).toHaveLength(1);
      expect(text.replace(placeholderPattern, '?')).toBe('?');
    }
  });
});
