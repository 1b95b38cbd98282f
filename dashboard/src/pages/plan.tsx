import { Play } from 'lucide-react';
import { Link } from 'wouter';
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';
import { Legend } from '../charts/chart-frame.tsx';
import { Badge, StatusBadge, type Tone } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { toast, toastError } from '../components/toast.tsx';
import { formatDuration, plural, readable, words } from '../format.ts';
import { GraphView } from '../graph/graph-view.tsx';
import { useIsNarrow } from '../layout/is-narrow.ts';
import type { PageProps } from './pages.ts';
import { PlanTimeline } from './plans/plan-timeline.tsx';

type Plan = Schema<'PlanShowAnswer'>;
type SubTask = Plan['subTasks'][number];

const tones: Readonly<Record<SubTask['status'], Tone>> = {
  waiting: 'neutral',
  running: 'info',
  done: 'good',
  failed: 'bad',
  skipped: 'neutral',
};

const legend = [
  { name: 'Waiting', colour: 'var(--fill-neutral)' },
  { name: 'Running', colour: 'var(--fill-info)' },
  { name: 'Done', colour: 'var(--fill-good)' },
  { name: 'Failed', colour: 'var(--fill-bad)' },
];

export default function PlanPage({ params }: PageProps) {
  const name = params['name'] ?? '';
  const plan = api.useQuery('get', '/api/plans/{name}', { params: { path: { name } } });
  return <QueryView query={plan}>{(data) => <ShowPlan plan={data} />}</QueryView>;
}

function ShowPlan({ plan }: { readonly plan: Plan }) {
  const run = api.useMutation('post', '/api/plans/{name}/run');
  const isNarrow = useIsNarrow();
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
                  { onError: toastError, onSuccess: () => toast('Plan finished') },
                )
              }
            >
              {run.isPending ? 'Running …' : plan.status === 'failed' ? 'Run the rest' : 'Run'}
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
        <Card title="Graph" about="A sub-task starts when the sub-tasks it depends on are done.">
          <Legend names={legend} />
          <GraphView
            description={`The sub-tasks of ${plan.name} and their dependencies`}
            nodes={plan.subTasks.map(({ id, text, status, assigned, agent, category, tried }) => ({
              id,
              title: text,
              detail: [assigned ?? agent ?? 'any agent', words(status)].join(' · '),
              lines: [
                ...(category === null ? [] : [readable(category)]),
                ...(tried.length === 0
                  ? []
                  : [formatDuration(tried.reduce((sum, { durationMs }) => sum + durationMs, 0))]),
              ].slice(0, 2),
              tone: tones[status],
            }))}
            edges={plan.subTasks.flatMap(({ id, needs, status }) =>
              needs.map((from) => ({ from, to: id, isLive: status === 'running' })),
            )}
            direction={isNarrow ? 'down' : 'right'}
          />
        </Card>
        {plan.subTasks.some(({ tried }) => tried.length > 0) && (
          <Card title="Timeline" about="Who worked on what, and when" isFlush>
            <PlanTimeline subTasks={plan.subTasks} />
          </Card>
        )}
        <Card title="Sub-tasks" about="Who was chosen, and why" isFlush>
          <ol className="divide-y divide-line border-t border-line">
            {plan.subTasks.map((subTask) => (
              <SubTaskRow key={subTask.id} subTask={subTask} />
            ))}
          </ol>
        </Card>
        {plan.workflowId !== null && (
          <p className="text-small text-soft">
            This plan runs as a{' '}
            <Link href={`/workflows/${plan.workflowId}`} className="text-accent underline">
              durable workflow
            </Link>{' '}
            and continues after a crash.
          </p>
        )}
      </div>
    </>
  );
}

function SubTaskRow({ subTask }: { readonly subTask: SubTask }) {
  const { id, text, category, status, assigned, why, needs, tried } = subTask;
  const failed = tried.filter(({ success }) => !success);
  return (
    <li className="grid gap-x-6 gap-y-1 px-5 py-3.5 md:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
      <div>
        <span className="font-medium">
          {id}. {text}
        </span>
        <div className="mt-1 flex flex-wrap gap-1.5">
          <StatusBadge status={status} />
          {category !== null && <Badge>{readable(category)}</Badge>}
          {needs.length > 0 && <Badge>after {needs.join(', ')}</Badge>}
        </div>
      </div>
      <div className="text-small text-soft wrap-anywhere">
        {assigned === null ? (
          'Not assigned yet: the best match is chosen when the sub-task starts.'
        ) : (
          <>
            <strong className="font-semibold text-ink">{assigned}</strong>
            {why !== null && <> · {why}</>}
          </>
        )}
        {failed.map(({ agent, error, startedAt }) => (
          <span key={startedAt} className="block text-bad">
            {agent ?? 'project'} failed{error !== null && `: ${error}`}
          </span>
        ))}
      </div>
    </li>
  );
}
