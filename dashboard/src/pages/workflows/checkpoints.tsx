import { GitFork, HeartPulse } from 'lucide-react';
import { useLocation } from 'wouter';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { Badge, StatusBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { classes } from '../../components/class-names.ts';
import { JsonView } from '../../components/json-view.tsx';
import { shareOf, TimeBar, TimeScale, waterfallTracks } from '../../components/time-bar.tsx';
import { toast, toastError } from '../../components/toast.tsx';
import { formatDuration, formatTime, plural } from '../../format.ts';

type Workflow = Schema<'WorkflowShowAnswer'>;
type WorkflowStep = Workflow['steps'][number];

const colours: Readonly<Record<WorkflowStep['state'], string>> = {
  done: 'var(--fill-good)',
  failed: 'var(--fill-bad)',
  retrying: 'var(--fill-warn)',
  begun: 'var(--fill-info)',
};

/** The steps of a workflow on a timeline, each from the checkpoint before it to its own. */
export function Checkpoints({ workflow }: { readonly workflow: Workflow }) {
  const [, navigate] = useLocation();
  const fork = api.useMutation('post', '/api/workflows/{id}/fork');
  const times = workflow.steps.map(({ at }) => at);
  // A copy has checkpoints from before it was made.
  const [begin, end] = [Math.min(workflow.createdAt, ...times), Math.max(...times)];
  if (workflow.steps.length === 0)
    return (
      <p className="px-5 pb-5 text-soft">
        No step has started. A worker that has the definition of this workflow starts it.
      </p>
    );
  const forkFrom = (step: string): void =>
    fork.mutate(
      { params: { path: { id: workflow.id } }, body: { step } },
      {
        onError: toastError,
        onSuccess: (copy) => {
          toast(`Forked: the copy continues from “${step}”`);
          navigate(`/workflows/${copy.id}`);
        },
      },
    );
  return (
    <div className="border-t border-line">
      <TimeScale name="Step" figure="Time" milliseconds={end - begin} format={formatDuration} />
      <ol>
        {workflow.steps.map((step, index) => {
          const before = workflow.steps[index - 1]?.at ?? begin;
          const takenOver = workflow.takenOver.find((time) => time >= before && time <= step.at);
          return (
            <li key={step.key} className="overflow-clip border-b border-line py-3 last:border-0">
              {takenOver !== undefined && (
                <p className="mx-5 mb-2 flex items-center gap-2 rounded-md bg-info-soft px-3 py-1.5 text-small text-info">
                  <HeartPulse aria-hidden className="size-4 shrink-0" />
                  The worker stopped here. Another one took over at {formatTime(takenOver)} and repeated no
                  finished step.
                </p>
              )}
              <div className={waterfallTracks}>
                <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
                  <span
                    aria-hidden
                    className="size-2.5 shrink-0 rounded-full"
                    style={{ background: colours[step.state] }}
                  />
                  <span className="font-medium wrap-anywhere">{step.key}</span>
                  {step.state !== 'done' && <StatusBadge status={step.state} />}
                  {step.attempts > 1 && <Badge tone="warn">{plural(step.attempts, 'attempt')}</Badge>}
                </span>
                <TimeBar
                  share={shareOf(before, step.at - before, begin, end)}
                  colour={colours[step.state]}
                  className="max-md:order-last"
                />
                <span
                  className="text-right text-small text-soft tabular-nums"
                  title={`Checkpoint ${formatTime(step.at)}`}
                >
                  {formatDuration(Math.max(0, step.at - before))}
                </span>
              </div>
              <div className="mt-1 flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-5">
                <div className={classes('min-w-0 flex-1 pl-5', step.result === null && 'empty:hidden')}>
                  {step.error !== null && <p className="text-small text-bad wrap-anywhere">{step.error}</p>}
                  {step.result !== null && (
                    <details>
                      <summary className="truncate text-small text-soft">
                        Result <code className="text-tiny">{preview(step.result)}</code>
                      </summary>
                      <div className="mt-2">
                        <JsonView value={step.result} />
                      </div>
                    </details>
                  )}
                </div>
                <Button
                  look="quiet"
                  className="h-6! px-2!"
                  icon={<GitFork aria-hidden />}
                  disabled={fork.isPending}
                  onClick={() => forkFrom(step.key)}
                >
                  Fork from here
                  <span className="sr-only">: {step.key}</span>
                </Button>
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** The beginning of a value, on one line. */
function preview(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
