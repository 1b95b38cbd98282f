import { Link } from 'wouter';
import type { Schema } from '../../api/types.ts';
import { Interval } from '../../charts/interval.tsx';
import { Card } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatPercent } from '../../format.ts';

/** An approach that worked: how often, by what, and how to do it again. */
export function SuccessDetails({ success }: { readonly success: Schema<'SuccessPattern'> }) {
  const {
    approach,
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
      <Card title={approach} about={`For ${place}`}>
        <Interval value={successRate} low={lowerBound} high={1} />
        <div className="mt-4">
          <Facts
            facts={{
              Success: `${formatPercent(successRate)} (${successes} of ${attempts})`,
              'At least': formatPercent(lowerBound),
              'Last attempt': <RelativeTime at={lastAttemptAt} />,
              'Key factors': keyFactors.join(', '),
            }}
          />
        </div>
      </Card>
      <Card title="Do it again" about="Calls of the runs that succeeded">
        {replicationSteps.length === 0 ? (
          <p className="text-soft">No steps are known.</p>
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
              <Link
                href={`/${kind === 'run' ? 'runs' : 'memories'}/${id}`}
                className="text-accent hover:underline"
              >
                {id}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
