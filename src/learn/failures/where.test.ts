import { describe, expect, it } from 'vitest';
import { placesOf } from './where.ts';

const run = (stage: string, category: string | null) => ({
  stage,
  task: { id: null, description: 'x', category, type: null, dependencies: [], effort: null, context: {} },
});

describe('LRN-2 where a failure happens', () => {
  it('names tools and agents of all occurrences, stages and categories of the latest runs, most often first', () => {
    const runs = [run('testing', 'backend'), run('development', 'auth'), run('development', 'auth')];
    const pattern = {
      tools: ['bash'],
      agents: [
        { agent: 'ali', occurrences: 3 },
        { agent: null, occurrences: 1 },
      ],
    };
    expect(placesOf(pattern, runs as never)).toEqual({
      tools: ['bash'],
      stages: ['development', 'testing'],
      categories: ['auth', 'backend'],
      agents: ['ali'],
    });
  });

  it('is nowhere as long as it was not met', () => {
    expect(placesOf({ tools: [], agents: [] }, [])).toEqual({
      tools: [],
      stages: [],
      categories: [],
      agents: [],
    });
  });
});
