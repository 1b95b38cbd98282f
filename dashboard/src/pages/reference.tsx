import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { toApiError } from '../api/api-error.ts';
import { Card } from '../components/card.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { words } from '../format.ts';
import { Endpoint } from './reference/endpoint.tsx';
import { endpointsOf, type OpenApi } from './reference/open-api.ts';

/** Every route of the HTTP API, from the document that describes it for programs. */
export default function Reference() {
  const [search, setSearch] = useSearchParams();
  const wanted = (search.get('query') ?? '').toLowerCase();
  const document = useQuery({
    queryKey: ['openapi'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<OpenApi> => {
      const response = await fetch('/openapi.json');
      if (!response.ok) throw await toApiError(response);
      return (await response.json()) as OpenApi;
    },
  });
  return (
    <>
      <PageHeader
        title="HTTP API"
        about={
          <>
            Every route. Send a token as <code>Authorization: Bearer …</code> if the server requires one, and
            pass <code>next</code> of a list as <code>cursor</code> to get the next page. Machine-readable:{' '}
            <a href="/openapi.json" className="text-accent underline">
              OpenAPI 3.1
            </a>
            .
          </>
        }
      />
      <div className="mb-4 flex">
        <SearchBox
          label="Find a route"
          value={search.get('query') ?? ''}
          onChange={(query) => setSearch(query === '' ? {} : { query }, { replace: true })}
        />
      </div>
      <QueryView query={document} lines={10}>
        {(api) => {
          const endpoints = endpointsOf(api).filter(({ method, path, summary, name }) =>
            `${method} ${path} ${summary} ${name}`.toLowerCase().includes(wanted),
          );
          const groups = api.tags.filter(({ name }) => endpoints.some(({ group }) => group === name));
          if (groups.length === 0)
            return (
              <EmptyState icon={SearchX} title="No such route">
                Search for a path, a name such as memory.search, or a word of its description.
              </EmptyState>
            );
          return (
            <div className="grid grid-cols-1 gap-5">
              {groups.map(({ name, description }) => (
                <Card key={name} title={words(name)} about={description} isFlush>
                  <ul className="divide-y divide-line border-t border-line">
                    {endpoints
                      .filter(({ group }) => group === name)
                      .map((endpoint) => (
                        <Endpoint key={`${endpoint.method} ${endpoint.path}`} endpoint={endpoint} api={api} />
                      ))}
                  </ul>
                </Card>
              ))}
            </div>
          );
        }}
      </QueryView>
    </>
  );
}
