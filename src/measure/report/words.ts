import type { Figure } from '../../records/quality.ts';

/** What tasks without a category are called. */
export function categoryName(category: string | null): string {
  return category ?? 'no category';
}

/** @example percent(0.123); // '12%' */
export function percent(rate: number | null): string {
  return rate === null ? '–' : `${Math.round(rate * 100)}%`;
}

/** A difference of two rates, in points of a hundred: `+12 points`. */
export function points(difference: number): string {
  const rounded = Math.round(difference * 100);
  return `${rounded > 0 ? '+' : ''}${rounded === 0 ? 0 : rounded} ${Math.abs(rounded) === 1 ? 'point' : 'points'}`;
}

/** A duration people can read: `12 ms`, `3.2 s`, `4 min`. */
export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  if (milliseconds < 7_200_000) return `${Math.round(milliseconds / 60_000)} min`;
  return `${(milliseconds / 3_600_000).toFixed(1)} h`;
}

/** @example bytes(1_500_000); // '1.5 MB' */
export function bytes(size: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, size)) / 3)));
  const value = size / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}

/** Whole numbers with their thousands apart: `12,345`. Large ones in short: `3.4 M`. */
export function quantity(value: number): string {
  if (value >= 10_000_000) return `${(value / 1_000_000).toFixed(1)} M`;
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A share with its interval: `80% (71–87%)`; `–` when it cannot be told. */
export function sharePhrase({ value, low, high }: Figure): string {
  if (value === null || low === null || high === null) return '–';
  return `${percent(value)} (${Math.round(low * 100)}–${percent(high)})`;
}

/** How sequences of tools are written: `read_file → edit_file+ → run_tests`. */
export function stepsPhrase(
  steps: ReadonlyArray<{ readonly tool: string; readonly repeated: boolean }>,
): string {
  return steps.map(({ tool, repeated }) => (repeated ? `${tool}+` : tool)).join(' → ');
}

export const directionWords = {
  improving: '↗ improving',
  declining: '↘ declining',
  stable: '→ stable',
  insufficient_data: 'too few runs',
} as const;

/** Who met a failure, in words. */
export function agentNames(agents: ReadonlyArray<string | null>): string {
  return agents.map((agent) => agent ?? '(project)').join(', ') || '–';
}
