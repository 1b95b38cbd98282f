import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCutJson } from './cut-json.ts';
import { sameJson } from './json.ts';
import { formatPath, leavesOf, valuesAt } from './path.ts';

describe('TPL-6 a result that was cut when it was recorded', () => {
  it('is read up to the last complete value', () => {
    expect(readCutJson('{"id": 42, "items": [{"sku": "a"}, {"sk')).toEqual({
      id: 42,
      items: [{ sku: 'a' }, {}],
    });
    expect(readCutJson('{"a": "x, y", "b": tru')).toEqual({ a: 'x, y' });
    expect(readCutJson('[1, 2, 3')).toEqual([1, 2]);
  });

  it('is not taken for JSON when it is something else', () => {
    for (const text of [
      '[INFO] started, 3 errors',
      '{ok}',
      '{"a": 1} and more',
      '[1, 2] {',
      'text',
      '',
      '{"a": 1, b: 2, c',
    ])
      expect(readCutJson(text)).toBeUndefined();
  });

  it('holds nothing that the whole did not hold, wherever it was cut', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), fc.nat(), (whole, place) => {
        const text = JSON.stringify(whole);
        const cut = readCutJson(text.slice(0, place % text.length));
        if (cut === undefined) return;
        for (const { path, value } of leavesOf(cut)) {
          if (path.includes('__proto__')) continue;
          const [there] = valuesAt(JSON.parse(text), formatPath(path));
          expect(sameJson(value, there ?? null)).toBe(true);
        }
      }),
    );
  });
});
