import type { ReactNode } from 'react';

/** A share as a bar between its name and its figure; several below each other compare. */
export function ShareBar({
  label,
  share,
  figure,
  colour,
}: {
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly figure: ReactNode;
  readonly colour: string;
}) {
  return (
    <div className="grid grid-cols-[6.5rem_1fr_3.5rem] items-center gap-3">
      <span className="text-small">{label}</span>
      <span className="h-6 rounded bg-sunken">
        <span
          className="block h-full min-w-0.5 rounded"
          style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%`, background: colour }}
        />
      </span>
      <span className="text-right text-large font-semibold tabular-nums">{figure}</span>
    </div>
  );
}
