import { describe, expect, it } from 'vitest';
import { closest } from './closest.ts';

const commands = ['memory', 'run', 'task', 'template', 'session'];

describe('the word that was probably meant', () => {
  it.each([
    ['memroy', 'memory'],
    ['memry', 'memory'],
    ['tmplate', 'template'],
    ['runs', 'run'],
    ['sesion', 'session'],
    ['task', 'task'],
  ])('by %s is %s', (typed, meant) => expect(closest(typed, commands)).toBe(meant));

  it.each(['deploy', 'xyzzy', 'configuration'])('by %s is none of them', (typed) =>
    expect(closest(typed, commands)).toBeUndefined(),
  );

  it('is the nearest, and the first of two that are equally near', () => {
    expect(closest('tas', ['tag', 'task', 'tar'])).toBe('tag');
    expect(closest('tassk', ['tasks', 'task'])).toBe('task');
  });

  it('is none when nothing is known', () => expect(closest('run', [])).toBeUndefined());
});
