import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { client } from './client.ts';
import type { paths } from './schema.d.ts';

interface Page<Item> {
  readonly items: Item[];
  readonly next: string | null;
}

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;
type ItemOf<Path extends keyof paths> = Answer<Path> extends { items: (infer Item)[] } ? Item : never;
type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? Omit<NonNullable<Query>, 'cursor' | 'limit'>
  : never;
/** Lists that are answered in pages. */
type PagedPath = {
  [Path in keyof paths]: Answer<Path> extends { items: unknown[]; next: string | null } ? Path : never;
}[keyof paths];

/** A list with as many of its pages as were asked for. */
export type Paged<Item> = UseInfiniteQueryResult<InfiniteData<Page<Item>>, Error> & {
  readonly rows: readonly Item[];
};

/**
 * A list that the server answers in pages, newest first. `DataTable` asks for the next page when it is needed.
 *
 * @example
 * const runs = usePages('/api/runs', { outcome: 'failure' });
 * <DataTable pages={runs} … />
 */
export function usePages<Path extends PagedPath>(
  path: Path,
  query: QueryOf<Path>,
  { limit = 100, enabled = true }: { limit?: number; enabled?: boolean } = {},
): Paged<ItemOf<Path>> {
  const result = useInfiniteQuery({
    queryKey: ['get', path, { params: { query } }, 'pages', limit],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const request = client.GET as (path: string, init: object) => Promise<{ data?: unknown }>;
      const { data } = await request(path, {
        params: { query: { ...query, limit, ...(pageParam !== undefined && { cursor: pageParam }) } },
        signal,
      });
      if (data === undefined) throw new ApiError(502, 'unexpected', 'The server answered without a list.');
      return data as Page<ItemOf<Path>>;
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return { ...result, rows: result.data?.pages.flatMap(({ items }) => items) ?? [] };
}
