import { expect, it } from 'vitest';
import { createFailureIndex } from './same-failure.ts';

it('LRN-2 an item is found by each of its messages, once, in the order items were added', () => {
  const index = createFailureIndex<string>();
  for (const item of ['alice', 'ali', 'alice']) {
    index.add('connect ECONNREFUSED <address>', item);
    index.add('Order <number> is locked', item);
    index.add('connect ECONNREFUSED <address>', item);
  }
  index.add('disk is full', 'bob');
  expect(index.find('Uncaught Error: connect ECONNREFUSED <address>')).toEqual(['alice', 'ali']);
  expect(index.find('Error: Order <number> is locked')).toEqual(['alice', 'ali']);
  expect(index.find('disk is full')).toEqual(['bob']);
  expect(index.find('no such table')).toEqual([]);
});
