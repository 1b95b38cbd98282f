import { describe, expect, it } from 'vitest';
import { aMoment, aWanted } from './moment.fixture.ts';
import { createParameterList } from './parameters.ts';
import { bindTaskValue, bindTold } from './told.ts';

/** A tag that was another in each of two runs with these tasks. */
const aTag = (first: string, second: string) =>
  aWanted('later', [aMoment({}, [], first), aMoment({}, [], second)], { key: 'tag', again: ['skipped'] });

describe('TPL-6 a value that the tasks of several runs name', () => {
  it('is a parameter when each task names the value of its own run', () => {
    const wanted = aTag('Tag it "later"', 'Tag it "skipped"');
    const parameters = createParameterList([{}, {}]);
    expect(bindTold(wanted, parameters)).toEqual({ from: 'parameter', name: 'tag' });
    expect(parameters.all()).toMatchObject([{ source: 'task', seen: ['later', 'skipped'] }]);
  });

  it('is none when a task also names what another run took', () => {
    const wanted = aTag('Tag it "later" or "skipped"', 'Tag it "later" or "skipped"');
    const parameters = createParameterList([{}, {}]);
    expect(bindTold(wanted, parameters)).toBeUndefined();
    expect(bindTaskValue(wanted, parameters)).toBeUndefined();
    expect(parameters.all()).toEqual([]);
  });

  it('does not name an item when a task also names the item of another run', () => {
    const items = [
      { id: 'W-1001', name: 'Mug' },
      { id: 'W-1002', name: 'Cup' },
    ];
    const taken = (first: string, second: string) => {
      const moments = [aMoment({}, [items], first), aMoment({}, [items], second)] as const;
      return bindTold(aWanted('W-1001', moments, { again: ['W-1002'] }), createParameterList([{}, {}]));
    };
    expect(taken('Buy the Mug', 'Buy the Cup')).toMatchObject({ from: 'item' });
    expect(taken('Buy the Mug or the Cup', 'Buy the Mug or the Cup')).toBeUndefined();
  });
});
