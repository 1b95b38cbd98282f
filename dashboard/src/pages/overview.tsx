import { useSearchParams } from 'wouter';
import { api } from '../api/client.ts';
import { Choice } from '../components/field.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { StatTile } from '../components/stat-tile.tsx';
import { formatCompact, formatCount, formatDuration, formatPercent, plural } from '../format.ts';
import { Activity } from './overview/activity.tsx';
import { Advice } from './overview/advice.tsx';
import { FirstSteps } from './overview/first-steps.tsx';
import { Health } from './overview/health.tsx';
import { Lift } from './overview/lift.tsx';
import { Recurrence } from './overview/recurrence.tsx';
import { Savings } from './overview/savings.tsx';
import { Trend } from './overview/trend.tsx';

const periods = [
  { value: '7', title: 'Last 7 days' },
  { value: '30', title: 'Last 30 days' },
  { value: '90', title: 'Last 90 days' },
  { value: '365', title: 'Last year' },
];

/** Is it working? What was saved, whether memory helps, what goes wrong, and what happens now. */
export default function Overview() {
  const [search, setSearch] = useSearchParams();
  const days = search.get('days') ?? '90';
  const report = api.useQuery('get', '/api/report', { params: { query: { days: Number(days) || 90 } } });
  return (
    <>
      <PageHeader
        title="Overview"
        about="What your agents did, what they learned, and whether it helps."
        actions={
          <Choice
            label="Period"
            value={days}
            options={periods}
            onChange={(next) => setSearch({ days: next }, { replace: true })}
          />
        }
      />
      <QueryView query={report} lines={10}>
        {(data) =>
          data.overall.runs === 0 && data.health.memories === 0 ? (
            <FirstSteps />
          ) : (
            <div className="grid grid-cols-1 gap-5 lg:grid-cols-6">
              <div className="lg:col-span-6">
                <Savings savings={data.savings} overall={data.overall} />
              </div>
              <div className="grid grid-cols-2 gap-3 sm:gap-5 lg:col-span-6 lg:grid-cols-4">
                <StatTile
                  label="Runs"
                  value={formatCount(data.overall.runs)}
                  detail={`${formatCount(data.overall.succeeded)} succeeded, ${formatCount(data.overall.failed)} failed`}
                />
                <StatTile
                  label="Success rate"
                  value={
                    data.overall.successRate.value === null
                      ? '–'
                      : formatPercent(data.overall.successRate.value)
                  }
                  detail={
                    data.overall.successRate.low === null || data.overall.successRate.high === null
                      ? 'No finished runs'
                      : `95 % interval ${formatPercent(data.overall.successRate.low)}–${formatPercent(data.overall.successRate.high)}`
                  }
                />
                <StatTile
                  label="Median run time"
                  value={data.overall.medianMs === null ? '–' : formatDuration(data.overall.medianMs)}
                  detail={`${formatCompact(data.overall.inputTokens + data.overall.outputTokens)} tokens in ${plural(data.overall.modelCalls, 'model call')}`}
                />
                <StatTile
                  label="Memories"
                  value={formatCount(data.health.memories)}
                  detail={
                    data.health.p95RetrievalMs === null || data.health.p95RetrievalMs < 1
                      ? `of ${plural(data.agents.length, 'agent')}`
                      : `95 % of searches within ${formatDuration(data.health.p95RetrievalMs)}`
                  }
                />
              </div>
              <div className="lg:col-span-3">
                <Lift quality={data.quality} />
              </div>
              <div className="lg:col-span-3">
                <Recurrence recurrence={data.quality.recurrence} failures={data.failures} />
              </div>
              <div className="lg:col-span-6">
                <Trend days={data.days} />
              </div>
              <div className="lg:col-span-4">
                <Activity />
              </div>
              <div className="space-y-5 lg:col-span-2">
                <Advice recommendations={data.recommendations} />
                <Health sizeBytes={data.health.storageBytes} />
              </div>
            </div>
          )
        }
      </QueryView>
    </>
  );
}
