import { Link } from 'wouter';
import { api } from '../api/client.ts';

/** A link to a run by what it did. Its id is shown only while that is not known. */
export function RunLink({ id, fallback }: { readonly id: string; readonly fallback?: string }) {
  const run = api.useQuery('get', '/api/runs/{id}', { params: { path: { id } } }, { retry: false });
  return (
    <Link href={`/runs/${id}`} title={id} className="text-accent wrap-anywhere hover:underline">
      {run.data?.task.description ?? fallback ?? id}
    </Link>
  );
}
