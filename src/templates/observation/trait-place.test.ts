import { describe, expect, it } from 'vitest';
import { traitPlace } from './trait-place.ts';

describe('TPL-6 the place that a trait is about', () => {
  it.each<[string, string, string]>([
    ['$', '$', ''],
    ['$.state', '$.state', ''],
    ['$.rows[*] count', '$.rows[*]', ' count'],
    ['$.rows[*].state count of "open"', '$.rows[*].state', ' count of "open"'],
    ['$.rows[3].state', '$.rows[*].state', ''],
    ['$.rows[with parameter $.id].state', '$.rows[*].state', ''],
    ['$.rows[with parameter $.a[0]].state', '$.rows[*].state', ''],
    ['$.rows[with argument $["item ] no"][2].b].state names', '$.rows[*].state', ' names'],
    ['$["item count"]', '$["item count"]', ''],
    ['$["item count"] against parameter $.limit', '$["item count"]', ' against parameter $.limit'],
    ['$["a \\"line\\" ]"].b line', '$["a \\"line\\" ]"].b', ' line'],
    ['$.prices~', '$.prices~', ''],
    ['$ line', '$', ' line'],
  ])('of %j is %j', (trait, place, about) => {
    expect(traitPlace(trait)).toMatchObject({ place, about });
  });

  it('is inside of items where a list or a map leads to it', () => {
    const isInItems = (trait: string): boolean => traitPlace(trait).isInItems;
    expect(['$.rows[0].a', '$.rows[with argument $.id]', '$.prices~'].map(isInItems)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['$.a.b', '$["item count"] count'].map(isInItems)).toEqual([false, false]);
  });
});
