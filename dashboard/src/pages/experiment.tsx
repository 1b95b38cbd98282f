import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { Badge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { formatDuration, formatPercent, readable } from '../format.ts';
import type { PageProps } from './pages.ts';

type Experiment = Schema<'Experiment'>;
type Comparison = Experiment['content']['comparisons'][number];

const titles: Readonly<Record<Comparison['figure'], string>> = {
  earlyErrorRate: 'Error rate in the first 30 turns',
  timeToFirstSuccessMs: 'Time to the first success',
  callsToFirstSuccess: 'Calls to the first success',
  totalErrors: 'Errors in the whole session',
  toolDiversity: 'Different tools',
};

const formats: Readonly<Record<Comparison['figure'], (value: number) => string>> = {
  earlyErrorRate: formatPercent,
  timeToFirstSuccessMs: formatDuration,
  callsToFirstSuccess: (value) => value.toFixed(1),
  totalErrors: (value) => value.toFixed(1),
  toolDiversity: (value) => value.toFixed(1),
};

export default function ExperimentPage({ params }: PageProps) {
  const id = params['id'] ?? '';
  const experiment = api.useQuery('get', '/api/session-experiments/{id}', { params: { path: { id } } });
  return <QueryView query={experiment}>{(data) => <ShowExperiment experiment={data} />}</QueryView>;
}

function ShowExperiment({ experiment: { slug, content } }: { readonly experiment: Experiment }) {
  return (
    <>
      <PageHeader
        title={readable(slug ?? content.template)}
        parent={{ title: 'Experiments', href: '/experiments' }}
        about={content.summary}
        badges={
          <Badge>
            {content.cold.length} cold, {content.seeded.length} seeded
          </Badge>
        }
      />
      <ul className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
        {content.comparisons.map((comparison) => (
          <li key={comparison.figure}>
            <Compared comparison={comparison} />
          </li>
        ))}
      </ul>
      <p className="mt-5 max-w-[75ch] text-small text-soft">
        Each session is one observation. p is the probability of a difference this large by chance (two-sided
        permutation test, not corrected for multiple comparisons). The effect size is Cliff’s delta, −1 to 1.
      </p>
    </>
  );
}

function Compared({ comparison }: { readonly comparison: Comparison }) {
  const { figure, cold, seeded, effect, p } = comparison;
  const format = formats[figure];
  const shown = (value: number | null): string => (value === null ? '–' : format(value));
  return (
    <Card
      title={titles[figure]}
      about={`Cold ${shown(cold)}, seeded ${shown(seeded)}`}
      actions={
        p === null ? (
          <Badge>too few sessions</Badge>
        ) : (
          <Badge tone={p < 0.05 ? 'good' : 'neutral'}>p {p < 0.001 ? '< 0.001' : p.toFixed(3)}</Badge>
        )
      }
    >
      {(cold ?? 0) + (seeded ?? 0) === 0 ? (
        <p className="text-small text-soft">Both groups are 0: nothing to compare.</p>
      ) : (
        <BarChart
          description={`${titles[figure]}: cold ${shown(cold)}, seeded ${shown(seeded)}`}
          bars={[
            { label: 'Cold', values: [cold ?? 0], colour: 'var(--fill-neutral)' },
            { label: 'Seeded', values: [seeded ?? 0] },
          ]}
          parts={[titles[figure]]}
          format={format}
          height={150}
          hasValues
        />
      )}
      {effect !== null && (
        <p className="mt-2 text-small text-soft tabular-nums">
          Effect size {effect.toFixed(2).replace('-', '−')}
        </p>
      )}
    </Card>
  );
}
