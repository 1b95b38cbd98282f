import { Link } from 'wouter';
import { useLive } from '../../api/events.ts';
import { usePages } from '../../api/pages.ts';
import { StatusBadge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatDuration, plural, words } from '../../format.ts';
import { runStatus } from '../runs/run-status.ts';

/** The latest runs, and what happened since the page was opened. */
export function Activity() {
  const runs = usePages('/api/runs', {}, { limit: 8 });
  const { events } = useLive();
  return (
    <Card title="Latest activity" about="Runs as they start and finish" isFlush>
      <QueryView query={runs}>
        {() => (
          <ul className="divide-y divide-line border-t border-line">
            {runs.rows
              .slice(0, 8)
              .map(({ id, task, scope, outcome, approach, finishedAt, createdAt, totals, mode }) => (
                <li key={id}>
                  <Link
                    href={`/runs/${id}`}
                    className="flex items-center gap-3 px-5 py-2.5 -outline-offset-2 hover:bg-sunken"
                  >
                    <span className="w-20 shrink-0">
                      <StatusBadge status={runStatus({ outcome, approach })} />
                    </span>
                    <span className="min-w-0 flex-1">
                      <span className="block truncate">{task.description}</span>
                      <span className="block truncate text-small text-soft">
                        {[
                          scope.agent,
                          mode.kind === 'template' ? words(mode.style) : null,
                          plural(totals.modelCalls, 'model call'),
                          finishedAt === null ? null : formatDuration(totals.wallTimeMs),
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </span>
                    <span className="text-small text-soft">
                      <RelativeTime at={finishedAt ?? createdAt} />
                    </span>
                  </Link>
                </li>
              ))}
          </ul>
        )}
      </QueryView>
      {events.length > 0 && (
        <div className="border-t border-line px-5 py-3">
          <h3 className="mb-1 text-small font-medium text-soft">Events since you opened this page</h3>
          <ul aria-live="polite" className="space-y-0.5 text-small">
            {events.slice(0, 6).map(({ id, type, at, scope }) => (
              <li key={id} className="flex justify-between gap-3">
                <span>
                  {words(type)}
                  {scope.agent !== null && <span className="text-soft"> by {scope.agent}</span>}
                </span>
                <span className="text-soft">
                  <RelativeTime at={at} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
