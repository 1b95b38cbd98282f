import { ChartColumn } from 'lucide-react';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { BarChart } from '../../charts/bar-chart.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { formatCompact, formatCount, formatDay, formatDuration, plural } from '../../format.ts';

type Comparison = Schema<'TemplateCompareAnswer'>;

/** Re-runs that are drawn one by one. */
const maxBars = 30;

/** First run against re-runs. */
export function TemplateComparison({ id }: { readonly id: string }) {
  const comparison = api.useQuery('get', '/api/templates/{id}/compare', { params: { path: { id } } });
  return <QueryView query={comparison}>{(data) => <Compared comparison={data} />}</QueryView>;
}

function Compared({ comparison }: { readonly comparison: Comparison }) {
  const { first, replay, adaptive, stoppedInTime, runs } = comparison;
  if (replay === null && adaptive === null && stoppedInTime === 0)
    return (
      <Card>
        <EmptyState icon={ChartColumn} title="No re-runs yet">
          After the first re-run, this page compares model calls, tokens and time with the first run.
        </EmptyState>
      </Card>
    );
  const groups = [
    { label: 'First run', costs: first },
    ...(adaptive === null ? [] : [{ label: 'Adaptive', costs: adaptive }]),
    ...(replay === null ? [] : [{ label: 'Replay', costs: replay }]),
  ];
  const again = replay ?? adaptive;
  return (
    <div className="space-y-5">
      <div className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
        <StatTile
          label={replay === null ? 'Model calls, adaptive' : 'Model calls, replay'}
          value={again === null ? '–' : formatCount(again.modelCalls)}
          detail={`${formatCount(first.modelCalls)} in the first run`}
          tone="good"
        />
        <StatTile
          label="Tokens"
          value={again === null ? '–' : formatCompact(again.inputTokens + again.outputTokens)}
          detail={`${formatCompact(first.inputTokens + first.outputTokens)} in the first run`}
        />
        <StatTile
          label="Time"
          value={again === null ? '–' : formatDuration(again.wallTimeMs)}
          detail={`${formatDuration(first.wallTimeMs)} in the first run`}
        />
        <StatTile
          label="Re-runs"
          value={formatCount((replay?.runs ?? 0) + (adaptive?.runs ?? 0))}
          detail={
            stoppedInTime === 0
              ? `${formatCount((replay?.successes ?? 0) + (adaptive?.successes ?? 0))} succeeded`
              : `plus ${plural(stoppedInTime, 'replay')} that stopped in time`
          }
        />
      </div>
      <div className="grid gap-5 lg:grid-cols-3">
        {(
          [
            [
              'Model calls',
              ({ modelCalls }) => modelCalls,
              (value) => value.toFixed(value % 1 === 0 ? 0 : 1),
            ],
            ['Tokens', ({ inputTokens, outputTokens }) => inputTokens + outputTokens, formatCompact],
            ['Time', ({ wallTimeMs }) => wallTimeMs, formatDuration],
          ] satisfies [string, (costs: Comparison['first']) => number, (value: number) => string][]
        ).map(([title, figure, format]) => (
          <Card key={title} title={title} about="Mean of successful runs">
            <BarChart
              description={`${title}: ${groups.map(({ label, costs }) => `${label} ${format(figure(costs))}`).join(', ')}`}
              bars={groups.map(({ label, costs }) => ({
                label,
                values: [figure(costs)],
                ...(label === 'First run' && { colour: 'var(--fill-neutral)' }),
              }))}
              hasValues
              parts={[title]}
              format={format}
              height={180}
            />
          </Card>
        ))}
      </div>
      <Card title="Run by run" about="Time of the first run and of the latest re-runs">
        <BarChart
          description="Time of each run of the template, the first run first"
          bars={[...runs.slice(0, 1), ...runs.slice(1).slice(-maxBars)].map((run, index) => ({
            id: String(index),
            label: index === 0 ? 'First run' : formatDay(run.finishedAt),
            values: [run.wallTimeMs],
            ...(index === 0 && { colour: 'var(--fill-neutral)' }),
          }))}
          parts={['Time']}
          format={formatDuration}
          height={170}
        />
      </Card>
    </div>
  );
}
