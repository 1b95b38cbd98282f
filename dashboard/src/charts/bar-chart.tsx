import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { axisLine, axisText, ChartFrame, gridLine, Legend, margin, seriesColours } from './chart-frame.tsx';

/** A bar with its parts, the first at the bottom. Intervals are drawn for bars of one part. */
export interface Bar {
  readonly label: string;
  readonly values: readonly number[];
  readonly low?: number;
  readonly high?: number;
}

/** Amounts side by side: days, categories, a first run against others. */
export function BarChart({
  description,
  bars,
  parts,
  format,
  colours = seriesColours,
  range,
  height = 220,
}: {
  readonly description: string;
  readonly bars: readonly Bar[];
  /** What the parts of each bar are, in order. */
  readonly parts: readonly string[];
  readonly format: (value: number) => string;
  readonly colours?: readonly string[];
  readonly range?: readonly [number, number];
  readonly height?: number;
}) {
  const sum = ({ values }: Bar): number => values.reduce((total, value) => total + value, 0);
  const top = Math.max(...bars.map((bar) => bar.high ?? sum(bar)), 0);
  // Counts have no halves.
  const isWhole = bars.every(({ values }) => values.every(Number.isInteger));
  const ticks = isWhole ? Math.max(1, Math.min(4, top)) : 4;
  const colourOf = (part: number): string => colours[part % colours.length] ?? 'var(--accent)';
  return (
    <div>
      {parts.length > 1 && <Legend names={parts.map((name, part) => ({ name, colour: colourOf(part) }))} />}
      <ChartFrame description={description} height={height}>
        {({ width }) => {
          const x = scaleBand({
            domain: bars.map(({ label }) => label),
            range: [margin.left, width - margin.right],
            padding: 0.3,
          });
          const y = scaleLinear({
            domain: [...(range ?? [0, top === 0 ? 1 : top])],
            range: [height - margin.bottom, margin.top],
            nice: range === undefined,
          });
          const thickness = Math.min(x.bandwidth(), 56);
          const shown = Math.max(1, Math.ceil(bars.length / Math.max(1, Math.floor(width / 64))));
          return (
            <>
              <GridRows
                scale={y}
                left={margin.left}
                width={width - margin.left - margin.right}
                numTicks={ticks}
                stroke={gridLine}
              />
              {bars.map((bar) => {
                const left = (x(bar.label) ?? 0) + (x.bandwidth() - thickness) / 2;
                const middle = left + thickness / 2;
                let below = 0;
                return (
                  <g key={bar.label}>
                    <title>{`${bar.label}: ${bar.values.map((value, part) => `${parts[part] ?? ''} ${format(value)}`).join(', ')}`}</title>
                    {bar.values.map((value, part) => {
                      const bottom = y(below);
                      below += value;
                      return (
                        <rect
                          key={parts[part]}
                          x={left}
                          width={thickness}
                          y={y(below)}
                          height={Math.max(0, bottom - y(below))}
                          rx={2}
                          fill={colourOf(part)}
                          opacity={0.9}
                        />
                      );
                    })}
                    {bar.low !== undefined && bar.high !== undefined && (
                      <path
                        d={`M${middle} ${y(bar.low)}V${y(bar.high)}M${middle - 5} ${y(bar.low)}h10M${middle - 5} ${y(bar.high)}h10`}
                        stroke="var(--ink)"
                        strokeWidth={1.5}
                        fill="none"
                      />
                    )}
                  </g>
                );
              })}
              <AxisLeft
                scale={y}
                left={margin.left}
                numTicks={ticks}
                hideAxisLine
                hideTicks
                tickFormat={(value) => format(Number(value))}
                tickLabelProps={{ ...axisText, textAnchor: 'end', dy: '0.32em', dx: -4 }}
              />
              <AxisBottom
                scale={x}
                top={height - margin.bottom}
                stroke={axisLine}
                hideTicks
                tickValues={bars.filter((_, index) => index % shown === 0).map(({ label }) => label)}
                tickLabelProps={{ ...axisText, textAnchor: 'middle', dy: 2 }}
              />
            </>
          );
        }}
      </ChartFrame>
    </div>
  );
}
