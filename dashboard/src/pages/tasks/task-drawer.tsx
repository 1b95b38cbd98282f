import { Link } from 'wouter';
import { api, client } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import type { Task } from '../../api/types.ts';
import { taskStatuses } from '../../api/values.ts';
import { Badge, StatusBadge } from '../../components/badge.tsx';
import { Drawer } from '../../components/dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { Choice } from '../../components/field.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { toastError } from '../../components/toast.tsx';
import { formatPercent, readable, words } from '../../format.ts';

/** One task beside the list: how likely it is to succeed, what applies to it, its runs, and similar ones. */
export function TaskDrawer({
  id,
  onClose,
}: {
  readonly id: string | undefined;
  readonly onClose: () => void;
}) {
  const task = api.useQuery(
    'get',
    '/api/tasks/{id}',
    { params: { path: { id: id ?? '' } } },
    { enabled: id !== undefined },
  );
  const change = async (status: string): Promise<void> => {
    await client.PATCH('/api/tasks/{id}', {
      params: { path: { id: id ?? '' } },
      body: { status: status as Task['status'] },
    });
    await task.refetch();
  };
  return (
    <Drawer title="Task" isOpen={id !== undefined} onClose={onClose}>
      <QueryView query={task} lines={8}>
        {(shown) => (
          <div className="space-y-7">
            <div>
              <p className="text-large font-medium">{shown.description}</p>
              <div className="mt-3 flex flex-wrap items-center gap-2">
                <Choice
                  label="Status"
                  value={shown.status}
                  options={taskStatuses.map((each) => ({ value: each, title: words(each) }))}
                  onChange={(status) => void change(status).catch(toastError)}
                />
              </div>
            </div>
            <Facts
              facts={{
                Id: shown.id,
                Category: shown.category,
                Type: shown.type,
                Stage: shown.stage,
                Effort: shown.effort,
                Agent: shown.scope.agent ?? 'project',
                'Depends on': shown.dependencies.length === 0 ? null : shown.dependencies.join(', '),
                Created: <RelativeTime at={shown.createdAt} />,
              }}
            />
            <Outlook task={shown} />
            {shown.guidance.length > 0 && (
              <section>
                <h2 className="mb-2 text-small font-semibold">Patterns applied</h2>
                <ul className="space-y-2 text-small">
                  {shown.guidance.map(({ pattern, kind, steps, outcome }) => (
                    <li key={pattern}>
                      <Badge>{words(kind)}</Badge>{' '}
                      <Link
                        href={`/patterns/${encodeURIComponent(pattern)}`}
                        className="text-accent hover:underline"
                      >
                        {readable(pattern)}
                      </Link>
                      {steps.length > 0 && <span className="block text-soft">{steps.join(' → ')}</span>}
                      {outcome !== null && <StatusBadge status={outcome} />}
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <TaskRuns id={shown.id} />
          </div>
        )}
      </QueryView>
    </Drawer>
  );
}

/** What similar work says about this task. */
function Outlook({ task }: { readonly task: Task }) {
  const similar = api.useQuery('get', '/api/tasks/similar', {
    params: {
      query: {
        description: task.description,
        ...(task.category !== null && { category: task.category }),
        limit: 5,
      },
    },
  });
  const items = similar.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 text-small font-semibold">Similar past work</h2>
      <ul className="space-y-1.5 text-small">
        {items.map(({ run, score }) => (
          <li key={run.id} className="flex items-center gap-3">
            <StatusBadge status={run.outcome} />
            <Link href={`/runs/${run.id}`} className="min-w-0 flex-1 truncate hover:text-accent">
              {run.task.description}
            </Link>
            <span className="text-soft tabular-nums">{formatPercent(score)} similar</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TaskRuns({ id }: { readonly id: string }) {
  const runs = usePages('/api/runs', { task: id }, { limit: 20 });
  return (
    <section>
      <h2 className="mb-2 text-small font-semibold">Runs</h2>
      <QueryView query={runs} lines={2}>
        {() =>
          runs.rows.length === 0 ? (
            <p className="text-small text-soft">No runs yet. A run names its task when it starts.</p>
          ) : (
            <ul className="space-y-1.5 text-small">
              {runs.rows.map((run) => (
                <li key={run.id} className="flex items-center gap-3">
                  <StatusBadge status={run.outcome} />
                  <Link href={`/runs/${run.id}`} className="min-w-0 flex-1 truncate hover:text-accent">
                    {run.task.description}
                  </Link>
                  <RelativeTime at={run.createdAt} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}
