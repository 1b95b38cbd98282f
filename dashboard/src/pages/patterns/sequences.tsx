import { Workflow } from 'lucide-react';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { formatPercent, plural } from '../../format.ts';
import { GraphView } from '../../graph/graph-view.tsx';
import { type PatternOf, usePatterns } from './use-patterns.ts';

/** Calls that follow each other in runs that succeed, as one flow and one by one. */
export function Sequences() {
  const { rows, data, error, refetch } = usePatterns('sequence');
  if (data === undefined)
    return (
      <Card isFlush>
        {error === null ? (
          <Skeleton lines={6} className="p-5" />
        ) : (
          <ErrorState error={error} onRetry={() => refetch()} />
        )}
      </Card>
    );
  if (rows.length === 0)
    return (
      <Card isFlush>
        <EmptyState
          icon={Workflow}
          title="No tool sequences yet"
          command="engram import session ~/.claude/projects"
        >
          Calls that follow each other more often in runs that succeed than in others appear here after a few
          runs.
        </EmptyState>
      </Card>
    );
  return (
    <div className="grid gap-5">
      <Card
        title="How calls follow each other"
        about="Numbers at the arrows: runs in which one call led to the next"
      >
        <SequenceFlow sequences={rows} />
      </Card>
      <Card title="Sequences" isFlush>
        <ul className="divide-y divide-line border-t border-line">
          {rows.map(({ slug, steps, support, failures, lift, lowerBound }) => (
            <li key={slug} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-3">
              <span className="flex flex-wrap items-center gap-1.5 font-mono text-small">
                {steps.map(({ tool, repeated }, index) => (
                  <span
                    key={`${slug} ${tool} ${steps.slice(0, index).filter((step) => step.tool === tool).length}`}
                    className="flex items-center gap-1.5"
                  >
                    {index > 0 && <span className="text-faint">→</span>}
                    <span className="rounded bg-sunken px-1.5 py-0.5">
                      {tool}
                      {repeated && ' …'}
                    </span>
                  </span>
                ))}
              </span>
              <span className="text-small text-soft tabular-nums">
                {plural(support, 'success', 'successes')}, {plural(failures, 'failure')} · at least{' '}
                {formatPercent(lowerBound)} · {lift.toFixed(1)}× chance
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** All sequences drawn together: a call once, an arrow for each pair that follows each other. */
export function SequenceFlow({
  sequences,
}: {
  readonly sequences: readonly Pick<PatternOf<'sequence'>, 'steps' | 'support'>[];
}) {
  const calls = new Map<string, number>();
  const arrows = new Map<string, { from: string; to: string; times: number }>();
  for (const { steps, support } of sequences) {
    for (const [index, { tool }] of steps.entries()) {
      calls.set(tool, Math.max(calls.get(tool) ?? 0, support));
      const next = steps[index + 1]?.tool;
      if (next === undefined || next === tool) continue;
      const key = `${tool} ${next}`;
      arrows.set(key, { from: tool, to: next, times: Math.max(arrows.get(key)?.times ?? 0, support) });
    }
  }
  return (
    <GraphView
      description="Calls that follow each other in runs that succeed"
      nodes={[...calls].map(([id, times]) => ({ id, title: id, detail: `in ${plural(times, 'run')}` }))}
      edges={[...arrows.values()].map(({ from, to, times }) => ({ from, to, label: String(times) }))}
      height={Math.min(420, 140 + calls.size * 24)}
    />
  );
}
