import { Trophy } from 'lucide-react';
import { Interval } from '../../charts/interval.tsx';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatPercent, readable } from '../../format.ts';
import { type PatternOf, usePatterns } from './use-patterns.ts';

const columns: readonly Column<PatternOf<'success'>>[] = [
  { id: 'approach', title: 'Approach', cell: ({ approach }) => readable(approach) },
  {
    id: 'place',
    title: 'Category',
    width: 'minmax(0,0.6fr)',
    cell: ({ place }) => (place === 'no category' ? <span className="text-faint">–</span> : readable(place)),
    isSecondary: true,
  },
  {
    id: 'rate',
    title: 'Lower bound to 100 %',
    width: '11rem',
    isSecondary: true,
    cell: ({ successRate, lowerBound }) => <Interval value={successRate} low={lowerBound} high={1} />,
  },
  {
    id: 'share',
    title: 'Success rate',
    width: '6rem',
    align: 'end',
    cell: ({ successRate }) => formatPercent(successRate),
  },
  { id: 'attempts', title: 'Attempts', width: '5rem', align: 'end', cell: ({ attempts }) => attempts },
  {
    id: 'last',
    title: 'Last tried',
    width: '6.5rem',
    align: 'end',
    cell: ({ lastAttemptAt }) => <RelativeTime at={lastAttemptAt} />,
    isSecondary: true,
  },
];

/** Approaches that worked, by the kind of work. */
export function Successes() {
  return (
    <Card isFlush>
      <DataTable
        label="Successes"
        pages={usePatterns('success')}
        columns={columns}
        rowKey={({ slug, place }) => `${place} ${slug}`}
        href={({ slug }) => `/patterns/${encodeURIComponent(slug)}`}
        empty={
          <EmptyState
            icon={Trophy}
            title="No successes yet"
            command='engram run finish --id RUN --outcome success --approach "cache first"'
          >
            Engram groups successful runs that name their approach, by category.
          </EmptyState>
        }
      />
    </Card>
  );
}
