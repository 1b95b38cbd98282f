import { Link } from 'wouter';
import type { Schema } from '../../api/types.ts';
import { Interval } from '../../charts/interval.tsx';
import { Card } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { RunLink } from '../../components/run-link.tsx';
import { formatPercent, readable } from '../../format.ts';

/** An approach that worked: how often, by what, and how to do it again. */
export function SuccessDetails({ success }: { readonly success: Schema<'SuccessPattern'> }) {
  const {
    place,
    successes,
    attempts,
    successRate,
    lowerBound,
    keyFactors,
    replicationSteps,
    lastAttemptAt,
    derivedFrom,
  } = success;
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <Card title="Success rate" about={place === 'no category' ? 'All work' : readable(place)}>
        <Interval value={successRate} low={lowerBound} high={1} />
        <div className="mt-4">
          <Facts
            facts={{
              Success: `${formatPercent(successRate)} (${successes} of ${attempts})`,
              'Lower bound': formatPercent(lowerBound),
              'Last attempt': <RelativeTime at={lastAttemptAt} />,
              'Key factors': keyFactors.join(', '),
            }}
          />
        </div>
      </Card>
      <Card title="How to repeat it" about="Calls that successful runs have in common">
        {replicationSteps.length === 0 ? (
          <p className="text-soft">Successful runs have no calls in common.</p>
        ) : (
          <ol className="list-decimal space-y-1 pl-5 font-mono text-small">
            {replicationSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
      </Card>
      <Card title="Evidence" className="lg:col-span-2">
        <ul className="columns-1 gap-8 space-y-1 text-small md:columns-2">
          {derivedFrom.slice(0, 20).map(({ kind, id }) => (
            <li key={id}>
              {kind === 'run' ? (
                <RunLink id={id} />
              ) : (
                <Link href={`/memories/${id}`} className="text-accent hover:underline">
                  Memory {id.slice(-6)}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
