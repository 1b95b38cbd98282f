import { describe, expect, it } from 'vitest';
import { backOffMs, isEndpointTrouble, limitOf } from './trouble.ts';

const noon = Date.UTC(2025, 0, 1, 12);

describe('an error that says "slow down"', () => {
  it.each([
    ['a status', { status: 429 }, null],
    ['a status code', { statusCode: 429, retryAfter: '2' }, 2_000],
    ['a header', { status: 429, headers: { 'Retry-After': '1.5' } }, 1_500],
    ['headers of fetch', { response: { status: 429, headers: new Headers({ 'retry-after': '4' }) } }, 4_000],
    ['milliseconds', { status: 429, headers: { 'retry-after-ms': '250', 'retry-after': '9' } }, 250],
    ['a date', { status: 503, headers: { 'retry-after': 'Wed, 01 Jan 2025 12:00:30 GMT' } }, 30_000],
    ['a date that has passed', { status: 429, retryAfter: 'Wed, 01 Jan 2025 11:00:00 GMT' }, 0],
    ['nonsense', { status: 429, retryAfter: 'soon' }, null],
    ['its words', new TypeError('Rate limit reached for requests'), null],
    ['a status in words', new TypeError('Request failed with status code 429'), null],
  ])('is known by %s', (_, error, waitMs) => {
    expect(limitOf(error, noon)).toEqual({ waitMs });
  });

  it.each([
    ['another status', { status: 500 }],
    ['a number by chance', new TypeError('row 429 is missing')],
    ['a service that is down', { status: 503 }],
    ['nothing', undefined],
  ])('is not %s', (_, error) => {
    expect(limitOf(error, noon)).toBeNull();
  });

  it('may be anything: what throws when it is read is passed over', () => {
    const hostile = new Proxy({}, { get: () => Promise.reject, ownKeys: () => [] });
    expect(limitOf(hostile, noon)).toBeNull();
    const throwing = Object.defineProperty({}, 'status', {
      get() {
        throw new RangeError('no');
      },
    });
    expect(isEndpointTrouble(throwing)).toBe(false);
  });
});

describe('trouble of an endpoint', () => {
  it.each([
    [true, { status: 502 }],
    [true, { status: 401 }],
    [true, Object.assign(new TypeError('refused'), { code: 'ECONNREFUSED' })],
    [true, new TypeError('fetch failed')],
    [false, { status: 404 }],
    [false, new RangeError('no such item')],
  ])('is told from a wrong question: %s', (expected, error) => {
    expect(isEndpointTrouble(error)).toBe(expected);
  });
});

it('a back-off doubles, has some chance in it and an end', () => {
  expect([0, 1, 2, 20].map((troubles) => backOffMs(troubles, 0))).toEqual([500, 1_000, 2_000, 30_000]);
  expect(backOffMs(0, 0.999)).toBeLessThanOrEqual(1_000);
});
