import { Play } from 'lucide-react';
import { Link } from 'wouter';
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';
import { Badge, StatusBadge, type Tone } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { toast, toastError } from '../components/toast.tsx';
import { formatDuration, plural } from '../format.ts';
import { GraphView } from '../graph/graph-view.tsx';
import { useIsNarrow } from '../layout/is-narrow.ts';
import type { PageProps } from './pages.ts';

type Plan = Schema<'PlanShowAnswer'>;
type SubTask = Plan['subTasks'][number];

const tones: Readonly<Record<SubTask['status'], Tone>> = {
  waiting: 'neutral',
  running: 'info',
  done: 'good',
  failed: 'bad',
  skipped: 'neutral',
};

export default function PlanPage({ params }: PageProps) {
  const name = params['name'] ?? '';
  const plan = api.useQuery('get', '/api/plans/{name}', { params: { path: { name } } });
  return <QueryView query={plan}>{(data) => <ShowPlan plan={data} />}</QueryView>;
}

function ShowPlan({ plan }: { readonly plan: Plan }) {
  const run = api.useMutation('post', '/api/plans/{name}/run');
  const isNarrow = useIsNarrow();
  const widest = Math.max(...plan.groups.map((group) => group.length), 1);
  const canRun = plan.status === 'planned' || plan.status === 'failed';
  return (
    <>
      <PageHeader
        title={plan.name}
        parent={{ title: 'Plans', href: '/plans' }}
        about={(plan.description.split('\n')[0] ?? '').replace(/:\s*$/, '')}
        badges={
          <>
            <StatusBadge status={plan.status} />
            <Badge>{plan.complexity}</Badge>
            <Badge>
              {plan.done} of {plural(plan.subTasks.length, 'sub-task')} done
            </Badge>
          </>
        }
        actions={
          canRun && (
            <Button
              look="primary"
              icon={<Play aria-hidden />}
              disabled={run.isPending}
              onClick={() =>
                run.mutate(
                  { params: { path: { name: plan.name } }, body: {} },
                  { onError: toastError, onSuccess: () => toast('The plan is done') },
                )
              }
            >
              {run.isPending ? 'Running …' : plan.status === 'failed' ? 'Do what is left' : 'Run'}
            </Button>
          )
        }
      />
      {plan.error !== null && (
        <p
          role="alert"
          className="mb-5 rounded-lg border border-bad bg-bad-soft px-4 py-3 text-small text-bad"
        >
          {plan.error}
        </p>
      )}
      <div className="space-y-5">
        <Card title="Order" about="A sub-task begins when those it needs are done. What runs now is blue.">
          <GraphView
            description={`The sub-tasks of ${plan.name} and what each needs`}
            nodes={plan.subTasks.map(({ id, text, status, assigned, agent, category }) => ({
              id,
              title: `${id}. ${text}`,
              detail: [assigned ?? agent ?? category ?? 'anyone', status].join(' · '),
              tone: tones[status],
            }))}
            edges={plan.subTasks.flatMap(({ id, needs, status }) =>
              needs.map((from) => ({ from, to: id, isLive: status === 'running' })),
            )}
            direction={isNarrow ? 'down' : 'right'}
            height={isNarrow ? 120 + plan.groups.length * 110 : Math.min(480, 160 + widest * 90)}
          />
        </Card>
        <Card title="Sub-tasks" isFlush>
          <ol className="divide-y divide-line">
            {plan.subTasks.map((subTask) => (
              <SubTaskRow key={subTask.id} subTask={subTask} />
            ))}
          </ol>
        </Card>
        {plan.workflowId !== null && (
          <p className="text-small text-soft">
            It runs as a{' '}
            <Link href={`/workflows/${plan.workflowId}`} className="text-accent underline">
              durable workflow
            </Link>
            : killed half-way, it goes on where it was.
          </p>
        )}
      </div>
    </>
  );
}

function SubTaskRow({ subTask }: { readonly subTask: SubTask }) {
  const { id, text, category, status, assigned, why, tried } = subTask;
  return (
    <li className="px-5 py-4">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">
          {id}. {text}
        </span>
        <StatusBadge status={status} />
        {category !== null && <Badge>{category}</Badge>}
      </div>
      {assigned !== null && (
        <p className="mt-1 text-small text-soft wrap-anywhere">
          <strong className="font-medium text-ink">{assigned}</strong>
          {why !== null && `: ${why}`}
        </p>
      )}
      {tried.length > 0 && (
        <ul className="mt-1 space-y-0.5 text-small">
          {tried.map(({ agent, success, runId, error, startedAt, durationMs }) => (
            <li key={`${agent} ${startedAt}`} className={success ? 'text-soft' : 'text-bad'}>
              {agent ?? 'the project'} {success ? 'did it' : 'failed'} in {formatDuration(durationMs)}
              {error !== null && `: ${error}`}
              {runId !== null && (
                <>
                  {' · '}
                  <Link href={`/runs/${runId}`} className="text-accent underline">
                    run
                  </Link>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
