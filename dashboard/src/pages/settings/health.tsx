import { api } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { words } from '../../format.ts';

const tones = { ok: 'good', warning: 'warn', problem: 'bad' } as const;

/** The result of `engram doctor`. */
export function Health() {
  const doctor = api.useQuery('get', '/api/doctor');
  return (
    <QueryView query={doctor}>
      {({ healthy, checks }) => (
        <Card title={healthy ? 'All checks passed' : 'Some checks need attention'} isFlush>
          <ul className="divide-y divide-line border-t border-line">
            {checks.map(({ name, state, found, fix }) => (
              <li key={name} className="grid gap-x-4 gap-y-1 px-5 py-3 md:grid-cols-[12rem_6rem_1fr]">
                <span className="font-medium">{words(name)}</span>
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
