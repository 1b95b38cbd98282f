import { classes } from './class-names.ts';

/** The tracks of a line of a waterfall: the name, the bar (below the name on phones), the figure. */
export const waterfallTracks =
  'grid items-center gap-x-4 px-5 grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,19rem)_minmax(0,1fr)_6.5rem]';

/** Where something lies in a span of time, from 0 to 1. */
export interface TimeShare {
  readonly left: number;
  readonly width: number;
}

/** A span of time as its share of a whole. */
export function shareOf(start: number, durationMs: number, begin: number, end: number): TimeShare {
  const whole = Math.max(1, end - begin);
  const left = Math.max(0, Math.min(0.994, (start - begin) / whole));
  return { left, width: Math.max(0.002, Math.min(durationMs / whole, 1 - left)) };
}

/** A bar of a waterfall, over lines at the quarters of the whole time. */
export function TimeBar({
  share: { left, width },
  colour,
  className,
}: {
  readonly share: TimeShare;
  readonly colour: string;
  readonly className?: string;
}) {
  return (
    <span
      aria-hidden
      className={classes('relative block h-2 max-md:col-span-2 max-md:mt-1.5 md:h-4', className)}
    >
      {[0, 0.25, 0.5, 0.75, 1].map((quarter) => (
        <span
          key={quarter}
          className="absolute -inset-y-3 hidden w-px bg-line md:block"
          style={{ left: `${quarter * 100}%` }}
        />
      ))}
      <span
        className="absolute inset-y-0 min-w-[3px] rounded-sm"
        style={{ left: `${left * 100}%`, width: `${width * 100}%`, background: colour }}
      />
    </span>
  );
}

/** The head of a waterfall: what its lines are, and the time at each quarter. */
export function TimeScale({
  name,
  figure,
  milliseconds,
  format,
}: {
  readonly name: string;
  readonly figure: string;
  readonly milliseconds: number;
  readonly format: (milliseconds: number) => string;
}) {
  return (
    <div aria-hidden className={classes(waterfallTracks, 'h-8 border-b border-line text-tiny text-faint')}>
      <span>{name}</span>
      <span className="relative hidden h-4 tabular-nums md:block">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span
            key={share}
            className="absolute -translate-x-1/2 whitespace-nowrap"
            style={{ left: `${share * 100}%` }}
          >
            {format(milliseconds * share)}
          </span>
        ))}
      </span>
      <span className="text-right">{figure}</span>
    </div>
  );
}
