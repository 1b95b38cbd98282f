import type { Task } from './task.ts';

export const complexities = ['low', 'medium', 'high'] as const;
/** How much there is to a task. */
export type Complexity = (typeof complexities)[number];

/** Categories where things are connected to other things. */
const demanding = ['backend', 'database', 'integration', 'auth'];

/**
 * How complex a task is, from what is known about it before it is begun: the length of its description, what it
 * depends on, the effort expected and where it happens (LRN-7).
 *
 * @example
 * complexityOf({ description: 'Fix a typo', category: 'docs', dependencies: [], effort: 1 }); // 'low'
 */
export function complexityOf({
  description,
  category,
  dependencies,
  effort,
}: Pick<Task, 'description' | 'category' | 'dependencies' | 'effort'>): Complexity {
  const length = description.length > 200 ? 2 : description.length > 100 ? 1 : 0;
  const expected = effort ?? 0;
  const work = expected > 5 ? 3 : expected > 2 ? 1 : 0;
  const place = category !== null && demanding.includes(category.toLowerCase()) ? 2 : 0;
  const points = length + dependencies.length + work + place;
  return points >= 7 ? 'high' : points >= 4 ? 'medium' : 'low';
}
