import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importedMemoryInput, isPlainlyValid } from './import.ts';

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' alice',
    'alice ',
    'a\nb',
    'naïve',
    'decision',
    '2026-01-31',
    '\ud800',
    'a\u0000',
    '.',
    '..',
  ),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, undefined, true, {}, []),
  fc.array(fc.oneof(fc.string(), fc.constantFrom(1, null, ' x')), { maxLength: 3 }),
);
const fields = Object.keys(importedMemoryInput.shape);
const record = fc.oneof(
  fc.record(Object.fromEntries(fields.map((field) => [field, anything])), { requiredKeys: [] }),
  fc.record(
    {
      kind: fc.constantFrom('decision', 'knowledge', 'rule'),
      text: fc.string(),
      externalId: fc.oneof(fc.string({ maxLength: 220 }), fc.integer()),
      createdAt: fc.oneof(fc.nat(), fc.double()),
      tags: fc.array(fc.string()),
      unknown: fc.anything(),
    },
    { requiredKeys: [] },
  ),
  fc.anything(),
);

describe('a memory from elsewhere', () => {
  it('that is plainly valid is taken by the schema as it is', () => {
    let plain = 0;
    fc.assert(
      fc.property(record, (raw) => {
        if (!isPlainlyValid(raw)) return;
        plain += 1;
        const parsed = importedMemoryInput.safeParse(raw);
        expect(parsed.error).toBeUndefined();
        for (const [field, value] of Object.entries(parsed.data ?? {})) {
          expect(value).toEqual((raw as Record<string, unknown>)[field]);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(plain).toBeGreaterThan(100);
  });

  it('may write its ids as numbers and its times as dates', () => {
    const raw = { text: 'x', externalId: 7, session: 8, createdAt: '2026-01-31T12:00:00Z' };
    expect(isPlainlyValid(raw)).toBe(false);
    expect(importedMemoryInput.parse(raw)).toMatchObject({
      externalId: '7',
      session: '8',
      createdAt: Date.UTC(2026, 0, 31, 12),
    });
  });
});
