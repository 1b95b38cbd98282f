import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../json/json.ts';
import { capped, snapshot, snapshotArguments, storableCopy } from './snapshot.ts';

/** Any text at all, halves of signs and control signs included. */
const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(0xffff), { maxLength }).map((units) => String.fromCharCode(...units));

const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  key: fc.oneof(anyText(5), fc.constantFrom('__proto__', 'toJSON', 'constructor')),
  maxDepth: 3,
});

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe('CAP-1 the copy of anything a tool was given or returned', () => {
  it('is JSON that comes back from the disk as it was, for any value', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const { value: copied } = snapshot(value);
        expect(isDeepStrictEqual(JSON.parse(JSON.stringify(copied)), copied)).toBe(true);
        // The schema of stored JSON refuses NUL and lone surrogates, in values and in names.
        expect(json.safeParse(copied).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is never larger than it says, for any value', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const copied = snapshot(value);
        expect(copied.atMostBytes).toBeGreaterThanOrEqual(jsonBytes(copied.value));
        const given = snapshotArguments(value);
        expect(given.atMostBytes).toBeGreaterThanOrEqual(jsonBytes(given.value));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [[]],
    [{}],
    [Array.from({ length: 1_000 }, () => [])],
    [new Array(1_000)],
    ['\u0001'.repeat(100)],
    [-1.2345678901234567e-100],
  ])('is never larger than it says: case %#', (value) => {
    expect(snapshot(value).atMostBytes).toBeGreaterThanOrEqual(jsonBytes(snapshot(value).value));
  });

  it.each<[string, unknown, unknown]>([
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a date that is none', new Date(Number.NaN), null],
    ['a big integer', 10n, '10'],
    ['what is no number', [Number.NaN, Number.POSITIVE_INFINITY], ['NaN', 'Infinity']],
    ['minus zero', -0, 0],
    ['undefined', undefined, null],
    ['undefined members', { a: undefined, b: 1 }, { b: 1 }],
    ['a list with holes', Object.assign([], { 2: 'c' }), [null, null, 'c']],
    [
      'a map',
      new Map<unknown, unknown>([
        ['a', 1],
        [2, new Set(['x'])],
      ]),
      { a: 1, 2: ['x'] },
    ],
    ['bytes', Buffer.from('secret'), '[6 bytes]'],
    ['a function', { run: () => 1 }, { run: '[function]' }],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['an error', new TypeError('bad'), { name: 'TypeError', message: 'bad' }],
    ['an object that knows its JSON', new URL('https://a.example/'), 'https://a.example/'],
    [
      'an object of a class',
      new (class Order {
        id = 42;
      })(),
      { id: 42 },
    ],
    ['texts that databases refuse', 'a\u0000b\ud800', 'a\u2400b\ufffd'],
  ])('says %s in JSON', (_, value, copied) => expect(snapshot(value).value).toStrictEqual(copied));

  it('is taken now: later changes do not reach it', () => {
    const order = { lines: [{ sku: 'a' }] };
    const { value } = snapshot(order);
    order.lines.push({ sku: 'b' });
    expect(value).toEqual({ lines: [{ sku: 'a' }] });
  });

  it('repeats what occurs twice, and says where a value contains itself', () => {
    const shared = { id: 1 };
    expect(snapshot({ a: shared, b: [shared, shared] }).value).toEqual({
      a: { id: 1 },
      b: [{ id: 1 }, { id: 1 }],
    });
    const round: Record<string, unknown> = { id: 1 };
    round['self'] = round;
    expect(snapshot(round).value).toEqual({ id: 1, self: '[circular]' });
    const own = { toJSON: (): unknown => own };
    expect(snapshot(Object.setPrototypeOf(own, class {}.prototype)).value).toBe('[circular]');
  });

  it('keeps members called __proto__ as data', () => {
    const { value } = snapshot(JSON.parse('{"__proto__": {"admin": true}}'));
    expect(JSON.stringify(value)).toBe('{"__proto__":{"admin":true}}');
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  it('ends where the structure goes too deep', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(JSON.stringify(snapshot(deep).value)).toContain('[too deep]');
  });

  it.each<[string, () => unknown]>([
    [
      'a getter that throws',
      () => ({
        get a() {
          throw new Error('no');
        },
      }),
    ],
    [
      'a getter that throws what has no text',
      () => ({
        get a() {
          throw Object.create(null);
        },
      }),
    ],
    [
      'a toJSON that throws',
      () =>
        new (class {
          toJSON() {
            throw new Error('no');
          }
        })(),
    ],
    [
      'a proxy that was revoked',
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      },
    ],
    [
      'a list of the agent’s own kind',
      () =>
        new (class Odd extends Array {
          override map(): never {
            throw new Error('no');
          }
        })(),
    ],
  ])('never throws: %s', (_, make) => {
    const { value } = snapshot({ ok: 1, odd: make() });
    expect(value).toMatchObject({ ok: 1 });
    expect(JSON.parse(JSON.stringify(value))).toStrictEqual(value);
  });
});

describe('CAP-1 the arguments of a call', () => {
  it('are an object: what is none stands under "input"', () => {
    expect(snapshotArguments({ id: 1 }).value).toEqual({ id: 1 });
    expect(snapshotArguments('text').value).toEqual({ input: 'text' });
    expect(snapshotArguments([1, 2]).value).toEqual({ input: [1, 2] });
    expect(snapshotArguments(undefined).value).toEqual({});
    expect(snapshotArguments(null).value).toEqual({});
  });
});

describe('CAP-1 the size cap', () => {
  it('leaves what fits as it is, counted in bytes and not in signs', () => {
    const taken = snapshot({ text: 'é'.repeat(100) });
    const bytes = jsonBytes(taken.value);
    expect(capped(taken, bytes)).toEqual({ value: taken.value, cut: false });
    expect(capped(taken, bytes - 1).cut).toBe(true);
  });

  it('keeps the beginning and the true size of what does not fit', () => {
    const taken = snapshot({ text: '😀'.repeat(5_000) });
    const { value, cut } = capped(taken, 1_000);
    expect(cut).toBe(true);
    expect(value).toMatchObject({ truncated: true, bytes: jsonBytes(taken.value) });
    expect(jsonBytes(value)).toBeLessThan(5_000);
    expect(JSON.stringify(value).isWellFormed()).toBe(true);
  });

  it('does not cut a secret in two, which nobody would recognise any more (CAP-5)', () => {
    const token = ['ghp', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('_');
    for (let at = 960; at < 1_000; at += 5) {
      const { value } = capped(snapshot(`${'x '.repeat(at / 2)} ${token} ${'y '.repeat(5_000)}`), 2_000);
      expect(JSON.stringify(value)).not.toContain(token.slice(0, 8));
    }
  });
});

it('a text that every database can keep is returned as it is', () => {
  expect(storableCopy('plain é 😀 \n')).toBe('plain é 😀 \n');
  expect(storableCopy('\ud83d and \u0000')).toBe('\ufffd and \u2400');
});
