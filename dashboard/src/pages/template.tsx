import { Archive, BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';
import { Badge, StatusBadge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Facts } from '../components/facts.tsx';
import { Field, TextInput } from '../components/field.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { Tabs } from '../components/tabs.tsx';
import { toast, toastError } from '../components/toast.tsx';
import { GraphView } from '../graph/graph-view.tsx';
import { useIsNarrow } from '../layout/is-narrow.ts';
import type { PageProps } from './pages.ts';
import { ApproveDialog } from './templates/approve-dialog.tsx';
import { TemplateComparison } from './templates/comparison.tsx';
import { PlanCalls, placeName } from './templates/plan-calls.tsx';
import { planGraph } from './templates/plan-graph.ts';
import { RunPanel } from './templates/run-panel.tsx';
import { TemplateVersions } from './templates/versions.tsx';

type ShownTemplate = Schema<'TemplateShowAnswer'>;

export default function TemplatePage({ params }: PageProps) {
  const id = params['id'] ?? '';
  const template = api.useQuery('get', '/api/templates/{id}', { params: { path: { id } } });
  return <QueryView query={template}>{(data) => <ShowTemplate template={data} />}</QueryView>;
}

function ShowTemplate({ template }: { readonly template: ShownTemplate }) {
  const [asks, setAsks] = useState<'approve' | 'retire' | null>(null);
  const close = (): void => setAsks(null);
  return (
    <>
      <PageHeader
        title={template.slug}
        parent={{ title: 'Templates', href: '/templates' }}
        about={template.statusReason ?? template.task.description}
        badges={
          <>
            <StatusBadge status={template.status} />
            <Badge>version {template.version}</Badge>
          </>
        }
        actions={
          <>
            {template.status !== 'approved' && (
              <Button look="primary" icon={<BadgeCheck aria-hidden />} onClick={() => setAsks('approve')}>
                Approve …
              </Button>
            )}
            {template.status !== 'retired' && (
              <Button look="danger" icon={<Archive aria-hidden />} onClick={() => setAsks('retire')}>
                Retire …
              </Button>
            )}
          </>
        }
      />
      <Tabs
        label="About the template"
        views={[
          { id: 'plan', title: 'Plan', content: () => <Plan template={template} /> },
          { id: 'run', title: 'Run again', content: () => <RunPanel template={template} /> },
          {
            id: 'compare',
            title: 'First run and re-runs',
            content: () => <TemplateComparison id={template.id} />,
          },
          {
            id: 'versions',
            title: 'Versions',
            count: template.version,
            content: () => (
              <TemplateVersions key={template.version} id={template.id} current={template.version} />
            ),
          },
        ]}
      />
      {asks === 'approve' && <ApproveDialog template={template} isOpen onClose={close} />}
      {asks === 'retire' && <RetireDialog template={template} onClose={close} />}
    </>
  );
}

function Plan({ template }: { readonly template: ShownTemplate }) {
  const { nodes, edges } = planGraph(template);
  const isNarrow = useIsNarrow();
  return (
    <div className="space-y-5">
      <Card
        title="Data flow"
        about="Where each value comes from. Blue calls read and stop the replay when something differs; red ones write."
      >
        <GraphView
          description={`The plan of ${template.slug}: ${template.explained.map(({ tool }) => tool).join(', then ')}`}
          nodes={nodes}
          edges={edges}
          direction={isNarrow ? 'down' : 'right'}
          height={
            isNarrow ? 160 + template.plan.length * 110 : Math.min(420, 180 + template.parameters.length * 60)
          }
        />
      </Card>
      <Card
        title="Calls"
        about="Each argument is explained, constant for a reason, or open: then it must be given."
        isFlush
      >
        <PlanCalls calls={template.explained} />
      </Card>
      <div className="grid gap-5 lg:grid-cols-2">
        <Card title="Where it comes from">
          <Facts
            facts={{
              Task: template.task.description,
              'Saved from': (
                <Link href={`/runs/${template.sourceRunId}`} className="text-accent hover:underline">
                  the first run
                </Link>
              ),
              'Runs it was made of': template.derivedFrom.filter(({ kind }) => kind === 'run').length,
              Agent: template.scope.agent ?? 'the project',
              Saved: <RelativeTime at={template.createdAt} />,
              Changed: <RelativeTime at={template.updatedAt} />,
              'Left out': template.dropped.map(({ tool, reason }) => `${tool} (${reason})`).join(', '),
            }}
          />
        </Card>
        <Card title="What people said about it">
          {template.said.length === 0 ? (
            <p className="text-small text-soft">
              Nothing yet. What is said when it is approved is kept here.
            </p>
          ) : (
            <ul className="space-y-2 text-small">
              {template.said.map(({ what, tool, path, by, at, reason }) => (
                <li key={what + tool + path}>
                  <code>{tool}</code>{' '}
                  {what === 'dropped'
                    ? 'is not needed'
                    : `${placeName(path)} ${what === 'free' ? 'may be anything' : 'is always the same'}`}
                  <span className="text-soft">
                    {' '}
                    · {by ?? 'the owner'}, <RelativeTime at={at} />
                    {reason !== null && `: ${reason}`}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </div>
  );
}

function RetireDialog({
  template,
  onClose,
}: {
  readonly template: ShownTemplate;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const retire = api.useMutation('post', '/api/templates/{id}/retire');
  const confirm = (): void =>
    retire.mutate(
      { params: { path: { id: template.id } }, body: reason === '' ? {} : { reason } },
      {
        onError: toastError,
        onSuccess: () => {
          toast(`Retired ${template.slug}: it is no longer run`);
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={`Retire ${template.slug}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" disabled={retire.isPending} onClick={confirm}>
            Retire
          </Button>
        </>
      }
    >
      <p className="mb-4 text-soft">
        A retired template is not run. It stays readable, and can be approved again.
      </p>
      <Field label="Why">
        <TextInput value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </Dialog>
  );
}
