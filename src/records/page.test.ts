import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aTask } from '../testing/index.ts';
import { nameText } from '../text/text.ts';
import { cursorSchema, cutPage, encodeCursor, isAfter, newestFirst, positionOf } from './page.ts';

/** Any text at all, halves of signs and control signs included. */
const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(0xffff), { maxLength }).map((units) => String.fromCharCode(...units));

const name = fc
  .oneof(anyText(10), fc.constantFrom('a\u2028b', 'a\u0085b', '0', 'é'))
  .filter((text) => nameText.safeParse(text).data === text);
const position = fc.record({
  createdAt: fc.nat({ max: 4_102_444_800_000 }),
  id: name,
  agent: fc.option(name, { nil: null }),
});

describe('a cursor', () => {
  it('stands for exactly the place it was made from, whatever the names there', () => {
    fc.assert(
      fc.property(position, (place) => {
        expect(cursorSchema.parse(encodeCursor(place))).toEqual(place);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    '',
    'x',
    '!!!',
    'MTIz',
    Buffer.from('1\n2').toString('base64url'),
    Buffer.from('x\na\n').toString('base64url'),
  ])('cannot be %j, which no list answered', (cursor) => {
    const answer = cursorSchema.safeParse(cursor);
    expect(answer.success).toBe(false);
    expect(answer.error?.issues[0]?.message).toContain('leave it out to start anew');
  });
});

describe('a list', () => {
  const place = fc.record({
    createdAt: fc.integer({ min: 1, max: 3 }),
    id: fc.constantFrom('a', 'b', 'c'),
    agent: fc.constantFrom(null, 'x', 'y'),
  });

  it('has one order: of two different places exactly one comes after the other', () => {
    fc.assert(
      fc.property(place, place, place, (first, second, third) => {
        const same = JSON.stringify(first) === JSON.stringify(second);
        expect(Number(isAfter(first, second)) + Number(isAfter(second, first))).toBe(same ? 0 : 1);
        if (isAfter(first, second) && isAfter(second, third)) expect(isAfter(first, third)).toBe(true);
      }),
    );
  });

  it('is newest first, then by id, then the agents before the project', () => {
    const at = (createdAt: number, id: string, agent: string | null = null) =>
      aTask({ createdAt, id, scope: { user: 'ada', project: 'shop', agent } });
    const tasks = [at(1, 'z'), at(2, 'a'), at(2, 'b'), at(2, 'b', 'ali'), at(2, 'b', 'bo')];
    const order = tasks.sort(newestFirst).map(({ createdAt, id, scope }) => [createdAt, id, scope.agent]);
    expect(order).toEqual([
      [2, 'b', 'bo'],
      [2, 'b', 'ali'],
      [2, 'b', null],
      [2, 'a', null],
      [1, 'z', null],
    ]);
  });

  it('is cut where the page ends, and says where the next one starts', () => {
    const tasks = [aTask(), aTask(), aTask()].sort(newestFirst);
    const [, second] = tasks;
    expect(cutPage(tasks, 2)).toEqual({
      items: tasks.slice(0, 2),
      next: second === undefined ? null : positionOf(second),
    });
    expect(cutPage(tasks, 3)).toEqual({ items: tasks, next: null });
    expect(cutPage([], 3)).toEqual({ items: [], next: null });
  });
});
