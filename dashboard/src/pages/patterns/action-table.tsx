import type { Schema } from '../../api/types.ts';
import { Posterior } from '../../charts/posterior.tsx';
import { Badge } from '../../components/badge.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatPercent, plural, readable } from '../../format.ts';

const tones = { sure: 'good', 'fairly sure': 'info', unsure: 'neutral' } as const;
/** How the engine's levels are called here. */
const levels = {
  sure: 'High confidence',
  'fairly sure': 'Fair confidence',
  unsure: 'Low confidence',
} as const;

/** Actions with what is believed about their success: a picture of the posterior, the bound they are ranked by, attempts. */
export function ActionTable({ actions }: { readonly actions: readonly Schema<'ActionStatistics'>[] }) {
  return (
    <ul className="divide-y divide-line">
      {actions.map(
        ({ action, attempts, successes, effective, mean, lowerBound, sureness, lastAttemptAt }, index) => {
          // What is left of the attempts after time has passed, as the engine weighs them.
          const good = Math.max(0, mean * (effective + 2) - 1);
          return (
            <li
              key={action}
              className="grid items-center gap-x-6 gap-y-1 py-3 md:grid-cols-[minmax(0,1fr)_12rem_7rem_8.5rem]"
            >
              <div className="min-w-0">
                <span className={index === 0 ? 'font-semibold' : ''}>{readable(action)}</span>
                <span className="mt-0.5 block text-small text-soft">
                  {successes} of {plural(attempts, 'attempt')} succeeded · <RelativeTime at={lastAttemptAt} />
                </span>
              </div>
              <Posterior
                successes={good}
                failures={Math.max(0, effective - good)}
                lowerBound={lowerBound}
                colour={index === 0 ? 'var(--accent)' : 'var(--faint)'}
              />
              <div className="tabular-nums">
                <span className="font-semibold">{formatPercent(mean)}</span>
                <span className="block text-small text-soft">at least {formatPercent(lowerBound)}</span>
              </div>
              <div>
                <Badge tone={tones[sureness]}>{levels[sureness]}</Badge>
              </div>
            </li>
          );
        },
      )}
    </ul>
  );
}
