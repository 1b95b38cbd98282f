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
  /** Tells bars with the same label apart. */
  readonly id?: string;
  /** Of a bar of one part; the colour of its part unless given. */
  readonly colour?: string;
}

/** Something that happened between two bars, such as a check that was added. */
export interface BarMark {
  /** Drawn before the bar of this number. */
  readonly before: number;
  readonly label: string;
}

const idOf = ({ id, label }: Bar): string => id ?? label;

/** Amounts side by side: days, categories, a first run against others. */
export function BarChart({
  description,
  bars,
  parts,
  format,
  colours = seriesColours,
  range,
  height = 220,
  hasValues = false,
  mark,
}: {
  readonly description: string;
  readonly bars: readonly Bar[];
  /** What the parts of each bar are, in order. */
  readonly parts: readonly string[];
  readonly format: (value: number) => string;
  readonly colours?: readonly string[];
  readonly range?: readonly [number, number];
  readonly height?: number;
  /** Writes each value above its bar: for a few bars. */
  readonly hasValues?: boolean;
  readonly mark?: BarMark | undefined;
}) {
  const sum = ({ values }: Bar): number => values.reduce((total, value) => total + value, 0);
  const top = Math.max(...bars.map((bar) => bar.high ?? sum(bar)), 0);
  // Counts have no halves.
  const isWhole = bars.every(({ values }) => values.every(Number.isInteger));
  const ticks = isWhole ? Math.max(1, Math.min(4, top)) : 4;
  const colourOf = (part: number): string => colours[part % colours.length] ?? 'var(--fill-accent)';
  const roof = hasValues || mark !== undefined ? 26 : margin.top;
  return (
    <div>
      {parts.length > 1 && <Legend names={parts.map((name, part) => ({ name, colour: colourOf(part) }))} />}
      <ChartFrame description={description} height={height}>
        {({ width }) => {
          const left = hasValues ? 8 : margin.left;
          const x = scaleBand({
            domain: bars.map(idOf),
            range: [left, width - margin.right],
            padding: 0.3,
          });
          const y = scaleLinear({
            domain: [...(range ?? [0, top === 0 ? 1 : top])],
            range: [height - margin.bottom, roof],
            nice: range === undefined && !hasValues,
          });
          const thickness = Math.min(x.bandwidth(), 56);
          const shown = Math.max(1, Math.ceil(bars.length / Math.max(1, Math.floor(width / 72))));
          const labels = new Map(bars.map((bar) => [idOf(bar), bar.label]));
          return (
            <>
              {!hasValues && (
                <GridRows
                  scale={y}
                  left={left}
                  width={width - left - margin.right}
                  numTicks={ticks}
                  stroke={gridLine}
                />
              )}
              {bars.map((bar) => {
                const start = (x(idOf(bar)) ?? 0) + (x.bandwidth() - thickness) / 2;
                const middle = start + thickness / 2;
                let below = 0;
                return (
                  <g key={idOf(bar)}>
                    <title>{`${bar.label}: ${bar.values.map((value, part) => `${parts[part] ?? ''} ${format(value)}`).join(', ')}`}</title>
                    {bar.values.map((value, part) => {
                      const bottom = y(below);
                      below += value;
                      return (
                        <rect
                          key={parts[part]}
                          x={start}
                          width={thickness}
                          y={y(below)}
                          height={Math.max(0, bottom - y(below))}
                          rx={2}
                          fill={bar.colour ?? colourOf(part)}
                        />
                      );
                    })}
                    {hasValues && (
                      <text
                        x={middle}
                        y={y(below) - 7}
                        textAnchor="middle"
                        fontSize={13}
                        fontWeight={600}
                        fill="var(--ink)"
                      >
                        {format(below)}
                      </text>
                    )}
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
              {mark !== undefined && (
                <Mark mark={mark} left={left} step={x.step()} width={width} bottom={height - margin.bottom} />
              )}
              {!hasValues && (
                <AxisLeft
                  scale={y}
                  left={left}
                  numTicks={ticks}
                  hideAxisLine
                  hideTicks
                  tickFormat={(value) => format(Number(value))}
                  tickLabelProps={{ ...axisText, textAnchor: 'end', dy: '0.32em', dx: -4 }}
                />
              )}
              <AxisBottom
                scale={x}
                top={height - margin.bottom}
                stroke={axisLine}
                hideTicks
                tickValues={bars.filter((_, index) => index % shown === 0).map(idOf)}
                tickFormat={(id) => labels.get(String(id)) ?? ''}
                tickLabelProps={{ ...axisText, textAnchor: 'middle', dy: 2 }}
              />
            </>
          );
        }}
      </ChartFrame>
    </div>
  );
}

function Mark({
  mark,
  left,
  step,
  width,
  bottom,
}: {
  readonly mark: BarMark;
  readonly left: number;
  readonly step: number;
  readonly width: number;
  readonly bottom: number;
}) {
  const at = left + step * (mark.before + 0.15);
  const isRight = at > width * 0.6;
  return (
    <g>
      <line
        x1={at}
        x2={at}
        y1={4}
        y2={bottom}
        stroke="var(--accent)"
        strokeWidth={1.5}
        strokeDasharray="4 3"
      />
      <text
        x={at + (isRight ? -6 : 6)}
        y={13}
        textAnchor={isRight ? 'end' : 'start'}
        fontSize={12}
        fontWeight={500}
        fill="var(--accent)"
      >
        {mark.label}
      </text>
    </g>
  );
}
