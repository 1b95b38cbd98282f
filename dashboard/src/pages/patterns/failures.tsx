import { ShieldAlert } from 'lucide-react';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { SignatureText } from '../../components/signature-text.tsx';
import { formatCount, formatPercent } from '../../format.ts';
import { withCode } from './solutions.tsx';
import { type PatternOf, usePatterns } from './use-patterns.ts';

const columns: readonly Column<PatternOf<'failure'>>[] = [
  { id: 'signature', title: 'Failure', cell: ({ template }) => <SignatureText text={template} /> },
  {
    id: 'solution',
    title: 'Best solution',
    width: 'minmax(0,0.6fr)',
    isSecondary: true,
    cell: ({ solutions: [best] }) =>
      best === undefined || best.successRate === 0 ? (
        <span className="text-soft">none known</span>
      ) : (
        <>
          {withCode(best.approach)}
          {best.successRate !== null && (
            <span className="text-soft"> · {formatPercent(best.successRate)}</span>
          )}
        </>
      ),
  },
  {
    id: 'checks',
    title: 'Checks',
    width: '4rem',
    align: 'end',
    isSecondary: true,
    cell: ({ checks }) => checks.length,
  },
  {
    id: 'times',
    title: 'Occurrences',
    width: '6rem',
    align: 'end',
    cell: ({ occurrences }) => `${formatCount(occurrences)}×`,
  },
  {
    id: 'last',
    title: 'Last seen',
    width: '6.5rem',
    align: 'end',
    cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
  },
];

/** Failure patterns: errors that differ only in ids and numbers count as one. */
export function Failures() {
  const failures = usePatterns('failure');
  return (
    <Card isFlush>
      <DataTable
        label="Failures"
        pages={failures}
        columns={columns}
        rowKey={({ slug }) => slug}
        href={({ slug }) => `/patterns/${encodeURIComponent(slug)}`}
        empty={
          <EmptyState
            icon={ShieldAlert}
            title="No failures yet"
            command={'engram learning recognise --error "connect ECONNREFUSED 127.0.0.1:5432"'}
          >
            Engram groups failed steps by what their errors have in common. Look up any error:
          </EmptyState>
        }
      />
    </Card>
  );
}
