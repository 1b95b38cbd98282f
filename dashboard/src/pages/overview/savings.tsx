import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Schema } from '../../api/types.ts';
import { formatCompact, formatDuration, plural } from '../../format.ts';

type Report = Schema<'Report'>;

/** The headline: what replays saved, measured against the runs that their templates were made from. */
export function Savings({
  savings,
  overall,
}: {
  readonly savings: Report['savings'];
  readonly overall: Report['overall'];
}) {
  const share = overall.runs === 0 ? 0 : savings.runs / overall.runs;
  return (
    <section className="relative overflow-clip rounded-2xl border border-line bg-panel px-6 py-6 shadow-panel sm:px-8">
      <h2 className="text-small font-medium text-soft">Saved by replaying what worked</h2>
      {savings.runs === 0 ? (
        <p className="mt-2 max-w-[62ch] text-large">
          Nothing yet. Save a run that succeeded as a template; replaying it makes the same calls without a
          model.{' '}
          <Link href="/runs?outcome=success" className="font-medium text-accent hover:underline">
            Runs that succeeded
          </Link>
        </p>
      ) : (
        <>
          <div className="mt-3 flex flex-wrap gap-x-14 gap-y-5">
            <Amount label="model calls">{formatCompact(savings.modelCalls)}</Amount>
            {savings.tokens > 0 && <Amount label="tokens">{formatCompact(savings.tokens)}</Amount>}
            <Amount label="of waiting">{formatDuration(savings.timeMs)}</Amount>
          </div>
          <p className="mt-4 text-soft">
            {plural(savings.runs, 'replay')} did work that agents had done before
            {share >= 0.01 && `: ${Math.round(share * 100)} % of all runs`}. Each is compared with the run its
            template was made from.
            {savings.runsLeftOut > 0 && ` ${plural(savings.runsLeftOut, 'run')} could not be compared.`}
          </p>
        </>
      )}
    </section>
  );
}

function Amount({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <span className="text-hero font-semibold tracking-tight tabular-nums text-accent">{children}</span>
      <span className="ml-2 text-large text-soft">{label}</span>
    </div>
  );
}
