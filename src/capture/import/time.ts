import { latestMoment } from '../../records/record.ts';

/** As seconds this is the year 5138, as milliseconds March 1973: no session lies on the wrong side. */
const secondsEnd = 100_000_000_000;
/** The same border between milliseconds and microseconds. */
const millisecondsEnd = secondsEnd * 1_000;

const isoForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Milliseconds since 1970, from ISO text, seconds, milliseconds or microseconds; null for anything else. A time
 * without a zone is taken as UTC, because the same file must give the same result on every machine.
 *
 * @example
 * timeOf('2025-03-01 12:00:00'); // 1740830400000
 * timeOf(1740830400.5); // 1740830400500
 */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'bigint') return timeOf(Number(value));
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return fromNumber(Number(text));
  const [, day, time, zone] = isoForm.exec(text) ?? [];
  if (day === undefined) return null;
  return inRange(Date.parse(time === undefined ? day : `${day}T${time}${zoneText(zone)}`));
}

function fromNumber(value: number): number | null {
  if (value < secondsEnd) return inRange(value * 1_000);
  return inRange(value < millisecondsEnd ? value : value / 1_000);
}

function inRange(milliseconds: number): number | null {
  const whole = Math.round(milliseconds);
  return whole >= 0 && whole <= latestMoment ? whole : null;
}

/** The standard form of a zone has a colon; some writers leave it out. */
function zoneText(zone: string | undefined): string {
  return zone === undefined ? 'Z' : zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
}
