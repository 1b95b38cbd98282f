import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Schema } from '../../api/types.ts';
import { formatCompact, formatCount, formatDuration, formatPercent, plural } from '../../format.ts';

type Report = Schema<'Report'>;

/** The headline: what replays saved, measured against the runs that their templates were made from. */
export function Savings({
  savings,
  overall,
}: {
  readonly savings: Report['savings'];
  readonly overall: Report['overall'];
}) {
  const share = overall.runs === 0 ? 0 : Math.min(1, savings.runs / overall.runs);
  return (
    <section className="overflow-clip rounded-2xl border border-line bg-panel bg-linear-to-br from-accent-soft to-60% shadow-panel">
      <div className="px-6 py-6 sm:px-8">
        <h2 className="font-medium text-soft">Saved by replaying runs that worked</h2>
        {savings.runs === 0 ? (
          <p className="mt-2 max-w-[62ch] text-large">
            Nothing yet. Save a successful run as a template; a replay makes the same calls without a model.{' '}
            <Link href="/runs?outcome=success" className="font-medium text-accent hover:underline">
              Show successful runs
            </Link>
          </p>
        ) : (
          <>
            <div className="mt-3 flex flex-wrap gap-x-16 gap-y-4">
              <Amount label="model calls">{formatCompact(savings.modelCalls)}</Amount>
              {savings.tokens > 0 && <Amount label="tokens">{formatCompact(savings.tokens)}</Amount>}
              <Amount label="of run time">{formatDuration(savings.timeMs)}</Amount>
            </div>
            <div className="mt-6">
              <div
                role="img"
                aria-label={`${formatPercent(share)} of ${plural(overall.runs, 'run')} replayed a template`}
                className="flex h-2 gap-1"
              >
                <span className="rounded-full bg-fill-accent" style={{ width: `${share * 100}%` }} />
                <span className="flex-1 rounded-full bg-line" />
              </div>
              <p className="mt-2.5 text-small text-soft">
                <strong className="font-semibold text-ink">{formatCount(savings.runs)}</strong> of{' '}
                {plural(overall.runs, 'run')} ({formatPercent(share)}) reused a template. Each is compared
                with the run its template was made from.
                {savings.runsLeftOut > 0 && ` ${plural(savings.runsLeftOut, 'run')} could not be compared.`}
              </p>
            </div>
          </>
        )}
      </div>
    </section>
  );
}

function Amount({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="whitespace-nowrap">
      <span className="text-hero font-semibold tracking-tight tabular-nums text-accent">{children}</span>
      <span className="ml-2 text-large text-soft">{label}</span>
    </div>
  );
}
