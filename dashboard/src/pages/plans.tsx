import { Network } from 'lucide-react';
import { usePages } from '../api/pages.ts';
import type { Schema } from '../api/types.ts';
import { Badge, StatusBadge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { TitleCell } from '../components/title-cell.tsx';
import { words } from '../format.ts';

type Plan = Schema<'PlanListAnswer'>['items'][number];

const columns: readonly Column<Plan>[] = [
  {
    id: 'name',
    title: 'Plan',
    width: 'minmax(0,2fr)',
    cell: ({ name, description }) => (
      <TitleCell title={name} about={(description.split('\n')[0] ?? '').replace(/:\s*$/, '')} />
    ),
  },
  { id: 'status', title: 'Status', width: '7rem', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: 'complexity',
    title: 'Complexity',
    width: '7rem',
    isSecondary: true,
    cell: ({ complexity }) => <Badge>{words(complexity)}</Badge>,
  },
  {
    id: 'done',
    title: 'Sub-tasks done',
    width: '9rem',
    align: 'end',
    cell: ({ done, subTasks }) => `${done} of ${subTasks}`,
  },
  {
    id: 'created',
    title: 'Created',
    width: '7rem',
    align: 'end',
    isSecondary: true,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

export default function Plans() {
  const plans = usePages('/api/plans', {});
  return (
    <>
      <PageHeader
        title="Plans"
        about="Complex tasks split into sub-tasks, each assigned to the agent that suits it best."
      />
      <Card isFlush>
        <DataTable
          label="Plans"
          pages={plans}
          columns={columns}
          rowKey={({ id }) => id}
          href={({ name }) => `/plans/${name}`}
          empty={
            <EmptyState
              icon={Network}
              title="No plans yet"
              command={
                'engram plan create --name checkout "1. [backend] Build the API, 2. [frontend] Build the page"'
              }
            >
              Describe a task with a list of its parts. Engram works out the order and assigns agents.
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}
