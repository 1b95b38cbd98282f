import { expect, it } from 'vitest';
import { aMemory } from '../../testing/index.ts';
import { withoutCopies } from './without-copies.ts';

const original = aMemory({ id: 'original', kind: 'decision', text: 'retry' });
const copyOf = (id: string, made: string, changes = {}) => ({
  ...original,
  id,
  derivedFrom: [{ kind: 'memory' as const, id: made }],
  ...changes,
});
const idsOf = (memories: ReadonlyArray<{ readonly id: string }>) => memories.map(({ id }) => id);

it('SHR-2: a decision and its copy count once, also when the copy was changed', () => {
  const copies = [copyOf('copy', 'original'), copyOf('changed', 'original', { text: 'retry twice' })];
  expect(idsOf(withoutCopies([...copies, original]))).toEqual(['original']);
});

it('SHR-2: a copy of a copy that is out of sight counts once with the original, and so do two copies without it', () => {
  const [one, other] = [copyOf('one', 'unseen'), copyOf('other', 'unseen too')];
  expect(idsOf(withoutCopies([one, original]))).toEqual(['original']);
  expect(idsOf(withoutCopies([one, other]))).toEqual(['one']);
});

it('two decisions that were recorded with the same words count twice', () => {
  expect(withoutCopies([original, { ...original, id: 'again' }])).toHaveLength(2);
});
