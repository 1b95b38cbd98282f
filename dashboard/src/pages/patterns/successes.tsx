import { Trophy } from 'lucide-react';
import { Interval } from '../../charts/interval.tsx';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatPercent } from '../../format.ts';
import { type PatternOf, usePatterns } from './use-patterns.ts';

const columns: readonly Column<PatternOf<'success'>>[] = [
  { id: 'approach', title: 'Approach', cell: ({ approach }) => approach },
  { id: 'place', title: 'For', width: 'minmax(0,0.6fr)', cell: ({ place }) => place, isSecondary: true },
  {
    id: 'rate',
    title: 'Success, at least',
    width: '11rem',
    isSecondary: true,
    cell: ({ successRate, lowerBound }) => <Interval value={successRate} low={lowerBound} high={1} />,
  },
  {
    id: 'share',
    title: 'Success',
    width: '4.5rem',
    align: 'end',
    cell: ({ successRate }) => formatPercent(successRate),
  },
  { id: 'attempts', title: 'Attempts', width: '5rem', align: 'end', cell: ({ attempts }) => attempts },
  {
    id: 'last',
    title: 'Last',
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
            Runs that name their approach and end well are gathered here by their category.
          </EmptyState>
        }
      />
    </Card>
  );
}
