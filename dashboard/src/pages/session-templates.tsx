import { MessagesSquare } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';
import { Badge, StatusBadge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable, listOf } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Choice } from '../components/field.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { TitleCell } from '../components/title-cell.tsx';
import { formatPercent, plural, words } from '../format.ts';

type SessionTemplate = Schema<'SessionTemplate'>;

const types = ['code', 'file', 'research', 'mixed'] as const;

const columns: readonly Column<SessionTemplate>[] = [
  {
    id: 'name',
    title: 'Session template',
    cell: ({ name, description }) => <TitleCell title={name} about={description} />,
  },
  {
    id: 'type',
    title: 'Type',
    width: '6rem',
    cell: ({ type }) => <Badge tone="accent">{words(type)}</Badge>,
  },
  {
    id: 'status',
    title: 'Status',
    width: '7rem',
    isSecondary: true,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'examples',
    title: 'Examples',
    width: '6rem',
    align: 'end',
    isSecondary: true,
    cell: ({ examples }) => examples,
  },
  {
    id: 'usage',
    title: 'Used',
    width: '5rem',
    align: 'end',
    isSecondary: true,
    cell: ({ usage }) => plural(usage, 'time'),
  },
  {
    id: 'success',
    title: 'Success',
    width: '10rem',
    align: 'end',
    isSecondary: true,
    cell: ({ effectiveness }) =>
      effectiveness === null ? (
        <span className="text-soft">not measured</span>
      ) : (
        `${formatPercent(effectiveness.successRate)} of ${plural(effectiveness.sessions, 'session')}`
      ),
  },
];

export default function SessionTemplates() {
  const [search, setSearch] = useSearchParams();
  const type = types.find((one) => one === search.get('type'));
  const templates = api.useQuery('get', '/api/session-templates', {
    params: { query: type === undefined ? {} : { type } },
  });
  return (
    <>
      <PageHeader
        title="Session templates"
        about="Calls that worked in one session, given to the next one as examples, so it starts with fewer errors."
        actions={
          <Choice
            label="Type"
            value={type ?? ''}
            all="All types"
            options={types.map((value) => ({ value, title: words(value) }))}
            onChange={(value) => setSearch(value === '' ? {} : { type: value })}
          />
        }
      />
      <Card isFlush>
        <DataTable
          label="Session templates"
          pages={listOf(templates)}
          columns={columns}
          rowKey={({ id }) => id}
          href={({ name }) => `/session-templates/${name}`}
          empty={
            <EmptyState
              icon={MessagesSquare}
              title="No session templates yet"
              command="engram session-templates create SESSION --name fix-tests --tags tests"
            >
              Import or record a session that went well, and use its calls as examples for the next one.
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}
