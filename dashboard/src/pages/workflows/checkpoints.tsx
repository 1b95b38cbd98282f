import { GitFork, HeartPulse } from 'lucide-react';
import { useLocation } from 'wouter';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { Badge, StatusBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { classes } from '../../components/class-names.ts';
import { JsonView } from '../../components/json-view.tsx';
import { toast, toastError } from '../../components/toast.tsx';
import { formatDuration, formatTime, plural } from '../../format.ts';

type Workflow = Schema<'WorkflowShowAnswer'>;

/** The steps of a workflow, one below the other, as a line of time. */
export function Checkpoints({ workflow }: { readonly workflow: Workflow }) {
  const [, navigate] = useLocation();
  const fork = api.useMutation('post', '/api/workflows/{id}/fork');
  if (workflow.steps.length === 0)
    return (
      <p className="px-5 pb-5 text-soft">No step has begun. A worker that knows the definition begins it.</p>
    );
  const forkFrom = (step: string): void =>
    fork.mutate(
      { params: { path: { id: workflow.id } }, body: { step } },
      {
        onError: toastError,
        onSuccess: (copy) => {
          toast(`A copy goes on from “${step}”`);
          navigate(`/workflows/${copy.id}`);
        },
      },
    );
  return (
    <ol className="px-5 pb-5">
      {workflow.steps.map(({ key, state, at, attempts, result, error }, index) => {
        const before = workflow.steps[index - 1]?.at ?? workflow.createdAt;
        const takenOver = workflow.takenOver.find((time) => time >= before && time <= at);
        return (
          <li key={key} className="relative flex gap-4 pb-5 last:pb-0">
            <span
              aria-hidden
              className={classes(
                'relative z-10 mt-1.5 size-3 shrink-0 rounded-full border-2 border-panel',
                state === 'done' ? 'bg-good' : state === 'failed' ? 'bg-bad' : 'bg-info',
              )}
            />
            {index < workflow.steps.length - 1 && (
              <span aria-hidden className="absolute top-3 bottom-0 left-[5.5px] w-px bg-strong-line" />
            )}
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-medium wrap-anywhere">{key}</span>
                {state !== 'done' && <StatusBadge status={state} />}
                {attempts > 1 && <Badge tone="warn">{plural(attempts, 'attempt')}</Badge>}
                <span className="text-small text-soft tabular-nums" title={formatTime(at)}>
                  + {formatDuration(Math.max(0, at - before))}
                </span>
                <Button
                  look="quiet"
                  className="ml-auto h-6! px-2!"
                  icon={<GitFork aria-hidden />}
                  disabled={fork.isPending}
                  onClick={() => forkFrom(key)}
                >
                  <span className="max-md:sr-only">Fork from here</span>
                  <span className="sr-only">: {key}</span>
                </Button>
              </div>
              {takenOver !== undefined && (
                <p className="mt-1 flex items-center gap-1.5 text-small text-info">
                  <HeartPulse aria-hidden className="size-3.5" />
                  Its worker died; another took over, {formatTime(takenOver)}
                </p>
              )}
              {error !== null && <p className="mt-1 text-small text-bad wrap-anywhere">{error}</p>}
              {result !== null && (
                <details className="mt-1">
                  <summary className="text-small text-soft">Result</summary>
                  <div className="mt-2">
                    <JsonView value={result} />
                  </div>
                </details>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
