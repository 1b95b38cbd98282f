import { Link } from 'wouter';
import type { Schema } from '../../api/types.ts';
import { ShareBar } from '../../charts/share-bar.tsx';
import { Card } from '../../components/card.tsx';
import { SignatureText } from '../../components/signature-text.tsx';
import { formatCount, formatPercent, plural } from '../../format.ts';

type Report = Schema<'Report'>;

/** Failures that recurred, before and after a check was added to prevent them. */
export function Recurrence({
  recurrence,
  failures,
}: {
  readonly recurrence: Report['quality']['recurrence'];
  readonly failures: Report['failures'];
}) {
  const { before, after, patterns, reduction } = recurrence;
  const most = Math.max(before, after, 1);
  return (
    <Card
      title="Recurring failures"
      about={
        patterns === 0
          ? 'Before and after a check was added'
          : `${plural(patterns, 'failure')} before and after a check was added`
      }
      className="h-full"
    >
      {patterns === 0 ? (
        <p className="text-soft">
          No failure has an active check. Open a failure and add one: it warns before the call that failed.
        </p>
      ) : (
        <>
          <div className="space-y-3">
            <ShareBar
              label="Before"
              share={before / most}
              figure={formatCount(before)}
              colour="var(--fill-bad)"
            />
            <ShareBar
              label="After"
              share={after / most}
              figure={formatCount(after)}
              colour="var(--fill-good)"
            />
          </div>
          {reduction.value !== null && reduction.value > 0 && (
            <p className="mt-4 text-soft">
              <strong className="text-good">{formatPercent(reduction.value)} fewer</strong> per run
            </p>
          )}
        </>
      )}
      {failures.length > 0 && (
        <ul aria-label="Most frequent failures" className="mt-3 divide-y divide-line border-t border-line">
          {failures.slice(0, 3).map(({ slug, message, occurrences, checks }) => (
            <li key={slug} className="flex items-baseline gap-3 py-2">
              <span className="w-9 shrink-0 text-right font-medium tabular-nums">
                {formatCount(occurrences)}×
              </span>
              <Link
                href={`/patterns/${slug}`}
                title={message}
                className="min-w-0 flex-1 truncate hover:text-accent"
              >
                <SignatureText text={message} />
              </Link>
              <span className="shrink-0 text-small text-soft">
                {checks > 0 ? plural(checks, 'check') : 'no check yet'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
