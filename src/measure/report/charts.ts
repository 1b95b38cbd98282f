import type { Figure } from '../../records/quality.ts';
import type { ReportedDay } from '../../records/report.ts';
import { counted } from '../../text/counted.ts';
import { html, type Markup, nothing } from './markup.ts';
import { percent, sharePhrase } from './words.ts';

/**
 * A picture that stretches to the available width. Lines keep their thickness, and labels are HTML text beside it, so that
 * they are as large on a telephone as on a screen.
 */
function plot(width: number, title: string, description: string, content: Markup): Markup {
  return html`<svg class="plot" viewBox="0 0 ${width} 100" preserveAspectRatio="none" role="img"><title>${title}</title><desc>${description}</desc>${content}</svg>`;
}

const gridLines = (width: number): Markup =>
  html`${[0, 25, 50, 75, 100].map((at) => html`<line class="grid" x1="0" x2="${width}" y1="${at}" y2="${at}"/>`)}`;

/** A picture of days with the scale at its left and dates below. */
function overDays(days: readonly ReportedDay[], scale: readonly string[], picture: Markup): Markup {
  const dates = [0, 0.25, 0.5, 0.75, 1].map(
    (part) => days[Math.round(part * (days.length - 1))]?.date.slice(5) ?? '',
  );
  const labels = days.length < 5 ? days.map(({ date }) => date.slice(5)) : dates;
  return html`<div class="chart"><div class="scale" aria-hidden="true">${scale.map((mark) => html`<span>${mark}</span>`)}</div>${picture}<div class="dates" aria-hidden="true">${labels.map((date) => html`<span>${date}</span>`)}</div></div>`;
}

/** Neighbouring days of which something is known: a line is not drawn across days without. */
function stretches(days: readonly ReportedDay[]): Array<Array<{ at: number; rate: Figure }>> {
  const found: Array<Array<{ at: number; rate: Figure }>> = [[]];
  for (const [at, { successRate }] of days.entries()) {
    if (successRate.value === null) found.push([]);
    else found.at(-1)?.push({ at, rate: successRate });
  }
  return found.filter((stretch) => stretch.length > 0);
}

const height = (share: number | null): number => Number((100 - 100 * (share ?? 0)).toFixed(2));

/** The success rate over seven days, with the band it lies in. */
export function successOverTime(days: readonly ReportedDay[]): Markup {
  const parts = stretches(days).map((stretch) => {
    // A single day is as wide as a day, or it would not be seen.
    const wide = stretch.flatMap(({ at, rate }) =>
      stretch.length === 1
        ? [
            { x: at, rate },
            { x: at + 1, rate },
          ]
        : [{ x: at + 0.5, rate }],
    );
    const line = wide.map(({ x, rate }) => `${x},${height(rate.value)}`).join(' ');
    const upper = wide.map(({ x, rate }) => `${x},${height(rate.high)}`);
    const lower = wide.map(({ x, rate }) => `${x},${height(rate.low)}`).reverse();
    return html`<polygon class="band" points="${{ markup: [...upper, ...lower].join(' ') }}"/><polyline class="line" points="${{ markup: line }}"/>`;
  });
  const last = days.at(-1)?.successRate;
  const hits = days.map(
    ({ date, successRate }, at) =>
      html`<rect class="hit" x="${at}" y="0" width="1" height="100"><title>${date}: ${sharePhrase(successRate)}, seven days</title></rect>`,
  );
  const description = `Success rate over seven days, for ${counted(days.length, 'day')}. Latest: ${last === undefined ? 'none' : sharePhrase(last)}.`;
  return overDays(
    days,
    ['100%', '75', '50', '25', '0'],
    plot(days.length, 'Success over time', description, html`${gridLines(days.length)}${parts}${hits}`),
  );
}

