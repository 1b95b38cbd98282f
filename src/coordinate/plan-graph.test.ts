import { describe, expect, it } from 'vitest';
import type { PlannedSubTask } from '../records/task-plan.ts';
import { parallelGroups, planComplexity, planMermaid, refuseBadPlan } from './plan-graph.ts';

const node = (id: string, ...needs: string[]) => ({ id, needs });
const subTask = (id: string): PlannedSubTask => ({
  ...{ id, text: id, category: null, type: null, agent: null, taskId: null },
  needs: [],
});

describe('a plan (COO-3)', () => {
  it('is refused when sub-tasks wait for each other, and the cycle is named', () => {
    expect(() => refuseBadPlan([node('a', 'c'), node('b', 'a'), node('c', 'b')])).toThrow('a → c → b → a');
    expect(() => refuseBadPlan([node('a', 'a')])).toThrow('a → a');
  });

  it('is refused when a need is unknown, or an id is used twice', () => {
    expect(() => refuseBadPlan([node('a', 'x')])).toThrow('"a" needs "x"');
    expect(() => refuseBadPlan([node('a'), node('a')])).toThrow('Two sub-tasks have the id "a"');
  });

  it('has groups of sub-tasks that can be done at the same time', () => {
    const nodes = [node('d', 'b', 'c'), node('a'), node('b', 'a'), node('c', 'a'), node('e')];
    expect(parallelGroups(nodes)).toEqual([['a', 'e'], ['b', 'c'], ['d']]);
  });

  it('is simple, moderate or complex', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => subTask(String(index)));
    expect([1, 2, 5, 6].map((count) => planComplexity('Ship it', many(count)))).toEqual([
      'simple',
      'moderate',
      'moderate',
      'complex',
    ]);
  });

  it('is drawn as Mermaid, and no text of a sub-task becomes part of the drawing', () => {
    const drawn = planMermaid([
      {
        id: 'a',
        needs: [],
        text: 'Say "hi"] --> <b>x</b> & `y`',
        status: 'done',
        assigned: 'ada',
        agent: null,
      },
      { id: 'b', needs: ['a'], text: 'Then\nthis', status: 'waiting', assigned: null, agent: null },
    ]);
    expect(drawn.split('\n').slice(0, 4)).toEqual([
      'flowchart TD',
      '  t1["a: Say #quot;hi#quot;] --#gt; #lt;b#gt;x#lt;/b#gt; #amp; #96;y#96;<br/>ada"]:::done',
      '  t2["b: Then this"]:::waiting',
      '  t1 --> t2',
    ]);
  });

  it('is drawn without codes for the terminal, and says what looks like an entity as it was written', () => {
    const text = '\u001b[31mred #quot;';
    const drawn = planMermaid([{ id: 'a', needs: [], text, status: 'done', assigned: null, agent: null }]);
    expect(drawn.split('\n')[1]).toBe('  t1["a: [31mred #35;quot;"]:::done');
  });
});
