import { Link } from 'wouter';
import { api, client } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { BarChart } from '../../charts/bar-chart.tsx';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { SignatureText } from '../../components/signature-text.tsx';
import { toast, toastError } from '../../components/toast.tsx';
import { formatCount, formatDay, formatPercent, plural } from '../../format.ts';

type Failure = Schema<'FailureDetails'>;

/** A failure: its signature, when and where it happens, what helps, and what prevents it. */
export function FailureDetails({ failure }: { readonly failure: Failure }) {
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
      <Card title="Signature" about="Marked parts differ each time" className="lg:col-span-3">
        <p className="wrap-anywhere">
          <SignatureText text={failure.signature} />
        </p>
        {failure.rootCause !== null && <p className="mt-3 text-soft">Root cause: {failure.rootCause}</p>}
      </Card>
      <Card
        title="Occurrences"
        about={`${plural(failure.occurrences, 'time')}${failure.occurrences > failure.seenAt.length ? `; the latest ${failure.seenAt.length} are drawn` : ''}`}
        className="lg:col-span-2"
      >
        <Occurrences times={failure.seenAt} />
      </Card>
      <Card title="Where">
        <Facts
          facts={{
            Agents: failure.agents
              .map(({ agent, occurrences }) => `${agent ?? 'project'} ${formatCount(occurrences)}×`)
              .join(', '),
            Tools: failure.tools.join(', '),
            Categories: failure.where.categories.join(', '),
            Stages: failure.where.stages.join(', '),
            'First seen': <RelativeTime at={failure.firstSeenAt} />,
            'Last seen': <RelativeTime at={failure.lastSeenAt} />,
          }}
        />
        {failure.runs.length > 0 && (
          <ul className="mt-4 space-y-1 text-small">
            {failure.runs.slice(0, 5).map((run) => (
              <li key={run}>
                <Link href={`/runs/${run}`} className="text-accent hover:underline">
                  {run}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title="Solutions" about="By how often they helped" className="lg:col-span-2" isFlush>
        <Solutions failure={failure} />
      </Card>
      <Checks failure={failure} />
    </div>
  );
}

const dayMs = 86_400_000;

/** Counts by day, or by week where there are many days. */
function Occurrences({ times }: { readonly times: readonly number[] }) {
  if (times.length === 0) return <p className="text-soft">It was not met in a run yet.</p>;
  const first = Math.min(...times);
  const length = (Math.max(...times) - first) / dayMs > 30 ? 7 * dayMs : dayMs;
  const spans = Math.floor((Math.max(...times) - first) / length) + 1;
  const bars = Array.from({ length: spans }, (_, span) => ({
    label: formatDay(first + span * length),
    values: [times.filter((at) => Math.floor((at - first) / length) === span).length],
  }));
  return (
    <BarChart
      description="Occurrences over time"
      bars={bars}
      parts={['Occurrences']}
      colours={['var(--bad)']}
      format={formatCount}
      height={180}
    />
  );
}

const origins = { stated: 'stated', memory: 'from a memory', inferred: 'seen in runs' } as const;

function Solutions({ failure }: { readonly failure: Failure }) {
  if (failure.solutions.length === 0 && failure.workedNext.length === 0)
    return (
      <p className="px-5 pb-5 text-soft">
        None is known yet. When a run gets over it, what it did next appears here.
      </p>
    );
  return (
    <ul className="divide-y divide-line border-t border-line">
      {failure.solutions.map(({ id, approach, steps, attempts, successRate, source, lastTriedAt }) => (
        <li key={id ?? approach} className="flex items-start justify-between gap-4 px-5 py-3">
          <div className="min-w-0">
            <span className="font-medium">{approach}</span>
            {steps.length > 0 && <span className="block text-small text-soft">{steps.join(' → ')}</span>}
            <span className="block text-small text-soft">
              {origins[source]} · last tried <RelativeTime at={lastTriedAt} />
            </span>
          </div>
          <div className="shrink-0 text-right tabular-nums">
            <span className="font-semibold">{successRate === null ? '–' : formatPercent(successRate)}</span>
            <span className="block text-small text-soft">{plural(attempts, 'attempt')}</span>
          </div>
        </li>
      ))}
      {failure.workedNext.map(({ tool, times, probability }) => (
        <li key={tool} className="flex justify-between gap-4 px-5 py-3 text-small">
          <span>
            <code>{tool}</code> worked next
          </span>
          <span className="text-soft tabular-nums">
            {plural(times, 'time')}, {formatPercent(probability)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Checks that stand before the call, with how often each was right; one can be made here. */
function Checks({ failure }: { readonly failure: Failure }) {
  const checks = api.useQuery('get', '/api/checks', { params: { query: {} } });
  const own = checks.data?.items.filter(({ slug, id }) => failure.checks.includes(slug ?? id)) ?? [];
  const generate = async (): Promise<void> => {
    const { data } = await client.POST('/api/prevention/generate', { body: { pattern: failure.slug } });
    toast(`${plural(data?.created.length ?? 0, 'check')} made`);
  };
  const turn = async (id: string, enabled: boolean): Promise<void> => {
    await client.POST('/api/checks/{id}/switch', { params: { path: { id } }, body: { enabled } });
    await checks.refetch();
  };
  return (
    <Card
      title="Prevention"
      about="Checks before the call that fails"
      actions={
        own.length === 0 && <Button onClick={() => void generate().catch(toastError)}>Make a check</Button>
      }
    >
      {own.length === 0 && <p className="text-soft">No check yet.</p>}
      <ul className="space-y-4">
        {own.map(({ id, slug, content, measured }) => (
          <li key={id}>
            <div className="flex items-center justify-between gap-3">
              <span className="font-medium wrap-anywhere">{slug ?? id}</span>
              <Badge tone={content.enabled ? (content.action === 'block' ? 'bad' : 'warn') : 'neutral'}>
                {content.enabled ? content.action : 'off'}
              </Badge>
            </div>
            <p className="mt-1 text-small text-soft">
              Fired {plural(content.record.fired, 'time')}: prevented {content.record.prevented}, happened all
              the same {content.record.happened}, wrong {content.record.wrong}.
              {measured.rate !== null && ` Right in ${formatPercent(measured.rate)} of ${measured.judged}.`}
              {content.offReason !== null && ` ${content.offReason}`}
            </p>
            <Button className="mt-2" onClick={() => void turn(id, !content.enabled).catch(toastError)}>
              {content.enabled ? 'Switch off' : 'Switch on'}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
