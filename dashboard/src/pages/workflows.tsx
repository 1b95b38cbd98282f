import { Workflow as WorkflowIcon } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { usePages } from '../api/pages.ts';
import type { Schema } from '../api/types.ts';
import { workflowStatuses } from '../api/values.ts';
import { Badge, StatusBadge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Choice } from '../components/field.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { TitleCell } from '../components/title-cell.tsx';
import { plural, words } from '../format.ts';
import { workflowTitle } from './workflows/workflow-title.ts';

type Workflow = Schema<'WorkflowStartAnswer'>;

const columns: readonly Column<Workflow>[] = [
  {
    id: 'name',
    title: 'Workflow',
    cell: (workflow) => (
      <TitleCell
        title={workflowTitle(workflow)}
        about={workflow.name === 'plan' ? 'Runs a plan' : `${workflow.name}, version ${workflow.version}`}
      />
    ),
  },
  { id: 'status', title: 'Status', width: '8rem', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: 'note',
    title: 'Note',
    width: '12rem',
    isSecondary: true,
    cell: ({ error, recoveries }) =>
      error !== null ? (
        <span className="block truncate text-small text-bad">{error.message}</span>
      ) : recoveries > 0 ? (
        <Badge tone="warn">{plural(recoveries, 'recovery', 'recoveries')}</Badge>
      ) : null,
  },
  {
    id: 'started',
    title: 'Started',
    width: '7rem',
    align: 'end',
    isSecondary: true,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: 'updated',
    title: 'Changed',
    width: '7rem',
    align: 'end',
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];

export default function Workflows() {
  const [search, setSearch] = useSearchParams();
  const status = workflowStatuses.find((one) => one === search.get('status'));
  const workflows = usePages('/api/workflows', status === undefined ? {} : { status });
  return (
    <>
      <PageHeader
        title="Workflows"
        about="Long work that survives crashes: a checkpoint after every step, and another worker takes over when one stops."
        actions={
          <Choice
            label="Status"
            value={status ?? ''}
            all="All statuses"
            options={workflowStatuses.map((value) => ({ value, title: words(value) }))}
            onChange={(value) => setSearch(value === '' ? {} : { status: value })}
          />
        }
      />
      <Card isFlush>
        <DataTable
          label="Workflows"
          pages={workflows}
          columns={columns}
          rowKey={({ id }) => id}
          href={({ id }) => `/workflows/${id}`}
          empty={
            <EmptyState
              icon={WorkflowIcon}
              title="No workflows yet"
              command="engram workflow start release --module ./release.js --id release-v2"
            >
              Define a workflow in a module and start it from the command line or a program. Its steps appear
              here.
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}
