import { ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { usePages } from '../api/pages.ts';
import type { Task } from '../api/types.ts';
import { taskStatuses } from '../api/values.ts';
import { StatusBadge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Choice } from '../components/field.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { words } from '../format.ts';
import type { PageProps } from './pages.ts';
import { CreateTask } from './tasks/create-task.tsx';
import { TaskDrawer } from './tasks/task-drawer.tsx';

const columns: readonly Column<Task>[] = [
  { id: 'status', title: 'Status', width: '6.5rem', cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'task', title: 'Task', cell: ({ description }) => description },
  {
    id: 'category',
    title: 'Category',
    width: '8rem',
    cell: ({ category }) => category ?? '',
    isSecondary: true,
  },
  {
    id: 'agent',
    title: 'Agent',
    width: '7rem',
    cell: ({ scope }) => scope.agent ?? 'project',
    isSecondary: true,
  },
  {
    id: 'after',
    title: 'Depends on',
    width: '10rem',
    cell: ({ dependencies }) => dependencies.join(', '),
    isSecondary: true,
  },
  {
    id: 'changed',
    title: 'Changed',
    width: '6.5rem',
    align: 'end',
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];

/** Tasks, with what is known about how to do them. */
export default function Tasks({ params }: PageProps) {
  const [search, setSearch] = useSearchParams();
  const [, navigate] = useLocation();
  const [isCreating, setCreating] = useState(false);
  const status = taskStatuses.find((each) => each === search.get('status'));
  const tasks = usePages('/api/tasks', status === undefined ? {} : { status });
  const id = params['id'] === undefined ? undefined : decodeURIComponent(params['id']);
  return (
    <>
      <PageHeader
        title="Tasks"
        about="Planned and finished work, with the runs that worked on it."
        actions={
          <>
            <Choice
              label="Status"
              all="Any status"
              value={status ?? ''}
              options={taskStatuses.map((each) => ({ value: each, title: words(each) }))}
              onChange={(value) => setSearch(value === '' ? {} : { status: value }, { replace: true })}
            />
            <Button look="primary" icon={<Plus />} onClick={() => setCreating(true)}>
              New task
            </Button>
          </>
        }
      />
      <Card isFlush>
        <DataTable
          label="Tasks"
          pages={tasks}
          columns={columns}
          rowKey={(task) => task.id}
          href={(task) => `/tasks/${encodeURIComponent(task.id)}`}
          selected={id}
          empty={
            <EmptyState
              icon={ListChecks}
              title={status === undefined ? 'No tasks yet' : `No ${status} task`}
              command={'engram task create --id fix-login --description "Fix the login"'}
            >
              A task collects the runs that work on it and the patterns that apply to it.
            </EmptyState>
          }
        />
      </Card>
      <CreateTask isOpen={isCreating} onClose={() => setCreating(false)} />
      <TaskDrawer id={id} onClose={() => navigate('/tasks')} />
    </>
  );
}
