import { api } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { QueryView } from '../../components/query-view.tsx';

const tones = { ok: 'good', warning: 'warn', problem: 'bad' } as const;

/** What `engram doctor` finds. */
export function Health() {
  const doctor = api.useQuery('get', '/api/doctor');
  return (
    <QueryView query={doctor}>
      {({ healthy, checks }) => (
        <Card title={healthy ? 'Everything is in order' : 'Something needs attention'} isFlush>
          <ul className="divide-y divide-line">
            {checks.map(({ name, state, found, fix }) => (
              <li key={name} className="grid gap-x-4 gap-y-1 px-5 py-3 md:grid-cols-[12rem_6rem_1fr]">
                <span className="font-medium">{name}</span>
                <span>
                  <Badge tone={tones[state]}>{state}</Badge>
                </span>
                <span className="text-small text-soft wrap-anywhere">
                  {found}
                  {fix !== null && <span className="block text-ink">{fix}</span>}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </QueryView>
  );
}
