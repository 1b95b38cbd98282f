import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeOf } from './time.ts';

const noon = Date.UTC(2025, 2, 1, 12);

describe('CAP-6 the time of an imported record', () => {
  it.each([
    ['ISO text', '2025-03-01T12:00:00.000Z', noon],
    ['ISO text with a zone', '2025-03-01T14:00:00+02:00', noon],
    ['a zone without a colon', '2025-03-01T14:00:00+0200', noon],
    ['microseconds in ISO text', '2025-03-01T12:00:00.123456Z', noon + 123],
    ['a space instead of the T', '2025-03-01 12:00:00', noon],
    ['minutes only', '2025-03-01 12:00', noon],
    ['a day', '2025-03-01', noon - 12 * 3_600_000],
    ['seconds', noon / 1_000, noon],
    ['seconds with a fraction', noon / 1_000 + 0.25, noon + 250],
    ['seconds as text', String(noon / 1_000), noon],
    ['milliseconds', noon, noon],
    ['milliseconds as a large integer', BigInt(noon), noon],
    ['microseconds', noon * 1_000, noon],
    ['the beginning', 0, 0],
  ])('is understood as %s', (_form, value, expected) => {
    expect(timeOf(value)).toBe(expected);
  });

  it('without a zone is UTC on every machine', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'America/New_York';
    try {
      expect(timeOf('2025-03-01T12:00:00')).toBe(noon);
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it.each([
    undefined,
    null,
    '',
    'yesterday',
    '1 March 2025',
    '2025-13-45',
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    {},
    true,
  ])('is unknown for %j', (value) => {
    expect(timeOf(value)).toBeNull();
  });

  it('is a whole number that a record can keep, or unknown, for any value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.double(), fc.bigInt(), fc.date().map(String)), (value) => {
        const time = timeOf(value);
        expect(time === null || (Number.isSafeInteger(time) && time >= 0)).toBe(true);
      }),
    );
  });
});
