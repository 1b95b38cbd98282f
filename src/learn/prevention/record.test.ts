import { describe, expect, it } from 'vitest';
import type { CheckContent, CheckRecord } from '../../records/check.ts';
import { aCheck } from './check.fixture.ts';
import type { FollowUp } from './follow-up.ts';
import {
  afterTrial,
  measuredSuccess,
  recurrencesAfterPrevention,
  switchedOff,
  switchedOn,
} from './record.ts';

const settings = { judgedBeforeOff: 5 };
const none: CheckRecord = { fired: 0, prevented: 0, happened: 0, wrong: 0, unknown: 0 };
const judged = (content: CheckContent, results: ReadonlyArray<FollowUp['result']>): CheckContent =>
  results.reduce((check, result) => afterTrial(check, result, settings), content);
const often = (result: FollowUp['result'], times: number) => Array<FollowUp['result']>(times).fill(result);

describe('LRN-4 the measured success rate of a check', () => {
  it('counts what was prevented and what happened as foretold; what nobody knows counts neither way', () => {
    const { record } = judged(aCheck().content, ['prevented', 'happened', 'wrong', 'unknown', 'prevented']);
    expect(record).toEqual({ fired: 5, prevented: 2, happened: 1, wrong: 1, unknown: 1 });
    expect(measuredSuccess(record)).toMatchObject({ judged: 4, right: 3, rate: 0.75 });
  });

  it('is not known before it was judged, and narrows with evidence', () => {
    expect(measuredSuccess(none)).toMatchObject({ judged: 0, rate: null });
    const few = measuredSuccess({ ...none, prevented: 4, wrong: 1 });
    const many = measuredSuccess({ ...none, prevented: 400, wrong: 100 });
    for (const { lowerBound, rate, upperBound } of [few, many]) {
      expect(lowerBound).toBeLessThan(rate ?? 0);
      expect(upperBound).toBeGreaterThan(rate ?? 1);
    }
    expect(many.upperBound - many.lowerBound).toBeLessThan(few.upperBound - few.lowerBound);
  });
});

describe('LRN-4 a check that is wrong too often', () => {
  it('switches itself off, and says why', () => {
    expect(judged(aCheck().content, often('wrong', 4))).toMatchObject({ enabled: true, offReason: null });
    expect(judged(aCheck().content, often('wrong', 5))).toMatchObject({
      enabled: false,
      offReason:
        'It was wrong 5 of the last 5 times that it was judged: it is right at most 32 % of the time (90 % sure).',
    });
  });

  it('stays on while it may well be right half of the time', () => {
    expect(judged(aCheck().content, [...often('wrong', 4), 'prevented', 'happened', 'wrong']).enabled).toBe(
      true,
    );
  });

  it('is not switched off by what nobody knows', () => {
    expect(judged(aCheck().content, often('unknown', 100)).enabled).toBe(true);
  });

  it('goes on blocking when it blocks: agents report what is judged, and a person switches it off', () => {
    const judgedOften = judged(aCheck({ action: 'block' }).content, often('wrong', 50));
    expect(judgedOften).toMatchObject({ action: 'block', enabled: true, record: { wrong: 50 } });
  });

  it('that somebody switches on again is judged anew, and keeps its whole record', () => {
    const off = judged(aCheck().content, often('wrong', 5));
    const on = switchedOn(off);
    expect(on).toMatchObject({ enabled: true, offReason: null, record: { wrong: 5 } });
    expect(judged(on, ['wrong']).enabled).toBe(true);
    expect(judged(on, often('wrong', 5)).enabled).toBe(false);
  });

  it('can be switched off by somebody, with a reason', () => {
    const off = switchedOff(aCheck().content, 'We use pnpm now.');
    expect(off).toMatchObject({ enabled: false, offReason: 'We use pnpm now.' });
    // A run that was still going on tells what came of it; the reason stays.
    expect(judged(off, often('wrong', 9))).toMatchObject({
      offReason: 'We use pnpm now.',
      record: { wrong: 9 },
    });
  });
});

describe('LRN-11 failures that recur after prevention', () => {
  it('are those that happened although a check stood before them', () => {
    expect(
      recurrencesAfterPrevention([
        { fired: 6, prevented: 3, happened: 1, wrong: 0, unknown: 2 },
        { fired: 4, prevented: 3, happened: 0, wrong: 1, unknown: 0 },
      ]),
    ).toEqual({ fired: 10, happened: 1, rate: 1 / 8 });
    expect(recurrencesAfterPrevention([])).toEqual({ fired: 0, happened: 0, rate: null });
  });
});