/** Finished runs of each day, stacked by how they ended. */
export function runsPerDay(days: readonly ReportedDay[]): Markup {
  const totals = days.map(({ succeeded, partly, failed }) => succeeded + partly + failed);
  const maxRuns = roundUp(Math.max(1, ...totals));
  const bars = days.map(({ date, succeeded, partly, failed }, at) => {
    let top = 100;
    const part = (name: string, runs: number): Markup => {
      const size = (100 * runs) / maxRuns;
      top -= size;
      return runs === 0
        ? nothing
        : html`<rect class="${name}" x="${at + 0.12}" y="${Number(top.toFixed(3))}" width="0.76" height="${Number(size.toFixed(3))}"/>`;
    };
    return html`<g>${part('success', succeeded)}${part('partial', partly)}${part('failure', failed)}<rect class="hit" x="${at}" y="0" width="1" height="100"><title>${date}: ${succeeded} succeeded, ${partly} partly, ${failed} failed</title></rect></g>`;
  });
  const sum = totals.reduce((all, runs) => all + runs, 0);
  return overDays(
    days,
    [1, 0.75, 0.5, 0.25, 0].map((part) => String(Number((maxRuns * part).toFixed(1)))),
    plot(
      days.length,
      'Runs per day',
      `${counted(sum, 'run')} in ${counted(days.length, 'day')}, at most ${Math.max(0, ...totals)} a day.`,
      html`${gridLines(days.length)}${bars}`,
    ),
  );
}

/** The next number that is easy to divide: 1, 2, 4, 8, 10, 20, 40, … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}

/** The interval of a value; nothing when it is known exactly. */
function whisker(low: number, high: number): Markup {
  if (low === high) return nothing;
  return html`<line class="whisker" x1="${low}" x2="${high}" y1="10" y2="10"/><line class="whisker" x1="${low}" x2="${low}" y1="6" y2="14"/><line class="whisker" x1="${high}" x2="${high}" y1="6" y2="14"/>`;
}

/** A bar from 0 to 1 with the interval its value lies in. */
export function shareBar(name: string, { value, low, high }: Figure, sort = 'plain'): Markup {
  if (value === null || low === null || high === null) return html`<div class="bar none"></div>`;
  const at = (share: number): number => Number((100 * Math.min(1, Math.max(0, share))).toFixed(2));
  const description = low === high ? percent(value) : sharePhrase({ value, low, high, n: 0, reason: null });
  return html`<svg class="bar" viewBox="0 0 100 20" preserveAspectRatio="none" role="img"><title>${name}: ${description}</title><rect class="track" x="0" y="3" width="100" height="14"/><rect class="${sort}" x="0" y="3" width="${at(value)}" height="14"/>${whisker(at(low), at(high))}</svg>`;
}

/** A bar for a count among counts of which `max` is the largest. */
export function countBar(name: string, count: number, max: number, sort: string): Markup {
  const width = Number(((100 * count) / Math.max(1, max)).toFixed(2));
  return html`<svg class="bar" viewBox="0 0 100 20" preserveAspectRatio="none" role="img"><title>${name}: ${count}</title><rect class="track" x="0" y="3" width="100" height="14"/><rect class="${sort}" x="0" y="3" width="${width}" height="14"/></svg>`;
}

/** A difference and its interval on a scale with zero in the middle: left is worse, right is better. */
export function differenceBar(name: string, { value, low, high }: Figure): Markup {
  if (value === null || low === null || high === null) return nothing;
  const reach = Math.min(1, Math.max(0.1, Math.abs(low), Math.abs(high)) * 1.15);
  const at = (difference: number): number => Number((50 + (50 * difference) / reach).toFixed(2));
  const sort = low > 0 ? 'success' : high < 0 ? 'failure' : 'plain';
  return html`<svg class="bar tall" viewBox="0 0 100 20" preserveAspectRatio="none" role="img"><title>${name}</title><rect class="track" x="0" y="3" width="100" height="14"/><rect class="${sort}" x="${Math.min(50, at(value))}" y="3" width="${Number(Math.abs(at(value) - 50).toFixed(2))}" height="14"/>${whisker(at(low), at(high))}<line class="zero" x1="50" x2="50" y1="0" y2="20"/></svg>`;
}
