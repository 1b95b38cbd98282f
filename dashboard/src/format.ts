/** Numbers, times and shares as people read them; figures in columns are aligned by `tabular-nums`. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const dayAndTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

/** `12840` → `12,840` */
export const formatCount = (value: number): string => whole.format(value);

/** `12840` → `12.8K`; small numbers stay as they are. */
export const formatCompact = (value: number): string =>
  Math.abs(value) < 10_000 ? whole.format(value) : compact.format(value);

/** `0.6667` → `67 %` */
export const formatPercent = (share: number): string => `${Math.round(share * 100)} %`;

/** `1843` → `1.8 s`, `18` → `18 ms`, `95000` → `1 min 35 s`, `5400000` → `1 h 30 min` */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  // Short enough for seconds to tell two times apart.
  if (seconds < 599.5) return withRest(Math.round(seconds), 60, 'min', 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return withRest(minutes, 60, 'h', 'min');
  return `${Math.round(minutes / 60 / 24)} days`;
}

/** `95` seconds → `1 min 35 s`, `120` → `2 min` */
function withRest(value: number, size: number, unit: string, smaller: string): string {
  const [large, rest] = [Math.floor(value / size), value % size];
  return rest === 0 ? `${large} ${unit}` : `${large} ${unit} ${rest} ${smaller}`;
}

/** `1433768` → `1.4 MB` */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1_000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

export const formatTime = (at: number): string => dayAndTime.format(at);
export const formatDay = (at: number): string => day.format(at);

/** How long ago, in one unit: `just now`, `4 min ago`, `3 days ago`; later than two weeks, the day. */
export function formatAgo(at: number, now: number): string {
  const seconds = Math.round((now - at) / 1_000);
  if (seconds < -60) return formatDay(at);
  if (seconds < 45) return 'just now';
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.round(hours / 24);
  if (days <= 14) return days === 1 ? 'yesterday' : `${days} days ago`;
  return formatDay(at);
}

/** `1, 'run'` → `1 run`; `3, 'memory', 'memories'` → `3 memories` */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/**
 * A name as people read it: `cancel-shipment-first` → `Cancel shipment first`. Texts that have spaces are sentences already
 * and stay as they are.
 */
export function readable(name: string): string {
  return /\s/.test(name) ? name : words(name);
}

/** `run-finished`, `in_progress` → `Run finished`, `In progress` */
export function words(text: string): string {
  const spaced = text.replaceAll(/[-_]/g, ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
