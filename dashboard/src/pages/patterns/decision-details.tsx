import { Link } from 'wouter';
import type { Schema } from '../../api/types.ts';
import { Card } from '../../components/card.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatPercent, plural, readable } from '../../format.ts';
import { ActionTable } from './action-table.tsx';

type Decision = Schema<'DecisionPattern'>;

/** What to do in a situation: actions with their posteriors, what to do under which conditions, and the attempts. */
export function DecisionDetails({ decision }: { readonly decision: Decision }) {
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
      <Card
        title="Actions"
        about={`Each curve is the estimated success rate from 0 to 100 %; actions are ranked by the dashed lower bound. Suggested above ${formatPercent(decision.threshold)}.`}
        className="lg:col-span-3"
      >
        <ActionTable actions={decision.actions} />
      </Card>
      <Card
        title="Recommended"
        about="By condition, where conditions change the result"
        className="lg:col-span-2"
      >
        <ul className="space-y-3">
          {decision.tree.map((leaf) => (
            <li
              key={leaf.conditions.map(conditionText).join()}
              className="flex items-start justify-between gap-4"
            >
              <span>
                <span className="text-soft">
                  {leaf.conditions.length === 0
                    ? 'Always: '
                    : `When ${leaf.conditions.map(conditionText).join(' and ')}: `}
                </span>
                <span className="font-medium">
                  {leaf.recommended === null ? 'no action has proved itself' : readable(leaf.recommended)}
                </span>
              </span>
              <span className="shrink-0 text-small text-soft tabular-nums">
                {formatPercent(leaf.successRate)} of {plural(leaf.attempts, 'attempt')}
              </span>
            </li>
          ))}
        </ul>
        {decision.rules.length > 0 && (
          <ul className="mt-4 list-disc space-y-1 border-t border-line pt-4 pl-5 text-soft">
            {decision.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        )}
      </Card>
      <Card title="Attempts" about={`The latest ${Math.min(12, decision.history.length)}`}>
        <ul className="space-y-2 text-small">
          {decision.history.slice(0, 12).map(({ at, action, quality, source }) => (
            <li key={`${source.id} ${at}`} className="flex items-center gap-2.5">
              <span
                aria-label={quality >= 0.5 ? 'worked' : 'failed'}
                role="img"
                className={quality >= 0.5 ? 'text-good' : 'text-bad'}
              >
                {quality >= 0.5 ? '●' : '○'}
              </span>
              <Link
                href={`/${source.kind === 'run' ? 'runs' : 'memories'}/${source.id}`}
                className="min-w-0 flex-1 truncate hover:text-accent"
              >
                {readable(action)}
              </Link>
              <span className="text-soft">
                <RelativeTime at={at} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function conditionText({
  feature,
  is,
  above,
  holds,
}: Decision['tree'][number]['conditions'][number]): string {
  const test =
    above === undefined
      ? `${holds ? 'is' : 'is not'} ${String(is)}`
      : `${holds ? 'is above' : 'is at most'} ${above}`;
  return `${feature} ${test}`;
}
