import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { findDifference } from './compare.ts';
import { aLeniency, anObserved, aRecorded } from './observed.fixture.ts';

describe('TPL-6 a value that differed when the runs asked the same, and did the same', () => {
  const differs = (name: string, seen: readonly Json[], now: Json) =>
    findDifference(
      seen.map((value) => aRecorded({ [name]: value, jobs: 3 })),
      anObserved({ [name]: now, jobs: 3 }),
      aLeniency(),
    ) !== undefined;

  it('may have a new name after two runs, other data after three', () => {
    expect(differs('request', ['r-1001', 'r-1002'], 'r-1003')).toBe(false);
    expect(differs('load', [5, 9], 7)).toBe(true);
    expect(differs('load', [5, 9, 8], 7)).toBe(false);
    expect(differs('load', [5, 9, 9], 7)).toBe(true);
  });

  it('may be no number beyond those that were seen, which may be on the other side of something', () => {
    expect(differs('load', [5, 9, 8], 10)).toBe(true);
    expect(differs('load', ['5 of 9', '6 of 9', '7 of 9'], '9 of 9')).toBe(true);
  });

  it('may not be on the other side of another number that varies, with which it may have been compared', () => {
    const seen = [
      { stock: 10, sold: 5 },
      { stock: 20, sold: 15 },
      { stock: 30, sold: 12 },
    ].map((result) => aRecorded(result));
    const now = (stock: number, sold: number) =>
      findDifference(seen, anObserved({ stock, sold }), aLeniency());
    expect(now(12, 14)).toBeDefined();
    expect(now(14, 12)).toBeUndefined();
  });

  it('may not be in a state that none of them saw', () => {
    expect(differs('load', [5, 9, 8], 0)).toBe(true);
    expect(differs('state', ['open', 'new', 'late'], 'sold')).toBe(true);
    expect(differs('state', ['open', 'new', 'late'], 'new')).toBe(false);
  });
});

describe('TPL-6 what is read in a text that was the same otherwise', () => {
  const differs = (seen: readonly string[], now: string) =>
    findDifference(
      seen.map((text) => aRecorded(text)),
      anObserved(now),
      aLeniency(),
    ) !== undefined;
  const up = (days: number, load: string) => `Up for ${days} days, load ${load} %. All is well.`;

  it('may be a number among those that three runs read there', () => {
    const seen = [up(2, '40'), up(9, '42'), up(5, '41')];
    expect(differs(seen.slice(0, 2), up(5, '41'))).toBe(true);
    expect(differs(seen, up(7, '41'))).toBe(false);
    expect(differs(seen, up(10, '41'))).toBe(true);
    expect(differs(seen, up(7, '41').replace('well', 'lost'))).toBe(true);
  });

  it('may be as much smaller or larger than another number as it was once', () => {
    const jobs = (done: number, all: number) => `${done} of ${all} jobs`;
    const seen = [jobs(2, 5), jobs(7, 9), jobs(3, 8)];
    expect(differs(seen, jobs(4, 7))).toBe(false);
    expect(differs(seen, jobs(7, 7))).toBe(true);
  });
});

describe('TPL-6 two runs that saw different things', () => {
  const orders = [
    { paid: 'yes', waived: 'no' },
    { paid: 'no', waived: 'yes' },
  ].map((result) => aRecorded(result, { arguments: { id: 'O-1001' } }));
  const differs = (result: Json): boolean =>
    findDifference(orders, anObserved(result, { arguments: { id: 'O-1003' } }), aLeniency()) !== undefined;

  it('allow what one of them saw, and no combination that none did', () => {
    expect(differs({ paid: 'yes', waived: 'no' })).toBe(false);
    expect(differs({ paid: 'no', waived: 'yes' })).toBe(false);
    expect(differs({ paid: 'no', waived: 'no' })).toBe(true);
  });

  it('do not allow an answer that one of them had, when it no longer names what an earlier call answered', () => {
    const run = (category: string, partner: string, accepts: string[]) =>
      aRecorded({ accepts }, { arguments: { partner }, earlier: [{ category }] });
    const seen = [run('toys', 'P-1001', ['toys', 'food']), run('books', 'P-1002', ['books', 'tools'])];
    const now = (category: string) =>
      findDifference(
        seen,
        anObserved(
          { accepts: ['books', 'tools'] },
          { arguments: { partner: 'P-1002' }, earlier: [{ category }] },
        ),
        aLeniency(),
      );
    expect(now('books')).toBeUndefined();
    expect(now('toys')).toBeDefined();
  });
});

describe('TPL-6 lists of several runs', () => {
  const rows = (...states: string[]) => states.map((state, at) => ({ id: `W-100${at}`, state }));
  const differs = (seen: readonly Json[], now: Json): boolean =>
    findDifference(
      seen.map((items, run) => aRecorded({ items }, { arguments: { owner: `C-100${run}` } })),
      anObserved({ items: now }, { arguments: { owner: 'C-2002' } }),
      aLeniency({ used: new Set(['$.items[*].id']) }),
    ) !== undefined;
  const seen = [rows('new', 'open', 'open'), rows('late', 'open', 'open')];

  it('allow the states of one of them, and no mixture of two', () => {
    expect(differs(seen, rows('late', 'open', 'open', 'open'))).toBe(false);
    expect(differs(seen, rows('late', 'open', 'open', 'new'))).toBe(true);
    expect(differs(seen, rows('open', 'open', 'open'))).toBe(true);
  });

  it('say nothing about lists with items where theirs had none', () => {
    const held = [{ id: 'W-1000', state: 'open', hold: 'fraud' }, ...rows('open', 'open').slice(1)];
    expect(differs([held, []], held)).toBe(false);
    expect(differs([held, []], rows('open', 'open'))).toBe(true);
  });

  it('show how many items are without a member', () => {
    const held = (...ids: string[]) =>
      ids.map((id, at) => ({ id, state: 'open', ...(at > 0 && { hold: 'fraud' }) }));
    const one = held('W-1000', 'W-1001', 'W-1002');
    const several = [...one, { id: 'W-1003', state: 'open' }];
    expect(differs([one, held('W-1005', 'W-1006', 'W-1007')], one)).toBe(false);
    expect(differs([one, held('W-1005', 'W-1006', 'W-1007')], several)).toBe(true);
  });
});

describe('TPL-6 the same work after changes that were given other ids', () => {
  it('must see the same answer to the same question', () => {
    const known = { parameters: { name: 'Ada' }, arguments: { id: 'S-1' } };
    const recorded = aRecorded({ due: '2026-06-28', size: 4 }, { ...known, hasSameHistory: false });
    const now = (due: string) => findDifference([recorded], anObserved({ due, size: 4 }, known), aLeniency());
    expect(now('2026-06-28')).toBeUndefined();
    expect(now('2026-07-01')).toBeDefined();
  });
});
