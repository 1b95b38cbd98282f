import { describe, expect, it } from 'vitest';
import { secretNameIn } from './secret-names.ts';

const like26 = '7Q2XW9KD4MZ8T3VB6YH1RC5PJN';

describe('CAP-5 a name that holds a secret', () => {
  it.each(['ghp', 'gho', 'rnd', 'vck'])('is found also when it has the form of an id: %s_…', (prefix) => {
    expect(secretNameIn({ scope: { agent: `${prefix}_${like26}` } })).toBe('scope.agent');
  });

  it('is neither an id that Engram made nor the name of a job', () => {
    const ids = ['run', 'step', 'ses', 'msg', 'mem', 'tpl', 'tok', 'les', 'job', 'wfl', 'rec'];
    expect(secretNameIn({ ids: ids.map((prefix) => `${prefix}_${like26}`) })).toBeUndefined();
    expect(secretNameIn({ job: { name: 'retrieval-times' } })).toBeUndefined();
  });
});
