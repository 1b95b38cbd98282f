import { client } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { toast, toastError } from '../../components/toast.tsx';
import { formatPercent, plural, readable } from '../../format.ts';
import type { Failure } from './failure-details.tsx';

type Check = Schema<'PreventionListAnswer'>['items'][number];

/** Checks that run before the call that failed, each with its record; one can be added here. */
export function Checks({
  failure,
  checks,
  onChanged,
}: {
  readonly failure: Failure;
  readonly checks: readonly Check[];
  readonly onChanged: () => void;
}) {
  const generate = async (): Promise<void> => {
    const { data } = await client.POST('/api/prevention/generate', { body: { pattern: failure.slug } });
    toast(`Added ${plural(data?.created.length ?? 0, 'check')}`);
  };
  const turn = async (id: string, enabled: boolean): Promise<void> => {
    await client.POST('/api/checks/{id}/switch', { params: { path: { id } }, body: { enabled } });
    onChanged();
  };
  return (
    <Card
      title="Prevention"
      about="Checks that run before the call"
      actions={
        checks.length === 0 && (
          <Button look="primary" onClick={() => void generate().catch(toastError)}>
            Add a check
          </Button>
        )
      }
      isFlush
    >
      {checks.length === 0 && (
        <p className="px-5 pb-5 text-soft">
          No check yet. A check warns or blocks before the call that failed, and measures whether it was
          right.
        </p>
      )}
      <ul className="divide-y divide-line">
        {checks.map(({ id, slug, scope, content, measured }) => (
          <li key={id} className="px-5 py-3.5">
            <div className="flex items-start justify-between gap-3">
              <span className="font-medium wrap-anywhere">{readable(slug ?? id)}</span>
              <Badge tone={content.enabled ? (content.action === 'block' ? 'bad' : 'warn') : 'neutral'}>
                {content.enabled ? content.action : 'off'}
              </Badge>
            </div>
            <p className="mt-1 text-small text-soft">
              {scope.agent !== null && `For ${scope.agent}. `}Fired {plural(content.record.fired, 'time')}:
              prevented {content.record.prevented}, failed anyway {content.record.happened}, false alarms{' '}
              {content.record.wrong}.
              {measured.rate !== null && ` Right in ${formatPercent(measured.rate)} of ${measured.judged}.`}
              {content.offReason !== null && ` ${content.offReason}`}
            </p>
            <Button className="mt-2" onClick={() => void turn(id, !content.enabled).catch(toastError)}>
              {content.enabled ? 'Disable' : 'Enable'}
              <span className="sr-only">
                {' '}
                {slug ?? id} {scope.agent}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
