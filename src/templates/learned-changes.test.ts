import { describe, expect, it } from 'vitest';
import type { ExplainedCall, ExplainedGuard } from '../records/explained-plan.ts';
import { learnedChanges } from './learned-changes.ts';

const guard = (path: string, must: ExplainedGuard['must'], ...values: string[]): ExplainedGuard => ({
  place: `1:${path}`,
  must,
  values,
  because: 'the run saw it',
});
const call = (guards: ExplainedGuard[], more: Partial<ExplainedCall> = {}): ExplainedCall => ({
  call: 1,
  tool: 'get_order',
  effect: 'read',
  recordedStep: 'step_1',
  provenance: 'made',
  arguments: [],
  guards,
  ...more,
});
const changesOf = (before: ExplainedGuard[], after: ExplainedGuard[]) =>
  learnedChanges([call(before)], [call(after)], 'run_2').map(({ place, change }) => [place, change]);

describe('TPL-6 what a run taught a plan', () => {
  it('is relaxed where more values, other data or anything may be there now', () => {
    const before = [guard('$.a', 'equal', '"x"'), guard('$.b', 'equal', '"x"'), guard('$.c', 'named', 'id')];
    const after = [guard('$.a', 'equal', '"x"', '"y"'), guard('$.b', 'anything'), guard('$.c', 'data')];
    expect(changesOf(before, after)).toEqual([
      ['1:$.a', 'relaxed'],
      ['1:$.b', 'relaxed'],
      ['1:$.c', 'relaxed'],
    ]);
  });

  it('is strengthened where less may be there', () => {
    expect(changesOf([guard('$.a', 'anything')], [guard('$.a', 'equal', '"x"')])).toEqual([
      ['1:$.a', 'strengthened'],
    ]);
  });

  it('names what the check of a tool may agree with now', () => {
    const checked = (...values: string[]): ExplainedCall =>
      call([], { check: { values, because: 'the check of the tool captured it before the call' } });
    const changes = (before: ExplainedCall, after: ExplainedCall) =>
      learnedChanges([before], [after], 'run_2').map(({ place, change }) => [place, change]);
    expect(changes(checked('"a"'), checked('"a"', '"b"'))).toEqual([['1:check', 'relaxed']]);
    expect(changes(checked('"a"'), call([]))).toEqual([['1:check', 'relaxed']]);
    expect(changes(call([]), checked('"a"'))).toEqual([['1:check', 'strengthened']]);
    expect(changes(checked('"a"'), checked('"a"'))).toEqual([]);
  });

  it('names a guard that is gone, and a place that is new', () => {
    expect(changesOf([guard('$.a', 'equal', '"x"')], [guard('$.b', 'equal', '"x"')])).toEqual([
      ['1:$.a', 'relaxed'],
      ['1:$.b', 'relaxed'],
    ]);
  });

  it('is nothing where data had another value', () => {
    expect(changesOf([guard('$.a', 'data', '1')], [guard('$.a', 'data', '1', '2')])).toEqual([]);
  });

  it('says so where answers are too large to be taken apart', () => {
    const large = call([], { guardsLeftOut: true });
    expect(learnedChanges([call([guard('$.a', 'equal', '"x"')])], [large], 'run_2')).toMatchObject([
      { place: '1:$', change: 'relaxed', because: expect.stringContaining('too large') },
    ]);
  });

  it('names calls that went and came, by the step they repeat', () => {
    const later = call([], { call: 1, tool: 'refund', recordedStep: 'step_2' });
    expect(learnedChanges([call([])], [later], 'run_2')).toMatchObject([
      { tool: 'get_order', change: 'removed', because: expect.stringContaining('run_2') },
      { tool: 'refund', change: 'added' },
    ]);
  });
});
