import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { BarChart } from '../../charts/bar-chart.tsx';
import { Card } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { RunLink } from '../../components/run-link.tsx';
import { SignatureText } from '../../components/signature-text.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { formatCount, formatDay, formatPercent, plural, readable } from '../../format.ts';
import { Checks } from './checks.tsx';
import { Solutions } from './solutions.tsx';

export type Failure = Schema<'FailureDetails'>;

/** A failure: its signature, when and where it happens, what solves it, and what prevents it. */
export function FailureDetails({ failure }: { readonly failure: Failure }) {
  const checks = api.useQuery('get', '/api/checks', { params: { query: {} } });
  const own = checks.data?.items.filter(({ slug, id }) => failure.checks.includes(slug ?? id)) ?? [];
  const prevented = own.reduce((sum, { content }) => sum + content.record.prevented, 0);
  const since = own.length === 0 ? null : Math.min(...own.map(({ createdAt }) => createdAt));
  const [best] = failure.solutions;
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
      <Card
        title="Error signature"
        about="Highlighted parts vary between occurrences"
        className="lg:col-span-3"
      >
        <p className="rounded-lg border border-line bg-sunken px-4 py-3 text-large leading-7 wrap-anywhere">
          <SignatureText text={failure.signature} />
        </p>
        {failure.rootCause !== null && <p className="mt-3 text-soft">Root cause: {failure.rootCause}</p>}
      </Card>
      <div className="grid grid-cols-2 gap-3 sm:gap-5 lg:col-span-3 lg:grid-cols-4">
        <StatTile
          label="Occurrences"
          value={formatCount(failure.occurrences)}
          detail={
            <>
              last <RelativeTime at={failure.lastSeenAt} />
            </>
          }
        />
        <StatTile
          label="Prevented by checks"
          value={formatCount(prevented)}
          detail={own.length === 0 ? 'no check yet' : plural(own.length, 'check')}
          {...(prevented > 0 && { tone: 'good' as const })}
        />
        <StatTile
          label="Best solution works"
          value={
            best === undefined || best.successRate === null || best.successRate === 0
              ? '–'
              : formatPercent(best.successRate)
          }
          detail={
            best === undefined || best.successRate === 0
              ? 'no solution known'
              : `of ${plural(best.attempts, 'attempt')}`
          }
        />
        <StatTile
          label="Agents affected"
          value={formatCount(failure.agents.length)}
          detail={failure.agents
            .map(({ agent, occurrences }) => `${agent ?? 'project'} ${formatCount(occurrences)}×`)
            .join(', ')}
        />
      </div>
      <Card
        title="Occurrences over time"
        about={
          failure.occurrences > failure.seenAt.length
            ? `The latest ${failure.seenAt.length} of ${formatCount(failure.occurrences)}`
            : 'Each time a step failed with this error'
        }
        className="lg:col-span-2"
      >
        <Occurrences times={failure.seenAt} since={since} />
      </Card>
      <Card title="Where it happens">
        <Facts
          facts={{
            Tools: <code className="text-tiny">{failure.tools.join(', ')}</code>,
            Categories: failure.where.categories.map(readable).join(', '),
            Stages: failure.where.stages.map(readable).join(', '),
            'First seen': <RelativeTime at={failure.firstSeenAt} />,
          }}
        />
        {failure.runs.length > 0 && (
          <>
            <h3 className="mt-4 mb-1 text-small text-soft">Latest runs</h3>
            <ul className="space-y-1 text-small">
              {failure.runs.slice(0, 5).map((run) => (
                <li key={run} className="truncate">
                  <RunLink id={run} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
      <Card
        title="Solutions"
        about="What was tried after this error, by success"
        className="lg:col-span-2"
        isFlush
      >
        <Solutions failure={failure} />
      </Card>
      <Checks failure={failure} checks={own} onChanged={() => void checks.refetch()} />
    </div>
  );
}

const dayMs = 86_400_000;

/** Counts by day, or by week where there are many days, up to today; with a mark where the first check began. */
function Occurrences({ times, since }: { readonly times: readonly number[]; readonly since: number | null }) {
  if (times.length === 0) return <p className="text-soft">Not seen in a run yet.</p>;
  const first = Math.min(...times);
  const end = Math.max(Date.now(), ...times);
  const length = (end - first) / dayMs > 30 ? 7 * dayMs : dayMs;
  const spans = Math.min(60, Math.floor((end - first) / length) + 1);
  const bars = Array.from({ length: spans }, (_, span) => ({
    id: String(span),
    label: formatDay(first + span * length),
    values: [times.filter((at) => Math.floor((at - first) / length) === span).length],
  }));
  const markAt = since === null ? null : Math.ceil((since - first) / length);
  return (
    <BarChart
      description={`Occurrences over time, ${length === dayMs ? 'by day' : 'by week'}`}
      bars={bars}
      parts={['Occurrences']}
      colours={['var(--fill-bad)']}
      format={formatCount}
      height={210}
      mark={
        markAt === null || markAt < 0 || markAt >= spans
          ? undefined
          : { before: markAt, label: 'Check added' }
      }
    />
  );
}
