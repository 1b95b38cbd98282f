import { describe, expect, it } from 'vitest';
import { fitOf, spansIn } from './dates.ts';

const shown = (question: string, first = 2023, last = 2023): string[] =>
  spansIn(question, first, last).map(
    ({ start, end }) =>
      `${new Date(start).toISOString().slice(0, 10)} to ${new Date(end).toISOString().slice(0, 10)}`,
  );

describe('REC-1 the times a question names', () => {
  it.each([
    ['What happened on 8 May 2023?', ['2023-05-08 to 2023-05-09']],
    ['on the 3rd of June, 2023', ['2023-06-03 to 2023-06-04']],
    ['on May 8th, 2022', ['2022-05-08 to 2022-05-09']],
    ['Dec. 31 2021', ['2021-12-31 to 2022-01-01']],
    ['in May 2023', ['2023-05-01 to 2023-06-01']],
    ['since 2023-05-08', ['2023-05-08 to 2023-05-09']],
    ['in 2023-05', ['2023-05-01 to 2023-06-01']],
    ['during August', ['2023-08-01 to 2023-09-01']],
    ['What was done in 2022?', ['2022-01-01 to 2023-01-01']],
    ['between 3 May and 5 June 2023', ['2023-05-03 to 2023-05-04', '2023-06-05 to 2023-06-06']],
    ['you may go, and march on', []],
    ['order 20231 and port 1999', ['1999-01-01 to 2000-01-01']],
    ['nothing', []],
  ])('%s', (question, spans) => {
    expect(shown(question).toSorted()).toEqual(spans);
  });

  it('without a year are those of every year asked for', () => {
    expect(shown('on 8 May', 2022, 2023)).toEqual(['2022-05-08 to 2022-05-09', '2023-05-08 to 2023-05-09']);
  });

  it('fit what was told then, and half as well what was told in the week after', () => {
    const spans = spansIn('on 8 May 2023', 2023, 2023);
    const fit = (day: string): number => fitOf(Date.parse(day), spans);
    expect(['2023-05-07', '2023-05-08', '2023-05-09', '2023-05-15', '2023-05-16'].map(fit)).toEqual([
      0, 1, 0.5, 0.5, 0,
    ]);
  });
});
