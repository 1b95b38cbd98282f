import type { Figure } from '../../../records/quality.ts';
import { figureOf } from '../../../text/counted.ts';
import { percent } from '../layout.ts';
import { safe } from './presenter.ts';

/** A share with how far it can be trusted: `80% (71–87%, from 40)`; or why there is none. */
export function share(figure: Figure): string {
  return figureText(figure, (value) => percent(value), figureRange);
}

/** A difference of two shares, in points of a hundred: `+12 points (3 to 21, from 40)`. */
export function points(figure: Figure): string {
  const signed = (value: number): string => `${value > 0 ? '+' : ''}${rounded(value)}`;
  return figureText(
    figure,
    (value) => `${signed(value)} ${Math.abs(rounded(value)) === 1 ? 'point' : 'points'}`,
    (low, high) => `${signed(low)} to ${signed(high)}`,
  );
}

function figureText(
  { value, low, high, n, reason }: Figure,
  shown: (value: number) => string,
  range: (low: number, high: number) => string,
): string {
  if (value === null) return `– ${safe(reason ?? '')}`.trimEnd();
  const between = low === null || high === null ? '' : `${range(low, high)}, `;
  return `${shown(value)} (${between}from ${n.toLocaleString('en')})`;
}

function figureRange(low: number, high: number): string {
  return `${rounded(low)}–${percent(high)}`;
}

/** In hundredths; never "-0". */
function rounded(value: number): number {
  return Math.round(value * 100) || 0;
}

/** Numbers that need not be whole, because what is old counts less. */
export function weight(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The first of many, and how many more there are. */
export function firstOf(items: readonly string[], most = 3): string {
  const rest = items.length - most;
  return `${items.slice(0, most).join(', ')}${rest > 0 ? ` and ${figureOf(rest)} more` : ''}`;
}
