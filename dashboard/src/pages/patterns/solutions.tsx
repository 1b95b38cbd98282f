import { RelativeTime } from '../../components/relative-time.tsx';
import { formatPercent, plural } from '../../format.ts';
import type { Failure } from './failure-details.tsx';

const origins = {
  stated: 'Stated by a person or agent',
  memory: 'From a memory',
  inferred: 'Seen in runs',
} as const;

/** What was tried against a failure, the most successful first. */
export function Solutions({ failure }: { readonly failure: Failure }) {
  if (failure.solutions.length === 0)
    return (
      <p className="px-5 pb-5 text-soft">
        No solution is known yet. When a run recovers from this error, its next call appears here.
      </p>
    );
  return (
    <ul className="divide-y divide-line border-t border-line">
      {failure.solutions.map(({ id, approach, steps, attempts, successRate, source, lastTriedAt }) => (
        <li
          key={id ?? approach}
          className="grid items-center gap-x-6 gap-y-2 px-5 py-3 md:grid-cols-[minmax(0,1fr)_10rem_4rem]"
        >
          <div className="min-w-0">
            <span className="font-medium">{withCode(approach)}</span>
            {steps.length > 0 && <span className="block text-small text-soft">{steps.join(' → ')}</span>}
            <span className="block text-small text-soft">
              {origins[source]} · last tried <RelativeTime at={lastTriedAt} />
            </span>
          </div>
          <span className="h-2 rounded-full bg-sunken">
            <span
              className="block h-full rounded-full bg-fill-good"
              style={{ width: `${(successRate ?? 0) * 100}%` }}
            />
          </span>
          <div className="text-right tabular-nums max-md:text-left">
            <span className="font-semibold">{successRate === null ? '–' : formatPercent(successRate)}</span>
            <span className="block text-small text-soft">{plural(attempts, 'try', 'tries')}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Names of tools in a sentence, set as code; the first letter of the sentence is a capital. */
export function withCode(text: string) {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  let at = 0;
  return sentence.split(/(\b[a-z0-9]+(?:_[a-z0-9]+)+\b)/).map((part, index) => {
    at += part.length;
    return index % 2 === 1 ? (
      <code key={at} className="rounded bg-sunken px-1 text-small">
        {part}
      </code>
    ) : (
      part
    );
  });
}
