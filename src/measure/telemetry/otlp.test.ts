import { describe, expect, it } from 'vitest';
import { attributes, exportRequest, nanoseconds } from './otlp.ts';

describe('MET-4 the JSON form of OTLP', () => {
  it('writes text as text, integers as 64-bit integers, which are text too, and fractions as numbers', () => {
    expect(attributes({ name: 'shop', count: 42, share: 0.5 })).toEqual([
      { key: 'name', value: { stringValue: 'shop' } },
      { key: 'count', value: { intValue: '42' } },
      { key: 'share', value: { doubleValue: 0.5 } },
    ]);
  });

  it('writes a number that no 64-bit integer holds exactly as a number', () => {
    expect(attributes({ count: 1e21 })).toEqual([{ key: 'count', value: { doubleValue: 1e21 } }]);
  });

  it('leaves out what is not there, but not what is empty', () => {
    expect(attributes({ a: null, b: undefined, c: '', d: 0 }).map(({ key }) => key)).toEqual(['c', 'd']);
  });

  it('keeps fractions of a millisecond in times', () => {
    expect(nanoseconds(1_735_732_800_000)).toBe('1735732800000000000');
    expect(nanoseconds(1_735_732_800_000, 12.345678)).toBe('1735732800012345678');
  });

  it('keeps times within what collectors can hold', () => {
    expect(nanoseconds(Number.MAX_SAFE_INTEGER, 1e300)).toBe('9223372036854775807');
  });

  it('puts spans into one request, below their resource and their scope', () => {
    const request = exportRequest(attributes({ 'service.name': 'a "quoted" name' }), [
      '{"name":"a"}',
      '{"name":"b"}',
    ]);
    expect(JSON.parse(request)).toEqual({
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'a "quoted" name' } }] },
          scopeSpans: [
            {
              scope: { name: 'engram' },
              schemaUrl: 'https://opentelemetry.io/schemas/1.41.1',
              spans: [{ name: 'a' }, { name: 'b' }],
            },
          ],
        },
      ],
    });
  });
});
