import { describe, expect, it } from 'vitest';
import { amountOf, isSameReading, readText } from './readings.ts';

const noon = Date.UTC(2026, 0, 5, 12);
const minutes = 60_000;

/** Whether two texts of one reading say the same, the first at noon and the second so many minutes later. */
function isSame(before: string, now: string, later = 0): boolean {
  const [one, other] = [readText(before), readText(now)];
  const [first, second] = [one.readings[0], other.readings[0]];
  if (first === undefined || second === undefined) throw new Error('There is nothing to read.');
  return (
    one.words === other.words &&
    isSameReading({ reading: first, at: noon }, { reading: second, at: noon + later * minutes })
  );
}

describe('TPL-6 what is read in a text', () => {
  it.each<[string, string, string[]]>([
    ['It is 08:30, 67 % left', 'It is ⟨clock⟩, ⟨measured⟩ % left', ['08:30', '67']],
    ['At 5:05 PM, -54 dBm', 'At ⟨clock⟩, ⟨measured⟩ dBm', ['5:05 PM', '-54']],
    ['2026-01-05T12:00:00Z: 3 jobs', '⟨moment⟩: ⟨number⟩ jobs', ['2026-01-05T12:00:00Z', '3']],
    ['Up 3 days and 4.5 hours.', 'Up ⟨number⟩ days and ⟨number⟩ hours.', ['3', '4.5']],
    ['v2 of W-1003 at 10.77.0.9:80', 'v2 of W-1003 at 10.77.0.9:80', []],
    ['1,200 of 3/4 on 2026-01-05 at 27:30', '1,200 of 3/4 on 2026-01-05 at 27:30', []],
  ])('%s', (text, words, readings) => {
    const read = readText(text);
    expect(read.words).toBe(words);
    expect(read.readings.map((reading) => reading.text)).toEqual(readings);
  });

  it('says how far a time of day is from now, before or after midnight', () => {
    const [reading] = readText('11:30').readings;
    expect(reading && amountOf(reading, noon) / minutes).toBe(-30);
    expect(reading && amountOf(reading, noon + 12 * 60 * minutes) / minutes).toBe(690);
  });
});

describe('TPL-6 two readings say the same', () => {
  it('as moments of their calls', () => {
    expect(isSame('2026-01-05T12:00:00.123Z', '2026-01-05T13:00:01Z', 60)).toBe(true);
    expect(isSame('2026-01-05 12:00:00Z', '2026-01-05 13:00:00Z', 90)).toBe(false);
    expect(isSame('2026-01-04T12:00:00Z', '2026-01-05T13:00:00Z', 60)).toBe(false);
  });

  it('as times of day that are as far from their calls, whatever the time zone', () => {
    expect(isSame('14:00', '15:01', 60)).toBe(true);
    expect(isSame('11:45', '00:10', 745)).toBe(true);
    expect(isSame('14:00', '14:45', 0)).toBe(false);
    expect(isSame('14:00', '14:00', 300)).toBe(true);
  });

  it.each<[string, string, string, boolean]>([
    ['moved a little', 'CPU 40 %', 'CPU 43 %', true],
    ['moved as far as an agent may have decided by', 'Inside it is 60 °C', 'Inside it is 46 °C', false],
    ['moved more than that', 'CPU 40 %', 'CPU 90 %', false],
    ['moved below zero', '-70 dBm', '-75 dBm', true],
    ['moved to the other side of zero', '-5 °C', '5 °C', false],
    ['have another unit', '40 MB', '40 GB', false],
    ['have no unit', '40 orders', '41 orders', false],
    ['are money', '40 EUR', '41 EUR', false],
  ])('as measured values, or not, when they %s', (_, before, now, same) => {
    expect(isSame(before, now)).toBe(same);
  });
});
