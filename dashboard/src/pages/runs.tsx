import { Play } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { usePages } from '../api/pages.ts';
import type { Schema } from '../api/types.ts';
import { Badge, StatusBadge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Choice } from '../components/field.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { formatCompact, formatDuration, words } from '../format.ts';
import { runStatus } from './runs/run-status.ts';

type ListedRun = Schema<'RunListAnswer'>['items'][number];

const outcomes = ['success', 'failure', 'partial', 'running'] as const;

const columns: readonly Column<ListedRun>[] = [
  {
    id: 'outcome',
    title: 'Outcome',
    width: '6.5rem',
    cell: (run) => <StatusBadge status={runStatus(run)} />,
  },
  { id: 'task', title: 'Task', cell: ({ task }) => task.description },
  {
    id: 'agent',
    title: 'Agent',
    width: '7rem',
    cell: ({ scope }) => scope.agent ?? 'project',
  },
  {
    id: 'mode',
    title: 'Mode',
    width: '6rem',
    isSecondary: true,
    cell: ({ mode }) =>
      mode.kind === 'normal' ? (
        <span className="text-soft">Agent</span>
      ) : (
        <Badge tone="accent">{words(mode.kind === 'template' ? mode.style : mode.kind)}</Badge>
      ),
  },
  {
    id: 'model',
    title: 'Model calls',
    width: '5.5rem',
    align: 'end',
    cell: ({ totals }) => totals.modelCalls,
    isSecondary: true,
  },
  {
    id: 'tools',
    title: 'Tool calls',
    width: '5rem',
    align: 'end',
    cell: ({ totals }) => totals.toolCalls,
    isSecondary: true,
  },
  {
    id: 'tokens',
    title: 'Tokens',
    width: '5rem',
    align: 'end',
    cell: ({ totals }) => formatCompact(totals.inputTokens + totals.outputTokens),
    isSecondary: true,
  },
  {
    id: 'time',
    title: 'Time',
    width: '4.5rem',
    align: 'end',
    cell: ({ totals, finishedAt }) => (finishedAt === null ? '–' : formatDuration(totals.wallTimeMs)),
    isSecondary: true,
  },
  {
    id: 'began',
    title: 'Started',
    width: '6.5rem',
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

/** What agents did, newest first. */
export default function Runs() {
  const [search, setSearch] = useSearchParams();
  const outcome = outcomes.find((each) => each === search.get('outcome'));
  const runs = usePages('/api/runs', outcome === undefined ? {} : { outcome });
  return (
    <>
      <PageHeader
        title="Runs"
        about="Every run of your agents, call by call."
        actions={
          <Choice
            label="Outcome"
            all="Any outcome"
            value={outcome ?? ''}
            options={outcomes.map((each) => ({ value: each, title: words(each) }))}
            onChange={(value) => setSearch(value === '' ? {} : { outcome: value }, { replace: true })}
          />
        }
      />
      <Card isFlush>
        <DataTable
          label="Runs"
          pages={runs}
          columns={columns}
          rowKey={({ id }) => id}
          href={({ id }) => `/runs/${id}`}
          empty={
            outcome === undefined ? (
              <EmptyState icon={Play} title="No runs yet" command="engram import session ~/.claude/projects">
                Agents that use the library, MCP or the AI SDK record their runs. Or import the sessions of a
                coding agent:
              </EmptyState>
            ) : (
              <EmptyState icon={Play} title="No runs with this outcome">
                Choose another outcome.
              </EmptyState>
            )
          }
        />
      </Card>
    </>
  );
}
