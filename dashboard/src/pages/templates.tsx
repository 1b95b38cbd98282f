import { LayoutTemplate } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { usePages } from '../api/pages.ts';
import type { Schema } from '../api/types.ts';
import { templateStatuses } from '../api/values.ts';
import { StatusBadge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Choice } from '../components/field.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { TitleCell } from '../components/title-cell.tsx';
import { plural, words } from '../format.ts';

type Template = Schema<'Template'>;

const columns: readonly Column<Template>[] = [
  {
    id: 'name',
    title: 'Template',
    width: 'minmax(0,2fr)',
    cell: ({ slug, task }) => <TitleCell title={slug} about={task.description} />,
  },
  { id: 'status', title: 'Status', width: '6.5rem', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: 'calls',
    title: 'Plan',
    width: '10rem',
    isSecondary: true,
    cell: ({ plan }) => {
      const writes = plan.filter(({ effect }) => effect === 'write').length;
      return `${plural(plan.length, 'call')}, ${writes === 0 ? 'read-only' : plural(writes, 'write')}`;
    },
  },
  {
    id: 'agent',
    title: 'Agent',
    width: '7rem',
    isSecondary: true,
    cell: ({ scope }) => scope.agent ?? 'project',
  },
  {
    id: 'version',
    title: 'Version',
    width: '5rem',
    align: 'end',
    isSecondary: true,
    cell: ({ version }) => version,
  },
  {
    id: 'updated',
    title: 'Changed',
    width: '7rem',
    align: 'end',
    isSecondary: true,
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];

export default function Templates() {
  const [search, setSearch] = useSearchParams();
  const status = templateStatuses.find((one) => one === search.get('status'));
  const templates = usePages('/api/templates', status === undefined ? {} : { status });
  return (
    <>
      <PageHeader
        title="Templates"
        about="Successful runs, saved as plans. A replay makes the same calls without a model and stops at the first difference."
        actions={
          <Choice
            label="Status"
            value={status ?? ''}
            all="All statuses"
            options={templateStatuses.map((value) => ({ value, title: words(value) }))}
            onChange={(value) => setSearch(value === '' ? {} : { status: value })}
          />
        }
      />
      <Card isFlush>
        <DataTable
          label="Templates"
          pages={templates}
          columns={columns}
          rowKey={({ id }) => id}
          href={({ slug }) => `/templates/${slug}`}
          empty={
            <EmptyState
              icon={LayoutTemplate}
              title={status === undefined ? 'No templates yet' : `No ${status} templates`}
              command="engram template save --run RUN --name refund-order"
            >
              Open a successful run and choose “Save as template”, or use the command line:
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}
