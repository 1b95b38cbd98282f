import { FlaskConical } from 'lucide-react';
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';
import { Card } from '../components/card.tsx';
import { type Column, DataTable, listOf } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { TitleCell } from '../components/title-cell.tsx';
import { readable } from '../format.ts';

type Experiment = Schema<'Experiment'>;

const columns: readonly Column<Experiment>[] = [
  {
    id: 'template',
    title: 'Experiment',
    cell: ({ slug, content }) => (
      <TitleCell title={readable(slug ?? content.template)} about={content.summary} />
    ),
  },
  {
    id: 'sessions',
    title: 'Sessions',
    width: '11rem',
    align: 'end',
    isSecondary: true,
    cell: ({ content }) => `${content.cold.length} cold, ${content.seeded.length} seeded`,
  },
  {
    id: 'at',
    title: 'When',
    width: '7rem',
    align: 'end',
    isSecondary: true,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

export default function Experiments() {
  const experiments = api.useQuery('get', '/api/session-experiments');
  return (
    <>
      <PageHeader
        title="Experiments"
        about="Cold sessions compared with sessions that were seeded with examples, with statistical significance."
      />
      <Card isFlush>
        <DataTable
          label="Experiments"
          pages={listOf(experiments)}
          columns={columns}
          rowKey={({ id }) => id}
          href={({ id }) => `/experiments/${id}`}
          empty={
            <EmptyState
              icon={FlaskConical}
              title="No experiments yet"
              command="engram session-templates experiment fix-tests --cold s1,s2,s3,s4 --seeded t1,t2,t3,t4"
            >
              Compare sessions with and without a session template. Four sessions on each side are the
              minimum.
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}
