import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { Card } from '../../components/card.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatBytes, words } from '../../format.ts';

const icons = {
  ok: <CircleCheck aria-label="OK" className="mt-0.5 size-4 shrink-0 text-good" />,
  warning: <TriangleAlert aria-label="Warning" className="mt-0.5 size-4 shrink-0 text-warn" />,
  problem: <CircleX aria-label="Problem" className="mt-0.5 size-4 shrink-0 text-bad" />,
} as const;

/** Whether the store and the configuration are sound. Only the owner of the installation may know. */
export function Health({ sizeBytes }: { readonly sizeBytes: number | null }) {
  const doctor = api.useQuery('get', '/api/doctor', {}, { staleTime: 120_000 });
  if (doctor.error instanceof ApiError && doctor.error.status === 403) return null;
  return (
    <Card title="Health" about={sizeBytes === null ? undefined : `Store size: ${formatBytes(sizeBytes)}`}>
      <QueryView query={doctor}>
        {({ checks }) => (
          <ul className="space-y-2 text-small">
            {checks.map(({ name, state, found, fix }) => (
              <li key={name} className="flex gap-2.5">
                {icons[state as keyof typeof icons] ?? icons.warning}
                <span className="min-w-0">
                  <span className="font-medium">{words(name)}</span>{' '}
                  <span className="text-soft wrap-anywhere">{found}</span>
                  {fix !== null && <span className="block text-warn">{fix}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}
