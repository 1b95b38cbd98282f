import type { Schema } from '../../api/types.ts';
import { ShareBar } from '../../charts/share-bar.tsx';
import { Card } from '../../components/card.tsx';
import { formatPercent, plural } from '../../format.ts';

/** Success with memory and without, among runs of the same category, with the interval of the difference. */
export function Lift({ quality }: { readonly quality: Schema<'LearningQuality'> }) {
  const { difference, withMemory, withoutMemory, categories } = quality.lift;
  return (
    <Card
      title="Success rate with and without memory"
      about={
        categories > 0
          ? `Compared within ${plural(categories, 'category', 'categories')}, ${plural(difference.n, 'run')}`
          : 'Compared within the same category of work'
      }
      className="h-full"
    >
      {withMemory === null || withoutMemory === null || difference.value === null ? (
        <p className="text-soft">{difference.reason ?? 'Not enough runs to compare yet.'}</p>
      ) : (
        <>
          <div className="space-y-3">
            <ShareBar
              label="With memory"
              share={withMemory}
              figure={formatPercent(withMemory)}
              colour="var(--fill-accent)"
            />
            <ShareBar
              label="Without"
              share={withoutMemory}
              figure={formatPercent(withoutMemory)}
              colour="var(--fill-neutral)"
            />
          </div>
          <p className="mt-5">
            <strong className={difference.value >= 0 ? 'text-good' : 'text-bad'}>
              {points(difference.value)} points
            </strong>
            {difference.low !== null && difference.high !== null && (
              <span className="text-soft">
                , 95 % interval {points(difference.low)} to {points(difference.high)}
              </span>
            )}
          </p>
          {difference.low !== null && difference.high !== null && (
            <DifferenceInterval value={difference.value} low={difference.low} high={difference.high} />
          )}
        </>
      )}
    </Card>
  );
}

/** The difference and its interval on a line whose middle is "no difference". */
function DifferenceInterval({
  value,
  low,
  high,
}: {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}) {
  const reach = Math.max(0.2, Math.abs(low), Math.abs(high)) * 1.15;
  const at = (share: number): string => `${((share + reach) / (2 * reach)) * 100}%`;
  const colour = low > 0 ? 'var(--fill-good)' : high < 0 ? 'var(--fill-bad)' : 'var(--fill-neutral)';
  return (
    <div
      role="img"
      aria-label={`Difference ${points(value)} points, between ${points(low)} and ${points(high)}`}
      className="mt-3"
    >
      <div className="relative h-5">
        <span className="absolute inset-x-0 top-1/2 h-px bg-strong-line" />
        <span className="absolute inset-y-0 left-1/2 w-px bg-strong-line" />
        <span
          className="absolute top-1/2 h-2 -translate-y-1/2 rounded-full opacity-40"
          style={{
            left: at(low),
            width: `calc(${at(high)} - ${at(low)})`,
            background: colour,
          }}
        />
        <span
          className="absolute top-1/2 size-3 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-panel"
          style={{ left: at(value), background: colour }}
        />
      </div>
      <div aria-hidden className="mt-1 grid grid-cols-3 text-tiny text-faint">
        <span>worse with memory</span>
        <span className="text-center">no difference</span>
        <span className="text-right">better with memory</span>
      </div>
    </div>
  );
}

function points(share: number): string {
  const rounded = Math.round(share * 100);
  return rounded < 0 ? `−${-rounded}` : `+${rounded}`;
}
