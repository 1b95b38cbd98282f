import type { Schema } from '../../api/types.ts';
import { Card } from '../../components/card.tsx';
import { formatPercent, plural } from '../../format.ts';

/** Success with memory against without, among runs of the same category, with the interval of the difference. */
export function Lift({ quality }: { readonly quality: Schema<'LearningQuality'> }) {
  const { difference, withMemory, withoutMemory, categories } = quality.lift;
  return (
    <Card
      title="Success with memory against without"
      about={`Runs of the same category compared${categories > 0 ? `, ${plural(categories, 'category', 'categories')}` : ''}`}
      className="h-full"
    >
      {withMemory === null || withoutMemory === null || difference.value === null ? (
        <p className="text-soft">{difference.reason ?? 'There is nothing to compare yet.'}</p>
      ) : (
        <>
          <div className="space-y-3">
            <Line label="With memory" share={withMemory} colour="var(--accent)" />
            <Line label="Without" share={withoutMemory} colour="var(--strong-line)" />
          </div>
          <p className="mt-4 text-soft">
            <strong className={difference.value >= 0 ? 'text-good' : 'text-bad'}>
              {difference.value >= 0 ? '+' : '−'}
              {Math.abs(Math.round(difference.value * 100))} points
            </strong>
            {difference.low !== null && difference.high !== null && (
              <>
                , 95 % interval {points(difference.low)} to {points(difference.high)}
              </>
            )}
            , over {plural(difference.n, 'run')}.
          </p>
        </>
      )}
    </Card>
  );
}

function Line({
  label,
  share,
  colour,
}: {
  readonly label: string;
  readonly share: number;
  readonly colour: string;
}) {
  return (
    <div className="grid grid-cols-[6.5rem_1fr_3.5rem] items-center gap-3">
      <span className="text-small">{label}</span>
      <span className="h-5 rounded bg-sunken">
        <span className="block h-full rounded" style={{ width: `${share * 100}%`, background: colour }} />
      </span>
      <span className="text-right font-semibold tabular-nums">{formatPercent(share)}</span>
    </div>
  );
}

function points(share: number): string {
  const rounded = Math.round(share * 100);
  return rounded < 0 ? `−${-rounded}` : `+${rounded}`;
}
