import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

/**
 * What a query answered, or that it is loading, or that it failed.
 *
 * @example
 * <QueryView query={stats}>{(data) => <StatTile label="Runs" value={formatCount(data.runs)} />}</QueryView>
 */
export function QueryView<Data>({
  query,
  lines = 4,
  children,
}: {
  readonly query: Pick<UseQueryResult<Data, unknown>, 'data' | 'error' | 'refetch'>;
  /** How many lines the skeleton has. */
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton lines={lines} className="p-5" />;
}
