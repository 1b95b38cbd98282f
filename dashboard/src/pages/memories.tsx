import { Brain } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { usePages } from '../api/pages.ts';
import type { Memory } from '../api/types.ts';
import { memoryKinds, standings } from '../api/values.ts';
import { Badge, StatusBadge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Choice } from '../components/field.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { formatPercent, words } from '../format.ts';
import { useHidden } from './memories/hidden.ts';
import { Maintenance } from './memories/maintenance.tsx';
import { MemoryDrawer } from './memories/memory-drawer.tsx';
import { memoryOutcome, memoryTitle } from './memories/memory-text.ts';
import { SearchResults } from './memories/search-results.tsx';
import type { PageProps } from './pages.ts';

const columns: readonly Column<Memory>[] = [
  { id: 'text', title: 'Memory', cell: (memory) => memoryTitle(memory) },
  {
    id: 'outcome',
    title: 'Outcome',
    width: '6rem',
    isSecondary: true,
    cell: (memory) =>
      memory.standing !== 'active' ? (
        <StatusBadge status={memory.standing} />
      ) : (
        memoryOutcome(memory) !== null && <StatusBadge status={memoryOutcome(memory)} />
      ),
  },
  {
    id: 'kind',
    title: 'Kind',
    width: '7rem',
    cell: ({ kind }) => <Badge>{words(kind)}</Badge>,
  },
  {
    id: 'agent',
    title: 'Agent',
    width: '7rem',
    cell: ({ scope }) => scope.agent ?? 'project',
  },
  {
    id: 'confidence',
    title: 'Confidence',
    width: '5.5rem',
    align: 'end',
    cell: ({ confidence }) => formatPercent(confidence),
    isSecondary: true,
  },
  {
    id: 'used',
    title: 'Used',
    width: '3.5rem',
    align: 'end',
    cell: ({ accessCount }) => accessCount,
    isSecondary: true,
  },
  {
    id: 'recorded',
    title: 'Recorded',
    width: '7rem',
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

/** What agents know: instant search that explains each score, and one memory beside the list. */
export default function Memories({ params }: PageProps) {
  const [search, setSearch] = useSearchParams();
  const [location, navigate] = useLocation();
  const [text, setText] = useState(search.get('query') ?? '');
  const [kind, standing] = [search.get('kind') ?? '', search.get('standing') ?? ''];
  const hidden = useHidden();

  const choose = (name: string, value: string): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  // The address follows the text, so that a search can be sent to a colleague.
  useEffect(() => {
    const timer = setTimeout(() => {
      if ((search.get('query') ?? '') !== text.trim()) choose('query', text.trim());
    }, 150);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    if (search.get('focus') === 'search') document.querySelector<HTMLElement>('[data-search]')?.focus();
  }, [search]);

  const query = search.get('query') ?? '';
  const memories = usePages(
    '/api/memories',
    {
      ...(kind !== '' && { kind: kind as Memory['kind'] }),
      ...(standing !== '' && { standing: standing as Memory['standing'] }),
    },
    { enabled: query === '' },
  );
  const rest = search.toString() === '' ? '' : `?${search.toString()}`;
  const hrefOf = (id: string): string => `/memories/${id}${rest}`;

  return (
    <>
      <PageHeader
        title="Memories"
        about="What agents recorded, and what Engram learned from their work."
        actions={<Maintenance />}
      />
      <div className="mb-4 flex flex-wrap gap-2">
        <SearchBox label="Search by meaning or words" value={text} onChange={setText} />
        <Choice
          label="Kind"
          all="All kinds"
          value={kind}
          options={memoryKinds.map((each) => ({ value: each, title: words(each) }))}
          onChange={(value) => choose('kind', value)}
        />
        {query === '' && (
          <Choice
            label="Standing"
            all="Any standing"
            value={standing}
            options={standings.map((each) => ({ value: each, title: words(each) }))}
            onChange={(value) => choose('standing', value)}
          />
        )}
      </div>
      <Card isFlush>
        {query !== '' ? (
          <SearchResults query={query} kind={kind} selected={params['id']} hrefOf={hrefOf} />
        ) : (
          <DataTable
            label="Memories"
            pages={{ ...memories, rows: memories.rows.filter(({ id }) => !hidden.has(id)) }}
            columns={columns}
            rowKey={({ id }) => id}
            href={({ id }) => hrefOf(id)}
            selected={params['id']}
            empty={
              kind === '' && standing === '' ? (
                <EmptyState
                  icon={Brain}
                  title="No memories yet"
                  command={'engram memory record --type knowledge --text "The staging API needs a VPN"'}
                >
                  Agents record what they learn, and Engram learns from their runs. Record the first memory:
                </EmptyState>
              ) : (
                <EmptyState icon={Brain} title="No memories match these filters">
                  Choose another kind or standing.
                </EmptyState>
              )
            }
          />
        )}
      </Card>
      <MemoryDrawer
        id={location.startsWith('/memories/') ? params['id'] : undefined}
        onClose={() => navigate(`/memories${rest}`)}
      />
    </>
  );
}
