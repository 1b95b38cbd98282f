import type { ReactNode } from 'react';
import { Card } from '../../components/card.tsx';
import type { TableRows } from '../../components/data-table.tsx';
import { QueryView } from '../../components/query-view.tsx';

/** Patterns that are not shown as a table: loading, the error, the empty state, or the rows. */
export function PatternList<Row>({
  patterns: { rows, data, error, refetch },
  empty,
  children,
}: {
  readonly patterns: TableRows<Row>;
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}) {
  if (data !== undefined && rows.length > 0) return children(rows);
  return (
    <Card isFlush>
      <QueryView query={{ data, error, refetch: refetch as never }} lines={6}>
        {() => empty}
      </QueryView>
    </Card>
  );
}
