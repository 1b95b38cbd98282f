import { Workflow } from 'lucide-react';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatPercent, plural } from '../../format.ts';
import { GraphView } from '../../graph/graph-view.tsx';
import { useIsNarrow } from '../../layout/is-narrow.ts';
import { PatternList } from './pattern-list.tsx';
import { type PatternOf, usePatterns } from './use-patterns.ts';

/** Calls that follow each other in successful runs, as one flow and one by one. */
export function Sequences() {
  // The boxes of all sequences are too small to read on a phone; the list below says the same.
  const isNarrow = useIsNarrow();
  return (
    <PatternList
      patterns={usePatterns('sequence')}
      empty={
        <EmptyState
          icon={Workflow}
          title="No tool sequences yet"
          command="engram import session ~/.claude/projects"
        >
          After a few runs, this page shows the calls that follow each other more often in successful runs
          than in others.
        </EmptyState>
      }
    >
      {(rows) => (
        <div className="grid gap-5">
          {!isNarrow && (
            <Card title="Flow of calls" about="Arrows show how many successful runs made the next call">
              <SequenceFlow sequences={rows} />
            </Card>
          )}
          <Card title="Sequences" isFlush>
            <ul className="divide-y divide-line border-t border-line">
              {rows.map((row) => (
                <SequenceRow key={row.slug} sequence={row} />
              ))}
            </ul>
          </Card>
        </div>
      )}
    </PatternList>
  );
}

function SequenceRow({ sequence }: { readonly sequence: PatternOf<'sequence'> }) {
  const { slug, steps, support, failures, lift, lowerBound } = sequence;
  return (
    <li className="grid items-center gap-x-6 gap-y-1.5 px-5 py-3 lg:grid-cols-[minmax(0,1fr)_9rem_9rem_8rem]">
      <span className="flex flex-wrap items-center gap-1.5 font-mono text-small">
        {steps.map(({ tool, repeated }, index) => (
          <span
            key={`${slug} ${tool} ${steps.slice(0, index).filter((step) => step.tool === tool).length}`}
            className="flex items-center gap-1.5"
          >
            {index > 0 && <span className="text-faint">→</span>}
            <span className="rounded bg-sunken px-1.5 py-0.5">
              {tool}
              {repeated && ' ×n'}
            </span>
          </span>
        ))}
      </span>
      <span className="text-small tabular-nums">
        {support} of {plural(support + failures, 'run')}
      </span>
      <span className="text-small text-soft tabular-nums">at least {formatPercent(lowerBound)}</span>
      <span className="text-small text-soft tabular-nums">{lift.toFixed(1)}× the average</span>
    </li>
  );
}

/** All sequences drawn together: a call once, an arrow for each pair that follows each other. */
export function SequenceFlow({
  sequences,
}: {
  readonly sequences: readonly Pick<PatternOf<'sequence'>, 'steps' | 'support'>[];
}) {
  const isNarrow = useIsNarrow();
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
      description="Calls that follow each other in successful runs"
      nodes={[...calls].map(([id, times]) => ({ id, title: id, detail: plural(times, 'run'), isCode: true }))}
      edges={[...arrows.values()]
        // Of two calls that follow each other both ways, the usual way is drawn.
        .filter(({ from, to, times }) => times >= (arrows.get(`${to} ${from}`)?.times ?? 0))
        .map(({ from, to, times }) => ({ from, to, label: String(times) }))}
      direction={isNarrow ? 'down' : 'right'}
    />
  );
}
