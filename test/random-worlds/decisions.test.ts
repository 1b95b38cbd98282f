import { describe, expect, it } from 'vitest';
import { decisionNames, decisions, isUnseen, stateStyles } from './decisions.ts';

describe('the kinds of decisions in random worlds', () => {
  it('are a closed list, each described in a line of its own (TPL-6)', () => {
    const descriptions = decisionNames.map((name) => decisions[name].about);
    expect(decisionNames).toHaveLength(34);
    expect(new Set(descriptions).size).toBe(decisionNames.length);
    expect(descriptions.filter((about) => about.includes('\n') || about.length > 80)).toEqual([]);
  });

  it('are counted apart only where a run does not show what was compared (TPL-6)', () => {
    expect(decisionNames.filter(isUnseen)).toEqual([
      'number against a constant',
      'number against a number',
      'sum against an input',
      'word in free text',
    ]);
  });

  it('use state words in every writing, several to choose from and no two alike (TPL-6)', () => {
    expect(Object.keys(stateStyles)).toEqual([
      'lower',
      'upper',
      'title',
      'snake',
      'twoWords',
      'notEnglish',
      'code',
    ]);
    for (const vocabulary of Object.values(stateStyles).flat()) {
      expect(vocabulary.length).toBeGreaterThanOrEqual(4);
      expect(new Set(vocabulary).size).toBe(vocabulary.length);
    }
  });
});
