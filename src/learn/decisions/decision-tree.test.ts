import { describe, expect, it } from 'vitest';
import type { Attempt, Features } from './attempt.ts';
import { type DecisionTree, decideBy, learnTree, treeLines } from './decision-tree.ts';

/** Numbers from 0 to just below 1, always the same ones for a seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function attempt(action: string, quality: number, features?: Features): Attempt {
  const source = { kind: 'memory', id: 'mem_1' } as const;
  return { action, quality, at: 1, source, ...(features === undefined ? {} : { features }) };
}

/** Retrying at once helps at first; later only waiting longer does. */
function history(seed: number, count = 200): Attempt[] {
  const random = numbersFrom(seed);
  return Array.from({ length: count }, () => {
    const retries = Math.floor(random() * 8);
    const action = random() < 0.5 ? 'retry-now' : 'exponential-backoff';
    const rightOne = retries > 3 ? 'exponential-backoff' : 'retry-now';
    const quality = random() < (action === rightOne ? 0.9 : 0.15) ? 1 : 0;
    return attempt(action, quality, {
      retries,
      tool: random() < 0.5 ? 'http' : 'shell',
      size: random() * 100,
    });
  });
}

const depthOf = (tree: DecisionTree): number =>
  'question' in tree ? 1 + Math.max(depthOf(tree.yes), depthOf(tree.no)) : 0;

describe('LRN-1 a decision tree', () => {
  it('finds the threshold that a history follows, whatever else is recorded', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const tree = learnTree(history(seed));
      expect(tree).toMatchObject({
        question: { feature: 'retries', above: 3 },
        yes: { recommended: 'exponential-backoff' },
        no: { recommended: 'retry-now' },
      });
    }
  });

  it('reads as rules, with what they rest on', () => {
    const lines = treeLines(learnTree(history(1)));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^if retries > 3: use exponential-backoff \(\d+ of \d+\)$/);
    expect(lines[1]).toMatch(/^otherwise: use retry-now \(\d+ of \d+\)$/);
  });

  it('decides a new case, and answers no to what the case does not tell', () => {
    const tree = learnTree(history(1));
    expect(decideBy(tree, { retries: 7 }).recommended).toBe('exponential-backoff');
    expect(decideBy(tree, { retries: 3 }).recommended).toBe('retry-now');
    expect(decideBy(tree, {}).recommended).toBe('retry-now');
    expect(decideBy(tree, { retries: 'many' }).recommended).toBe('retry-now');
  });

  it('tells categories apart', () => {
    const random = numbersFrom(7);
    const attempts = Array.from({ length: 120 }, (_, index) => {
      const category = ['backend', 'docs', 'frontend'][index % 3] ?? '';
      const action = random() < 0.5 ? 'incremental' : 'standard';
      const good = (category === 'backend') === (action === 'incremental');
      return attempt(action, random() < (good ? 0.9 : 0.2) ? 1 : 0, { category });
    });
    expect(treeLines(learnTree(attempts))[0]).toMatch(/^if category is backend: use incremental/);
  });

  it('nests a rule that holds only in some cases', () => {
    const random = numbersFrom(3);
    const attempts = Array.from({ length: 600 }, () => {
      const [urgent, size] = [random() < 0.5, Math.floor(random() * 10)];
      const action = random() < 0.5 ? 'split' : 'whole';
      const rightOne = urgent && size > 5 ? 'split' : 'whole';
      return attempt(action, random() < (action === rightOne ? 0.95 : 0.1) ? 1 : 0, { urgent, size });
    });
    const tree = learnTree(attempts);
    expect(decideBy(tree, { urgent: true, size: 8 }).recommended).toBe('split');
    expect(decideBy(tree, { urgent: false, size: 8 }).recommended).toBe('whole');
    expect(decideBy(tree, { urgent: true, size: 2 }).recommended).toBe('whole');
    expect(treeLines(tree).some((line) => line.startsWith('  if '))).toBe(true);
    expect(depthOf(tree)).toBeLessThanOrEqual(3);
  });

  it('is one leaf where the outcomes are noise', () => {
    const leaves = Array.from({ length: 40 }, (_, seed) => {
      const random = numbersFrom(seed + 100);
      return learnTree(
        Array.from({ length: 150 }, () =>
          attempt(random() < 0.5 ? 'left' : 'right', random() < 0.6 ? 1 : 0, {
            size: random() * 50,
            hour: Math.floor(random() * 24),
            day: ['mon', 'tue', 'wed'][Math.floor(random() * 3)] ?? '',
          }),
        ),
      );
    }).filter((tree) => !('question' in tree));
    expect(leaves.length).toBeGreaterThanOrEqual(39);
  });

  it('is the same for the same history', () => {
    expect(learnTree(history(4))).toEqual(learnTree(history(4)));
    expect(learnTree(history(4).reverse())).toEqual(learnTree(history(4)));
  });

  it('leaves at least five attempts on each side', () => {
    const attempts = [
      ...Array.from({ length: 4 }, () => attempt('retry', 0, { size: 9 })),
      ...Array.from({ length: 96 }, () => attempt('retry', 1, { size: 1 })),
    ];
    expect('question' in learnTree(attempts)).toBe(false);
    expect('question' in learnTree([...attempts, attempt('retry', 0, { size: 9 })])).toBe(true);
  });

  it('separates cases that know a number from those that do not', () => {
    const attempts = Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0 ? attempt('retry', 1, { retries: 4 }) : attempt('retry', 0),
    );
    const tree = learnTree(attempts);
    expect(decideBy(tree, { retries: 4 }).recommended).toBe('retry');
    expect(decideBy(tree, {}).recommended).toBeNull();
    expect(treeLines(tree)[1]).toBe('otherwise: nothing has worked (0 of 30)');
  });

  it('recommends nothing for an empty history', () => {
    expect(treeLines(learnTree([]))).toEqual(['nothing was tried yet']);
  });
});
