import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleLinear, scaleTime } from '@visx/scale';
import { Area, LinePath } from '@visx/shape';
import { formatDay } from '../format.ts';
import { axisLine, axisText, ChartFrame, gridLine, Legend, margin, seriesColours } from './chart-frame.tsx';

/** A value at a time, with the interval it lies in where that is known. */
export interface TimePoint {
  readonly at: number;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}

export interface TimeSeries {
  readonly name: string;
  readonly points: readonly TimePoint[];
  readonly colour?: string;
}

/** Values over time as lines, with their intervals as bands. */
export function LineChart({
  description,
  series,
  format,
  range,
  height = 220,
}: {
  readonly description: string;
  readonly series: readonly TimeSeries[];
  /** How values are written at the axis. */
  readonly format: (value: number) => string;
  /** Lowest and highest value of the axis; from zero to the largest value unless given. */
  readonly range?: readonly [number, number];
  readonly height?: number;
}) {
  const drawn = series.map((each, index) => ({
    ...each,
    colour: each.colour ?? seriesColours[index % seriesColours.length] ?? 'var(--fill-accent)',
  }));
  const all = drawn.flatMap(({ points }) => points);
  const times = all.map(({ at }) => at);
  const top = Math.max(...all.map(({ value, high }) => high ?? value), 0);
  return (
    <div>
      {series.length > 1 && <Legend names={drawn} />}
      <ChartFrame description={description} height={height}>
        {({ width }) => {
          const x = scaleTime({
            domain: [Math.min(...times), Math.max(...times)],
            range: [margin.left, width - margin.right],
          });
          const y = scaleLinear({
            domain: [...(range ?? [0, top === 0 ? 1 : top])],
            range: [height - margin.bottom, margin.top],
            nice: range === undefined,
          });
          return (
            <>
              <GridRows
                scale={y}
                left={margin.left}
                width={width - margin.left - margin.right}
                numTicks={4}
                stroke={gridLine}
              />
              {drawn.map(({ name, points, colour }) => (
                <g key={name}>
                  <Area
                    data={points.filter(({ low, high }) => low !== undefined && high !== undefined)}
                    x={({ at }) => x(at)}
                    y0={({ low }) => y(low ?? 0)}
                    y1={({ high }) => y(high ?? 0)}
                    fill={colour}
                    opacity={0.14}
                  />
                  <LinePath
                    data={[...points]}
                    x={({ at }) => x(at)}
                    y={({ value }) => y(value)}
                    stroke={colour}
                    strokeWidth={2}
                    strokeLinejoin="round"
                  />
                  {points.length <= 40 &&
                    points.map(({ at, value }) => (
                      <circle key={at} cx={x(at)} cy={y(value)} r={2.5} fill={colour}>
                        <title>{`${name}, ${formatDay(at)}: ${format(value)}`}</title>
                      </circle>
                    ))}
                </g>
              ))}
              <AxisLeft
                scale={y}
                left={margin.left}
                numTicks={4}
                hideAxisLine
                hideTicks
                tickFormat={(value) => format(Number(value))}
                tickLabelProps={{ ...axisText, textAnchor: 'end', dy: '0.32em', dx: -4 }}
              />
              <AxisBottom
                scale={x}
                top={height - margin.bottom}
                numTicks={Math.max(2, Math.floor(width / 110))}
                stroke={axisLine}
                hideTicks
                tickFormat={(at) => formatDay(Number(at))}
                tickLabelProps={{ ...axisText, textAnchor: 'middle', dy: 2 }}
              />
            </>
          );
        }}
      </ChartFrame>
    </div>
  );
}
