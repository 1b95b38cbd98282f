import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** What charts share: letters and lines of axes. */
export const axisText = { fill: 'var(--faint)', fontSize: 11, fontFamily: 'var(--font-sans)' } as const;
export const axisLine = 'var(--strong-line)';
export const gridLine = 'var(--line)';
export const margin = { top: 10, right: 12, bottom: 24, left: 44 } as const;

/** Colours of series, in the order they are given out; each also differs in lightness. */
export const seriesColours = [
  'var(--fill-accent)',
  'var(--fill-good)',
  'var(--fill-warn)',
  'var(--fill-info)',
  'var(--fill-bad)',
] as const;

/** Gives a chart the width it has, and a description to those who do not see it. */
export function ChartFrame({
  description,
  height,
  children,
}: {
  /** What the chart shows, in a sentence. */
  readonly description: string;
  readonly height: number;
  readonly children: (size: { readonly width: number; readonly height: number }) => ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={frame} style={{ height }}>
      {width > 0 && (
        <svg
          role="img"
          aria-label={description}
          width={width}
          height={height}
          className="block overflow-visible"
        >
          {children({ width, height })}
        </svg>
      )}
    </div>
  );
}

/** The name of each series beside its colour. */
export function Legend({
  names,
}: {
  readonly names: readonly { readonly name: string; readonly colour: string }[];
}) {
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
      {names.map(({ name, colour }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-[3px]" style={{ background: colour }} />
          {name}
        </li>
      ))}
    </ul>
  );
}
