import { Link } from 'wouter';
import { usePages } from '../../api/pages.ts';
import { StatusBadge } from '../../components/badge.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { runStatus } from './run-status.ts';

/** Chooses the run to compare with. */
export function CompareDialog({
  runId,
  isOpen,
  onClose,
}: {
  readonly runId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const runs = usePages('/api/runs', {}, { limit: 30, enabled: isOpen });
  return (
    <Dialog title="Compare with" isOpen={isOpen} onClose={onClose}>
      <QueryView query={runs}>
        {() => (
          <ul className="-mx-3">
            {runs.rows
              .filter(({ id }) => id !== runId)
              .map(({ id, task, outcome, approach, createdAt }) => (
                <li key={id}>
                  <Link
                    href={`/runs/${runId}/compare/${id}`}
                    className="flex items-center gap-3 rounded-md px-3 py-2 hover:bg-sunken"
                  >
                    <StatusBadge status={runStatus({ outcome, approach })} />
                    <span className="min-w-0 flex-1 truncate">{task.description}</span>
                    <span className="text-small text-soft">
                      <RelativeTime at={createdAt} />
                    </span>
                  </Link>
                </li>
              ))}
          </ul>
        )}
      </QueryView>
    </Dialog>
  );
}
