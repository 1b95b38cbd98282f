import { QueryClientProvider } from '@tanstack/react-query';
import { Compass } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { queryClient } from './api/query-client.ts';
import { LinkButton } from './components/button.tsx';
import { EmptyState } from './components/empty-state.tsx';
import { Skeleton } from './components/skeleton.tsx';
import { Layout } from './layout/layout.tsx';
import { PageBoundary } from './layout/page-boundary.tsx';
import { TokenGate } from './layout/token-gate.tsx';
import { pages } from './pages/pages.ts';

const routes = pages.map(({ path, load }) => ({ path, Page: lazy(load) }));

export function App() {
  const [location] = useLocation();
  return (
    <QueryClientProvider client={queryClient}>
      <TokenGate>
        <Layout>
          <PageBoundary key={location.split('/')[1]}>
            <Suspense fallback={<Skeleton lines={6} />}>
              <Switch>
                {routes.map(({ path, Page }) => (
                  <Route key={path} path={path}>
                    {(params) => <Page params={params} />}
                  </Route>
                ))}
                <Route>
                  <EmptyState
                    icon={Compass}
                    title="Page not found"
                    action={<LinkButton href="/">Overview</LinkButton>}
                  >
                    The address may belong to another version of Engram.
                  </EmptyState>
                </Route>
              </Switch>
            </Suspense>
          </PageBoundary>
        </Layout>
      </TokenGate>
    </QueryClientProvider>
  );
}
