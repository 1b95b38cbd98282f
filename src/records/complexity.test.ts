import { expect, it } from 'vitest';
import { complexityOf } from './complexity.ts';

const task = { description: 'short', category: null, dependencies: [], effort: null };

it.each([
  ['nothing is known', {}, 'low'],
  ['the description is long', { description: 'x'.repeat(201) }, 'low'],
  [
    'it is backend work of three hours with one dependency',
    { category: 'Backend', effort: 3, dependencies: ['a'] },
    'medium',
  ],
  ['three points are not four', { description: 'x'.repeat(101), category: 'auth' }, 'low'],
  ['four points', { description: 'x'.repeat(201), category: 'database' }, 'medium'],
  ['six points', { description: 'x'.repeat(101), category: 'integration', effort: 6 }, 'medium'],
  ['seven points', { description: 'x'.repeat(201), category: 'integration', effort: 5.5 }, 'high'],
  ['many dependencies', { dependencies: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }, 'high'],
  ['just at the limits', { description: 'x'.repeat(200), effort: 5, category: 'ui' }, 'low'],
] as const)('LRN-7 complexity when %s', (_case, overrides, complexity) => {
  expect(
    complexityOf({
      ...task,
      ...overrides,
      dependencies: [...('dependencies' in overrides ? overrides.dependencies : [])],
    }),
  ).toBe(complexity);
});
