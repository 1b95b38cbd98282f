import { Bot } from 'lucide-react';
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';
import { Interval } from '../charts/interval.tsx';
import { Badge, StatusBadge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { formatPercent, plural, readable } from '../format.ts';
import { TryTask } from './agents/try-task.tsx';

type AgentFigures = Schema<'AgentReportAnswer'>['items'][number];

export default function Agents() {
  const report = api.useQuery('get', '/api/agents/report', { params: { query: { days: 90 } } });
  const agents = api.useQuery('get', '/api/agents');
  return (
    <>
      <PageHeader title="Agents" about="Your agents, how well each performs, and which one suits a task." />
      <div className="space-y-5">
        <TryTask />
        <QueryView query={report}>
          {({ items }) =>
            items.length === 0 ? (
              <Card>
                <EmptyState
                  icon={Bot}
                  title="No agents yet"
                  command="engram agent register ada --specialisation backend,database"
                >
                  Register an agent with its specialisations. Its runs and memories build its record.
                </EmptyState>
              </Card>
            ) : (
              <ul className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
                {items.map((agent) => (
                  <AgentCard
                    key={agent.agent}
                    figures={agent}
                    specialisations={
                      agents.data?.items.find((one) => one.agent === agent.agent)?.specialisations ?? []
                    }
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </div>
    </>
  );
}

function AgentCard({
  figures,
  specialisations,
}: {
  readonly figures: AgentFigures;
  readonly specialisations: readonly string[];
}) {
  const { agent, runs, memories, successRate, trend, topSuccesses, areasToImprove } = figures;
  return (
    <li className="rounded-xl border border-line bg-panel p-5 shadow-panel">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-large font-semibold wrap-anywhere">{agent}</h2>
        {trend !== 'insufficient_data' && <StatusBadge status={trend} />}
      </div>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {specialisations.map((name) => (
          <Badge key={name} tone="accent">
            {readable(name)}
          </Badge>
        ))}
      </div>
      <div className="mt-4 flex items-baseline gap-2 tabular-nums">
        <span className="text-figure font-semibold">
          {successRate.value === null ? '–' : formatPercent(successRate.value)}
        </span>
        <span className="text-small text-soft">
          of {plural(runs, 'run')} succeeded · {plural(memories, 'memory', 'memories')}
        </span>
      </div>
      {successRate.value !== null && successRate.low !== null && successRate.high !== null && (
        <Interval value={successRate.value} low={successRate.low} high={successRate.high} />
      )}
      <dl className="mt-4 space-y-3 text-small">
        <Places title="Best at" places={topSuccesses} />
        <Places title="To improve" places={areasToImprove} />
      </dl>
    </li>
  );
}

function Places({
  title,
  places,
}: {
  readonly title: string;
  readonly places: AgentFigures['topSuccesses'];
}) {
  if (places.length === 0) return null;
  return (
    <div className="grid grid-cols-[5rem_1fr] gap-2">
      <dt className="text-soft">{title}</dt>
      <dd className="min-w-0">
        {places.map(({ category, approach, successRate }) => (
          <div key={`${category} ${approach}`} className="flex justify-between gap-2">
            <span className="truncate">
              {[category, approach].flatMap((name) => (name === null ? [] : [readable(name)])).join(' · ') ||
                'Other work'}
            </span>
            <span className="whitespace-nowrap tabular-nums">
              {successRate.value === null ? '–' : formatPercent(successRate.value)}
            </span>
          </div>
        ))}
      </dd>
    </div>
  );
}
