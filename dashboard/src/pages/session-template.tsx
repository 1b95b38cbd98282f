import { FlaskConical } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';
import { Interval } from '../charts/interval.tsx';
import { Badge, StatusBadge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { Facts } from '../components/facts.tsx';
import { JsonView } from '../components/json-view.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { RunLink } from '../components/run-link.tsx';
import { toastError } from '../components/toast.tsx';
import { formatPercent, plural, words } from '../format.ts';
import type { PageProps } from './pages.ts';

type Details = Schema<'SessionTemplatesCreateAnswer'>;

export default function SessionTemplatePage({ params }: PageProps) {
  const name = params['name'] ?? '';
  const details = api.useQuery('get', '/api/session-templates/{name}', { params: { path: { name } } });
  return <QueryView query={details}>{(data) => <ShowSessionTemplate details={data} />}</QueryView>;
}

function ShowSessionTemplate({
  details: { template, examples, earlier, seedings },
}: {
  readonly details: Details;
}) {
  const [, navigate] = useLocation();
  const experiment = api.useMutation('post', '/api/session-templates/{name}/experiments');
  const compare = (): void =>
    experiment.mutate(
      { params: { path: { name: template.name } }, body: {} },
      { onError: toastError, onSuccess: ({ id }) => navigate(`/experiments/${id}`) },
    );
  return (
    <>
      <PageHeader
        title={template.name}
        parent={{ title: 'Session templates', href: '/session-templates' }}
        about={template.description}
        badges={
          <>
            <StatusBadge status={template.status} />
            <Badge tone="accent">{words(template.type)}</Badge>
            <Badge>version {template.version}</Badge>
          </>
        }
        actions={
          <Button icon={<FlaskConical aria-hidden />} disabled={experiment.isPending} onClick={compare}>
            Compare with cold sessions
          </Button>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card title="Examples" about="What a seeded session sees: each call and its result" isFlush>
          <ol className="min-w-0 divide-y divide-line">
            {examples.map(({ callId, tool, arguments: given, result }) => (
              <li key={callId} className="px-5 py-4">
                <code className="font-medium">{tool}</code>
                <div className="mt-2 grid min-w-0 gap-2 md:grid-cols-2 [&>*]:min-w-0">
                  <JsonView value={given} maxHeight="12rem" />
                  <JsonView value={result} maxHeight="12rem" />
                </div>
              </li>
            ))}
          </ol>
        </Card>
        <div className="min-w-0 space-y-5">
          <Card title="Success of seeded sessions">
            {template.effectiveness === null ? (
              <p className="text-small text-soft">No seeded session has finished yet.</p>
            ) : (
              <>
                <p className="tabular-nums">
                  <span className="text-figure font-semibold">
                    {formatPercent(template.effectiveness.successRate)}
                  </span>{' '}
                  <span className="text-soft">
                    of {plural(template.effectiveness.sessions, 'seeded session')} succeeded
                  </span>
                </p>
                <Interval
                  value={template.effectiveness.successRate}
                  low={template.effectiveness.low}
                  high={template.effectiveness.high}
                />
              </>
            )}
          </Card>
          <Card title="Details">
            <Facts
              facts={{
                'From session': (
                  <Link
                    href={`/sessions/${encodeURIComponent(template.sessionId)}`}
                    className="text-accent hover:underline"
                  >
                    {template.sessionId}
                  </Link>
                ),
                Agent: template.agent ?? 'project',
                Tags: template.tags.join(', '),
                Used: plural(template.usage, 'time'),
                Created: <RelativeTime at={template.createdAt} />,
                'Earlier versions': earlier.length === 0 ? null : earlier.length,
                Retired: template.retiredBecause,
              }}
            />
          </Card>
          {seedings.length > 0 && (
            <Card title="Seeded sessions" isFlush>
              <ul className="divide-y divide-line text-small">
                {seedings.slice(-12).map(({ at, outcome, runId, sessionId }) => (
                  <li
                    key={`${at} ${runId} ${sessionId}`}
                    className="flex min-w-0 items-center justify-between gap-3 px-5 py-2"
                  >
                    <span className="min-w-0 truncate">
                      {sessionId !== null ? (
                        <Link
                          href={`/sessions/${encodeURIComponent(sessionId)}`}
                          className="text-accent hover:underline"
                        >
                          {sessionId}
                        </Link>
                      ) : (
                        runId !== null && <RunLink id={runId} />
                      )}
                    </span>
                    <span className="flex shrink-0 items-center gap-3">
                      <RelativeTime at={at} />
                      <StatusBadge status={outcome} />
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </div>
      </div>
    </>
  );
}
