import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';

/** The course of some values, without axes, beside their name. */
export function Sparkline({
  description,
  values,
  colour = 'var(--accent)',
}: {
  readonly description: string;
  readonly values: readonly number[];
  readonly colour?: string;
}) {
  const [width, height] = [96, 24];
  const x = scaleLinear({ domain: [0, Math.max(1, values.length - 1)], range: [2, width - 2] });
  const y = scaleLinear({ domain: [0, Math.max(...values, 1)], range: [height - 2, 2] });
  return (
    <svg role="img" aria-label={description} viewBox={`0 0 ${width} ${height}`} className="block h-6 w-24">
      <LinePath
        data={[...values]}
        x={(_, index) => x(index)}
        y={(value) => y(value)}
        stroke={colour}
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
