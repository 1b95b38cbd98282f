import { ListChecks, Play } from 'lucide-react';
import { api } from '../../api/client.ts';
import { StatusBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { toast, toastError } from '../../components/toast.tsx';
import { formatCount } from '../../format.ts';

/** Work in the background: indexing, vectors, keeping memories in order, retention. */
export function Jobs() {
  const jobs = api.useQuery('get', '/api/jobs', {}, { refetchInterval: 5_000 });
  const run = api.useMutation('post', '/api/jobs/run');
  return (
    <Card
      title="Background jobs"
      about="Done piece by piece, by one process at a time."
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
                  toast('All that waited is done');
                  void jobs.refetch();
                },
              },
            )
          }
        >
          {run.isPending ? 'Working …' : 'Run now'}
        </Button>
      }
      isFlush
    >
      <QueryView query={jobs}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={ListChecks} title="Nothing to do" command="engram job run">
              No job has had anything to do yet.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {items.map(({ name, status, done, left, error, updatedAt }) => (
                <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
                  <span className="min-w-48 flex-1 font-medium">{name}</span>
                  <span className="text-small text-soft tabular-nums">
                    {formatCount(done)} done{left !== null && left > 0 && `, ${formatCount(left)} left`}
                  </span>
                  <StatusBadge status={error === null ? status : 'error'} />
                  <span className="w-24 text-right text-small text-soft">
                    <RelativeTime at={updatedAt} />
                  </span>
                  {error !== null && <p className="w-full text-small text-bad">{error}</p>}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  );
}
