import { ListChecks, Play } from 'lucide-react';
import { api } from '../../api/client.ts';
import { StatusBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RecordList, RecordRow } from '../../components/record-list.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { toast, toastError } from '../../components/toast.tsx';
import { formatCount, words } from '../../format.ts';

/** What each job is for. */
const purposes: Readonly<Record<string, string>> = {
  'consolidate-memories': 'Merges duplicates and resolves contradictions',
  'index-memories': 'Keeps the search index up to date',
  'settle-uses': 'Rates memories by the outcome of the runs that used them',
};

/** Background jobs: indexing, consolidation, retention. */
export function Jobs() {
  const jobs = api.useQuery('get', '/api/jobs', {}, { refetchInterval: 5_000 });
  const run = api.useMutation('post', '/api/jobs/run');
  return (
    <Card
      title="Background jobs"
      about="Maintenance that runs in small steps, in one process at a time"
      actions={
        <Button
          icon={<Play aria-hidden />}
          disabled={run.isPending}
          onClick={() =>
            run.mutate(
              {},
              {
                onError: toastError,
                onSuccess: () => {
                  toast('Ran all pending jobs');
                  void jobs.refetch();
                },
              },
            )
          }
        >
          {run.isPending ? 'Running …' : 'Run now'}
        </Button>
      }
      isFlush
    >
      <QueryView query={jobs}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={ListChecks} title="No jobs yet" command="engram job run">
              Jobs appear here after their first run.
            </EmptyState>
          ) : (
            <RecordList label="Jobs">
              {items.map(({ name, status, done, left, error, updatedAt }) => (
                <RecordRow
                  key={name}
                  title={words(name)}
                  {...(purposes[name] !== undefined && { about: purposes[name] })}
                  below={error !== null && <p className="mt-1 text-small text-bad">{error}</p>}
                >
                  <span className="text-small text-soft tabular-nums">
                    {formatCount(done)} done{left !== null && left > 0 && `, ${formatCount(left)} left`} ·{' '}
                    <RelativeTime at={updatedAt} />
                  </span>
                  <StatusBadge status={error === null ? status : 'error'} />
                </RecordRow>
              ))}
            </RecordList>
          )
        }
      </QueryView>
    </Card>
  );
}
