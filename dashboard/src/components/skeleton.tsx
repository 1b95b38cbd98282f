import { classes } from './class-names.ts';

/** Grey lines in the place of what is being loaded. */
export function Skeleton({ lines = 3, className }: { readonly lines?: number; readonly className?: string }) {
  return (
    <div role="status" aria-label="Loading" className={classes('space-y-3', className)}>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div
          key={line}
          className="h-4 animate-pulse rounded bg-line"
          style={{ width: `${[92, 74, 83, 61][line % 4]}%` }}
        />
      ))}
    </div>
  );
}
