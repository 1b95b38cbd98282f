import { Ban, GitFork, Pause, Play, RotateCcw, Send } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';
import { Badge, StatusBadge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { Facts } from '../components/facts.tsx';
import { Field, TextInput } from '../components/field.tsx';
import { JsonView } from '../components/json-view.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { toast, toastError } from '../components/toast.tsx';
import { plural } from '../format.ts';
import type { PageProps } from './pages.ts';
import { Checkpoints } from './workflows/checkpoints.tsx';
import { workflowTitle } from './workflows/workflow-title.ts';

type Workflow = Schema<'WorkflowShowAnswer'>;

export default function WorkflowPage({ params }: PageProps) {
  const id = params['id'] ?? '';
  const workflow = api.useQuery('get', '/api/workflows/{id}', { params: { path: { id } } });
  return <QueryView query={workflow}>{(data) => <ShowWorkflow workflow={data} />}</QueryView>;
}

function ShowWorkflow({ workflow }: { readonly workflow: Workflow }) {
  const { status, takenOver } = workflow;
  return (
    <>
      <PageHeader
        title={workflowTitle(workflow)}
        parent={{ title: 'Workflows', href: '/workflows' }}
        about={`${workflow.name === 'plan' ? 'Runs a plan' : `Workflow ${workflow.name}, version ${workflow.version}`}. Finished steps are never repeated.`}
        badges={
          <>
            <StatusBadge status={status} />
            {workflow.requested !== null && <Badge tone="warn">{workflow.requested} requested</Badge>}
            {takenOver.length > 0 && <Badge tone="info">recovered {plural(takenOver.length, 'time')}</Badge>}
          </>
        }
        actions={<Actions workflow={workflow} />}
      />
      {workflow.error !== null && (
        <p
          role="alert"
          className="mb-5 rounded-lg border border-bad bg-bad-soft px-4 py-3 text-small text-bad"
        >
          {workflow.error.step !== null && <strong>{workflow.error.step}: </strong>}
          {workflow.error.message}
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,2fr)]">
        <Card title="Checkpoints" about="Each step is stored when it finishes" isFlush>
          <Checkpoints workflow={workflow} />
        </Card>
        <div className="grid content-start gap-5 md:grid-cols-2 xl:grid-cols-1">
          {status === 'waiting' && <Signal id={workflow.id} />}
          <Card title="Details">
            <Facts
              facts={{
                Id: <code className="text-tiny">{workflow.id}</code>,
                Started: <RelativeTime at={workflow.createdAt} />,
                Changed: <RelativeTime at={workflow.updatedAt} />,
                Worker: workflow.holder,
                Run: (
                  <Link href={`/runs/${workflow.runId}`} className="text-accent hover:underline">
                    Recorded steps
                  </Link>
                ),
                Parent:
                  workflow.parentId === null ? null : (
                    <Link href={`/workflows/${workflow.parentId}`} className="text-accent hover:underline">
                      {workflow.parentId}
                    </Link>
                  ),
              }}
            />
          </Card>
          <Card title="Input">
            <JsonView value={workflow.input} />
          </Card>
          {workflow.output !== null && (
            <Card title="Output">
              <JsonView value={workflow.output} />
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

/** The actions that its status allows. */
function Actions({ workflow }: { readonly workflow: Workflow }) {
  const { id, status } = workflow;
  const [, navigate] = useLocation();
  const pause = api.useMutation('post', '/api/workflows/{id}/pause');
  const resume = api.useMutation('post', '/api/workflows/{id}/resume');
  const cancel = api.useMutation('post', '/api/workflows/{id}/cancel');
  const retry = api.useMutation('post', '/api/workflows/{id}/retry');
  const fork = api.useMutation('post', '/api/workflows/{id}/fork');
  const request = { params: { path: { id } } };
  const said = (text: string) => ({ onSuccess: () => toast(text), onError: toastError });
  const isGoing = ['queued', 'running', 'waiting'].includes(status);
  const isAtRest = ['paused', 'needs_input'].includes(status);
  return (
    <>
      {isAtRest && (
        <Button
          look="primary"
          icon={<Play aria-hidden />}
          onClick={() => resume.mutate(request, said('Resumed'))}
        >
          Resume
        </Button>
      )}
      {isGoing && (
        <Button
          icon={<Pause aria-hidden />}
          onClick={() => pause.mutate(request, said('Pauses after the current step'))}
        >
          Pause
        </Button>
      )}
      {status === 'failed' && (
        <Button
          look="primary"
          icon={<RotateCcw aria-hidden />}
          onClick={() => retry.mutate(request, said('Retrying from the failed step'))}
        >
          Retry
        </Button>
      )}
      <Button
        icon={<GitFork aria-hidden />}
        onClick={() =>
          fork.mutate(
            { ...request, body: {} },
            {
              onError: toastError,
              onSuccess: (copy) => {
                toast('Forked. This is the copy');
                navigate(`/workflows/${copy.id}`);
              },
            },
          )
        }
      >
        Fork
      </Button>
      {(isGoing || isAtRest) && (
        <Button
          look="danger"
          icon={<Ban aria-hidden />}
          onClick={() => cancel.mutate(request, said('Cancelled'))}
        >
          Cancel
        </Button>
      )}
    </>
  );
}

/** Sends the signal that a workflow waits for. */
function Signal({ id }: { readonly id: string }) {
  const [topic, setTopic] = useState('');
  const signal = api.useMutation('post', '/api/workflows/{id}/signals');
  return (
    <Card title="Waiting" about="For a timer or for a signal, which you can send here">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          signal.mutate(
            { params: { path: { id } }, body: { topic } },
            { onError: toastError, onSuccess: () => toast(`Sent the signal “${topic}”`) },
          );
        }}
      >
        <div className="flex-1">
          <Field label="Signal">
            <TextInput
              required
              value={topic}
              placeholder="approved"
              onChange={({ target }) => setTopic(target.value)}
            />
          </Field>
        </div>
        <Button type="submit" look="primary" icon={<Send aria-hidden />} disabled={signal.isPending}>
          Send
        </Button>
      </form>
    </Card>
  );
}
