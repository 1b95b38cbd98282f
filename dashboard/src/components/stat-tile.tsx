import type { ReactNode } from 'react';
import { classes } from './class-names.ts';

/** One figure with its name, its unit and what it means. */
export function StatTile({
  label,
  value,
  unit,
  detail,
  tone,
  children,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly unit?: string;
  readonly detail?: ReactNode;
  readonly tone?: 'good' | 'bad';
  /** A small picture under the figure: a sparkline, an interval. */
  readonly children?: ReactNode;
}) {
  return (
    <div className="min-w-0 rounded-xl border border-line bg-panel px-4 py-3.5 shadow-panel sm:px-5 sm:py-4">
      <div className="text-small text-soft">{label}</div>
      <div
        className={classes(
          'mt-1 text-figure font-semibold tracking-tight tabular-nums',
          tone === 'good' && 'text-good',
          tone === 'bad' && 'text-bad',
        )}
      >
        {value}
        {unit !== undefined && <span className="ml-1 text-base font-normal text-soft">{unit}</span>}
      </div>
      {detail !== undefined && <div className="mt-0.5 text-small text-soft">{detail}</div>}
      {children !== undefined && <div className="mt-3">{children}</div>}
    </div>
  );
}
