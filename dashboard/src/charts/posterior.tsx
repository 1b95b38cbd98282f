import { scaleLinear } from '@visx/scale';
import { Area } from '@visx/shape';
import { formatPercent } from '../format.ts';

/**
 * What is believed about a success rate after some attempts: the density of a Beta posterior from 0 to 100 %, with a
 * mark at its lower bound, which actions are ranked by. A broad hill means few attempts.
 */
export function Posterior({
  successes,
  failures,
  lowerBound,
  colour = 'var(--accent)',
}: {
  readonly successes: number;
  readonly failures: number;
  readonly lowerBound: number;
  readonly colour?: string;
}) {
  const [width, height] = [180, 36];
  const logDensity = (rate: number): number => successes * Math.log(rate) + failures * Math.log(1 - rate);
  const rates = Array.from({ length: 81 }, (_, index) => Math.min(0.999, Math.max(0.001, index / 80)));
  const peak = Math.max(...rates.map(logDensity));
  const x = scaleLinear({ domain: [0, 1], range: [0, width] });
  const y = scaleLinear({ domain: [0, 1], range: [height - 2, 2] });
  return (
    <svg
      role="img"
      aria-label={`Posterior of the success rate, at least ${formatPercent(lowerBound)}`}
      viewBox={`0 0 ${width} ${height}`}
      className="block h-9 w-45 max-w-full"
      preserveAspectRatio="none"
    >
      <Area
        data={rates}
        x={(rate) => x(rate)}
        y0={height - 2}
        y1={(rate) => y(Math.exp(logDensity(rate) - peak))}
        fill={colour}
        opacity={0.22}
      />
      <Area
        data={rates}
        x={(rate) => x(rate)}
        y1={(rate) => y(Math.exp(logDensity(rate) - peak))}
        y0={(rate) => y(Math.exp(logDensity(rate) - peak))}
        stroke={colour}
        strokeWidth={1.5}
      />
      <line x1={0} x2={width} y1={height - 1.5} y2={height - 1.5} stroke="var(--strong-line)" />
      <line
        x1={x(lowerBound)}
        x2={x(lowerBound)}
        y1={4}
        y2={height}
        stroke="var(--ink)"
        strokeDasharray="2 2"
      />
    </svg>
  );
}
