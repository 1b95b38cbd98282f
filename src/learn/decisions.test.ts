import { describe, expect, it } from 'vitest';
import type { Memory } from '../model/memory.ts';
import type { Outcome } from '../model/record.ts';
import { aMemory } from '../testing/index.ts';
import { decisionPattern, recommendedAction } from './decisions.ts';

const tried = (action: string, outcome: Outcome, times = 1): Memory[] =>
  Array.from({ length: times }, () =>
    aMemory({ kind: 'decision', content: { context: 'timeout', action, outcome } }),
  );

const actionsOf = (memories: readonly Memory[]): string[] =>
  decisionPattern('timeout', memories).actions.map(({ action }) => action);

describe('LRN-1 what is known about a situation', () => {
  it('is every action tried in it, with attempts, successes and rate', () => {
    const memories = [
      ...tried('retry', 'success', 3),
      ...tried('retry', 'failure'),
      ...tried('wait', 'partial'),
    ];
    const pattern = decisionPattern('API timeout', memories);
    expect(pattern).toMatchObject({ kind: 'decision', slug: 'api-timeout', context: 'API timeout' });
    expect(pattern.actions).toMatchObject([
      { action: 'retry', attempts: 4, successes: 3, successRate: 0.75 },
      { action: 'wait', attempts: 1, successes: 0.5, successRate: 0.5 },
    ]);
    expect(pattern.derivedFrom).toEqual(memories.map(({ id }) => ({ kind: 'memory', id })));
  });

  it('ranks by what is certain: 1 of 1 does not beat 95 of 100', () => {
    const memories = [
      ...tried('lucky', 'success'),
      ...tried('proven', 'success', 95),
      ...tried('proven', 'failure', 5),
    ];
    expect(actionsOf(memories)).toEqual(['proven', 'lucky']);
  });

  it('takes different spellings of an action as one', () => {
    const [action, ...others] = decisionPattern('timeout', [
      ...tried('Increase timeout', 'success'),
      ...tried('increase_timeout', 'failure'),
      ...tried(' increase-timeout ', 'success'),
    ]).actions;
    expect(action).toMatchObject({ action: 'Increase timeout', attempts: 3, successes: 2 });
    expect(others).toEqual([]);
  });

  it('counts the stated quality before the outcome', () => {
    const memory = aMemory({
      kind: 'decision',
      content: { action: 'retry', outcome: 'success', outcomeQuality: 0.2 },
    });
    expect(decisionPattern('x', [memory]).actions[0]?.successes).toBe(0.2);
  });

  it('leaves out what has no action, no outcome, or is no decision', () => {
    const memories = [
      aMemory({ kind: 'decision', content: { context: 'timeout', outcome: 'success' } }),
      aMemory({ kind: 'decision', content: { context: 'timeout', action: 'retry' } }),
      aMemory({ kind: 'experience', content: { context: 'timeout', action: 'retry', outcome: 'success' } }),
      aMemory(),
    ];
    expect(decisionPattern('timeout', memories)).toMatchObject({ actions: [], derivedFrom: [] });
  });

  it('has one order, whatever order the evidence came in', () => {
    const memories = [...tried('b', 'success'), ...tried('a', 'success'), ...tried('c', 'failure')];
    expect(actionsOf(memories)).toEqual(['a', 'b', 'c']);
    expect(actionsOf([...memories].reverse())).toEqual(['a', 'b', 'c']);
  });

  it('knows when an action was tried last', () => {
    const memories = tried('retry', 'success', 3);
    const last = Math.max(...memories.map(({ createdAt }) => createdAt));
    expect(decisionPattern('timeout', memories).actions[0]?.lastAttemptAt).toBe(last);
  });
});

describe('LRN-1 the recommended action', () => {
  it('is the most promising one', () => {
    const pattern = decisionPattern('timeout', [...tried('wait', 'failure'), ...tried('retry', 'success')]);
    expect(recommendedAction(pattern)?.action).toBe('retry');
  });

  it('is none when nothing ever worked, or nothing was tried', () => {
    expect(recommendedAction(decisionPattern('timeout', tried('wait', 'failure', 3)))).toBeNull();
    expect(recommendedAction(decisionPattern('timeout', []))).toBeNull();
  });

  it('skips what never worked, even when it was tried less often', () => {
    const memories = [...tried('new', 'failure'), ...tried('old', 'success'), ...tried('old', 'failure', 30)];
    expect(recommendedAction(decisionPattern('timeout', memories))?.action).toBe('old');
  });
});
