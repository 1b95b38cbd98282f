import { MessagesSquare } from 'lucide-react';
import { usePages } from '../api/pages.ts';
import type { Schema } from '../api/types.ts';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { plural } from '../format.ts';

const columns: readonly Column<Schema<'SessionListAnswer'>['items'][number]>[] = [
  { id: 'id', title: 'Session', cell: ({ id }) => <span className="font-medium">{id}</span> },
  {
    id: 'agent',
    title: 'Agent',
    width: '8rem',
    cell: ({ scope }) => scope.agent ?? 'project',
    isSecondary: true,
  },
  {
    id: 'messages',
    title: 'Messages',
    width: '7rem',
    align: 'end',
    cell: ({ messages }) => plural(messages, 'message'),
  },
  {
    id: 'began',
    title: 'Started',
    width: '7rem',
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    isSecondary: true,
  },
  {
    id: 'last',
    title: 'Last message',
    width: '7rem',
    align: 'end',
    cell: ({ lastMessageAt }) => <RelativeTime at={lastMessageAt} />,
  },
];

/** Conversations, newest first. */
export default function Sessions() {
  const sessions = usePages('/api/sessions', {});
  return (
    <>
      <PageHeader title="Sessions" about="Conversations between people and agents, message by message." />
      <Card isFlush>
        <DataTable
          label="Sessions"
          pages={sessions}
          columns={columns}
          rowKey={({ id }) => id}
          href={({ id }) => `/sessions/${encodeURIComponent(id)}`}
          empty={
            <EmptyState
              icon={MessagesSquare}
              title="No sessions yet"
              command="engram import session ~/.claude/projects"
            >
              Append messages through the library, HTTP or MCP, or import conversations from other tools:
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}
