import { Link } from 'wouter';
import type { Schema } from '../../api/types.ts';
import { Card } from '../../components/card.tsx';
import { SignatureText } from '../../components/signature-text.tsx';
import { formatCount, formatPercent, plural } from '../../format.ts';

type Report = Schema<'Report'>;

/** Failures that came again, before and after something was there to prevent them. */
export function Recurrence({
  recurrence,
  failures,
}: {
  readonly recurrence: Report['quality']['recurrence'];
  readonly failures: Report['failures'];
}) {
  const { before, after, patterns, reduction } = recurrence;
  return (
    <Card
      title="Recurring failures"
      about="Before a check stood in front of them, and since"
      className="h-full"
    >
      {patterns === 0 ? (
        <p className="text-soft">
          No failure has an active check. Open a failure and make one: it speaks up before the call that
          failed.
        </p>
      ) : (
        <div className="flex flex-wrap items-baseline gap-x-8 gap-y-2">
          <Count label="before" value={before} />
          <span aria-hidden className="text-title text-faint">
            →
          </span>
          <Count label="after" value={after} />
          {reduction.value !== null && reduction.value > 0 && (
            <span className="text-soft">
              <strong className="text-good">{formatPercent(reduction.value)} fewer</strong> a run,{' '}
              {plural(patterns, 'failure')} compared
            </span>
          )}
        </div>
      )}
      {failures.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {failures.slice(0, 3).map(({ slug, message, occurrences, checks }) => (
            <li key={slug} className="flex items-baseline gap-3 py-2">
              <span className="w-10 shrink-0 text-right font-semibold tabular-nums">
                {formatCount(occurrences)}×
              </span>
              <Link href={`/patterns/${slug}`} className="min-w-0 flex-1 truncate hover:text-accent">
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

function Count({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <span>
      <span className="text-figure font-semibold tabular-nums">{formatCount(value)}</span>
      <span className="ml-1.5 text-soft">{label}</span>
    </span>
  );
}
