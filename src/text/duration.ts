import * as z from 'zod';

const units: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/**
 * Milliseconds of a length of time as people type it.
 *
 * @example
 * durationMs('7d'); // 604800000
 */
export function durationMs(text: string): number {
  const [, number = '0', unit = ''] = /^(\d+)([smhdw])$/.exec(text) ?? [];
  return Number(number) * (units[unit] ?? 0);
}

/** `30m`, `24h`, `7d`, `2w`. */
export const durationSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^\d{1,6}[smhdw]$/, 'must be a number with s, m, h, d or w, such as "7d"');
