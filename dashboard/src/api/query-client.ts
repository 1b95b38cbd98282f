import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** What is worth asking again: the server was busy, or not there. Refusals stay refusals. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Events invalidate what changed; this is for what no event tells of.
      staleTime: 30_000,
      retry: (failures, error) => failures < 1 && isPassing(error),
      refetchOnWindowFocus: false,
    },
  },
});
