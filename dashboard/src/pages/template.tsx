import { Archive, BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';
import { Legend } from '../charts/chart-frame.tsx';
import { Badge, StatusBadge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Facts } from '../components/facts.tsx';
import { Field, TextInput } from '../components/field.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Arrival, arrivalWords } from '../components/provenance.tsx';
import { QueryView } from '../components/query-view.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { RunLink } from '../components/run-link.tsx';
import { Tabs } from '../components/tabs.tsx';
import { plural } from '../format.ts';
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

const legend = [
  { name: 'Parameter', colour: 'var(--fill-accent)' },
  { name: 'Open: asked each time', colour: 'var(--fill-warn)' },
  { name: 'Reads', colour: 'var(--fill-info)' },
  { name: 'Writes', colour: 'var(--fill-bad)' },
];

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
          { id: 'run', title: 'Run', content: () => <RunPanel template={template} /> },
          {
            id: 'compare',
            title: 'Savings',
            content: () => <TemplateComparison id={template.id} />,
          },
          {
            id: 'versions',
            title: 'Versions',
            count: template.version,
            content: () => (
              <TemplateVersions
                key={template.version}
                id={template.id}
                tools={template.explained.map(({ tool }) => tool)}
                current={template.version}
              />
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
        about="Where each value comes from, and what each answer must show. A replay stops at the first difference."
      >
        <Legend names={legend} />
        <GraphView
          description={`The plan of ${template.slug}: ${template.explained.map(({ tool }) => tool).join(', then ')}`}
          nodes={nodes}
          edges={edges}
          direction={isNarrow ? 'down' : 'right'}
        />
      </Card>
      <Card
        title="Calls"
        about="Arguments are explained by an input or an earlier answer, constant, or open: then a replay asks for them."
        isFlush
      >
        <PlanCalls calls={template.explained} />
      </Card>
      <div className="grid gap-5 lg:grid-cols-2">
        <Card title="Source">
          <Facts
            facts={{
              Task: template.task.description,
              'Saved from': <RunLink id={template.sourceRunId} />,
              'Learned from': `${plural(template.derivedFrom.filter(({ kind }) => kind === 'run').length, 'run')}`,
              Agent: template.scope.agent ?? 'project',
              Saved:
                template.savedBy === null ? (
                  <RelativeTime at={template.createdAt} />
                ) : (
                  <Arrival arrival={template.savedBy} />
                ),
              Approval: template.approval !== null && <Arrival arrival={template.approval} />,
              Changed: <RelativeTime at={template.updatedAt} />,
              'Left out': template.dropped.map(({ tool, reason }) => `${tool} (${reason})`).join(', '),
            }}
          />
        </Card>
        <Card title="Decisions of reviewers">
          {template.said.length === 0 ? (
            <p className="text-small text-soft">No decisions yet. Answers given at approval appear here.</p>
          ) : (
            <ul className="space-y-2 text-small">
              {template.said.map(({ what, tool, path, by, door, at, reason }) => (
                <li key={what + tool + path}>
                  <code>{tool}</code>{' '}
                  {what === 'dropped'
                    ? 'is not needed'
                    : `${placeName(path)} ${what === 'free' ? 'may be anything' : 'is constant'}`}
                  <span className="text-soft">
                    {' '}
                    · {arrivalWords({ by, door })}, <RelativeTime at={at} />
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
  return (
    <ConfirmDialog
      title={`Retire ${template.slug}?`}
      action="Retire"
      done={`Retired ${template.slug}`}
      isPending={retire.isPending}
      onConfirm={() =>
        retire.mutateAsync({
          params: { path: { id: template.id } },
          body: reason === '' ? {} : { reason },
        })
      }
      onClose={onClose}
    >
      <p className="mb-4 text-soft">
        A retired template cannot be run. It stays readable, and you can approve it again.
      </p>
      <Field label="Reason">
        <TextInput value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
