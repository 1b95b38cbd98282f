import type { Schema } from '../../api/types.ts';
import { BarChart } from '../../charts/bar-chart.tsx';
import { LineChart } from '../../charts/line-chart.tsx';
import { Card } from '../../components/card.tsx';
import { formatCount, formatDay, formatPercent } from '../../format.ts';

type Day = Schema<'Report'>['days'][number];

/** More days than this are shown as weeks, so that every bar is one to point at. */
const maxDays = 35;
const dayMs = 86_400_000;
/** Wilson's interval at 95 %. */
const z = 1.96;

interface Span {
  readonly at: number;
  readonly succeeded: number;
  readonly partly: number;
  readonly failed: number;
}

/** Runs over time by how they ended, and their success rate with its interval. */
export function Trend({ days }: { readonly days: readonly Day[] }) {
  const spans = spansOf(days);
  if (spans.length === 0) return null;
  const isWeekly = days.length > maxDays;
  const rates = spans.map((span) => ({ at: span.at, ...rateOf(span) })).filter(({ n }) => n > 0);
  return (
    <Card title="Over time" about={isWeekly ? 'Finished runs, by week' : 'Finished runs, by day'}>
      <div className="grid gap-8 lg:grid-cols-2">
        <BarChart
          description="Finished runs over time, by outcome"
          parts={['Succeeded', 'Partial', 'Failed']}
          colours={['var(--fill-good)', 'var(--fill-warn)', 'var(--fill-bad)']}
          bars={spans.map(({ at, succeeded, partly, failed }) => ({
            label: formatDay(at),
            values: [succeeded, partly, failed],
          }))}
          format={formatCount}
        />
        <div>
          <p className="mb-2 text-small text-soft">Success rate with 95 % interval</p>
          <LineChart
            description="Success rate over time, with its interval"
            series={[{ name: 'Success rate', points: rates }]}
            format={formatPercent}
            range={[0, 1]}
          />
        </div>
      </div>
    </Card>
  );
}

function spansOf(days: readonly Day[]): Span[] {
  const length = days.length > maxDays ? 7 : 1;
  const spans = new Map<number, Span>();
  const first = days.findIndex((day) => day.succeeded + day.partly + day.failed > 0);
  for (const [index, day] of days.slice(Math.max(0, first)).entries()) {
    const start = Math.floor(index / length);
    const before = spans.get(start);
    spans.set(start, {
      at: before?.at ?? Date.parse(`${day.date}T12:00:00Z`),
      succeeded: (before?.succeeded ?? 0) + day.succeeded,
      partly: (before?.partly ?? 0) + day.partly,
      failed: (before?.failed ?? 0) + day.failed,
    });
  }
  return [...spans.values()]
    .sort((left, right) => left.at - right.at)
    .filter(({ at }) => at < Date.now() + dayMs);
}

function rateOf({ succeeded, partly, failed }: Span): {
  value: number;
  low: number;
  high: number;
  n: number;
} {
  const n = succeeded + partly + failed;
  const value = n === 0 ? 0 : succeeded / n;
  const middle = (value + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const half = (z * Math.sqrt((value * (1 - value)) / n + z ** 2 / (4 * n ** 2))) / (1 + z ** 2 / n);
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half), n };
}
