import { dayMs } from '../../records/lifetime.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const year = '(?<year>(?:19|20)\\d\\d)';
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const leading = 'in|during|of|since|until|by|this|last|late|early|mid|throughout|around|before|after|every';

/** From the most to the least specific. A later form does not see what an earlier one matched. */
const forms = [
  new RegExp(`\\b${day}(?: of)? ${month}\\b\\.?,?(?: ${year}\\b)?`, 'gi'),
  new RegExp(`\\b${month}\\b\\.? ${day}\\b(?:,? ${year}\\b)?`, 'gi'),
  new RegExp(`\\b${month}\\b\\.?,?(?: of)? ${year}\\b`, 'gi'),
  new RegExp(`\\b${year}-(?<number>\\d\\d)(?:-(?<day>\\d\\d))?\\b`, 'g'),
  new RegExp(`\\b(?:${leading}) ${month}\\b`, 'gi'),
  new RegExp(`\\b${year}\\b`, 'g'),
];

/** A day, a month or a year that a text names. Without a year it is that day or month of any year. */
interface NamedDate {
  readonly year: number | undefined;
  /** From 0, as `Date` counts them. */
  readonly month: number | undefined;
  readonly day: number | undefined;
}

/** What every form has in it. Most questions name no date, and six expressions take a millisecond to compile. */
const mayBeDate = new RegExp(`\\d|\\b(?:${months.join('|')})`, 'i');

const namedDates = (text: string): NamedDate[] => takeDates(text, forms).dates;

/** A text with blanks instead of the days and months that it names. What looks like a year may be a number. */
export const withoutDates = (text: string): string => takeDates(text, forms.slice(0, -1)).rest;

function takeDates(
  text: string,
  forms: readonly RegExp[],
): { readonly dates: NamedDate[]; readonly rest: string } {
  const dates: NamedDate[] = [];
  let rest = text;
  if (!mayBeDate.test(text)) return { dates, rest };
  for (const form of forms) {
    rest = rest.replace(form, (...found) => {
      const [whole] = found as [string];
      const groups = found.at(-1) as Readonly<Record<string, string | undefined>>;
      const date = dateOf(groups);
      if (date === undefined) return whole;
      dates.push(date);
      return ' '.repeat(whole.length);
    });
  }
  return { dates, rest };
}

function dateOf(groups: Readonly<Record<string, string | undefined>>): NamedDate | undefined {
  const { month: name, number, day: dayText, year: yearText } = groups;
  const count = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));
  // "you may" is no month.
  if (name === 'may' && dayText === undefined && yearText === undefined) return undefined;
  const named = name === undefined ? undefined : months.indexOf(name.slice(0, 3).toLowerCase());
  return {
    year: count(yearText),
    month: number === undefined ? named : Number(number) - 1,
    day: count(dayText),
  };
}

/** From `start` up to, not including, `end`. */
export interface DateSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The times that a question names, in the years that are asked for, in UTC.
 *
 * @example
 * spansIn('What happened on 8 May?', 2023, 2024); // that day of 2023 and that of 2024
 */
export function spansIn(question: string, firstYear: number, lastYear: number): DateSpan[] {
  return namedDates(question).flatMap((date) => {
    const years =
      date.year === undefined
        ? Array.from({ length: Math.min(200, lastYear - firstYear + 1) }, (_, index) => firstYear + index)
        : [date.year];
    return years.map((of) => spanOf(date, of));
  });
}

function spanOf({ month, day }: NamedDate, year: number): DateSpan {
  if (month === undefined) return { start: Date.UTC(year, 0, 1), end: Date.UTC(year + 1, 0, 1) };
  if (day === undefined) return { start: Date.UTC(year, month, 1), end: Date.UTC(year, month + 1, 1) };
  return { start: Date.UTC(year, month, day), end: Date.UTC(year, month, day + 1) };
}

/** People report an event for some days after it happened. */
const toldWithinMs = 7 * dayMs;

/** How well a moment fits: 1 within a span, a half in the days after one, otherwise 0. */
export function fitOf(moment: number, spans: readonly DateSpan[]): number {
  let fit = 0;
  for (const { start, end } of spans) {
    if (moment >= start && moment < end) return 1;
    if (moment >= end && moment < end + toldWithinMs) fit = 0.5;
  }
  return fit;
}
