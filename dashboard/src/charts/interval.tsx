import { formatPercent } from '../format.ts';

/** A share between 0 and 1 with the interval it lies in: a dot on a band. */
export function Interval({
  value,
  low,
  high,
  colour = 'var(--accent)',
}: {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly colour?: string;
}) {
  const percent = (share: number): string => `${Math.max(0, Math.min(1, share)) * 100}%`;
  return (
    <div
      role="img"
      aria-label={`${formatPercent(value)}, interval ${formatPercent(low)} to ${formatPercent(high)}`}
      title={`Interval ${formatPercent(low)} to ${formatPercent(high)}`}
      className="relative h-3 w-full min-w-16"
    >
      <span className="absolute inset-x-0 top-1/2 h-px bg-strong-line" />
      <span
        className="absolute top-1/2 h-1.5 -translate-y-1/2 rounded-full opacity-35"
        style={{
          left: percent(low),
          width: `${Math.max(0.01, Math.min(1, high) - Math.max(0, low)) * 100}%`,
          background: colour,
        }}
      />
      <span
        className="absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-panel"
        style={{ left: percent(value), background: colour }}
      />
    </div>
  );
}
