import { expect, it } from 'vitest';
import type { Binding } from '../../records/plan.ts';
import { shiftSteps } from './map-binding.ts';

it('TPL-6 gives every source in a binding another number, however deep it lies', () => {
  const id = (step: number) => ({ from: 'result', step, path: '$.id' }) as const;
  const bound = (by: number): Binding => ({
    from: 'object',
    members: {
      text: { from: 'text', parts: [{ from: 'constant', value: { from: 'result', step: 2 } }, id(2 - by)] },
      item: {
        from: 'item',
        step: 3 - by,
        path: '$.items[*]',
        value: '$.id',
        selectors: [{ where: [{ path: '$.owner', equals: id(2 - by) }], take: 'only' }],
      },
      rest: { from: 'agreeing', of: [id(0), { from: 'number', of: id(2 - by) }] },
    },
  });
  expect(shiftSteps(bound(0), (step) => (step > 1 ? step - 1 : step))).toEqual(bound(1));
});
