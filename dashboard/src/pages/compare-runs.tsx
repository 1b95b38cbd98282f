import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../api/client.ts';
import type { Schema, Step } from '../api/types.ts';
import { StatusBadge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { classes } from '../components/class-names.ts';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { formatCount, formatDuration, words } from '../format.ts';
import type { PageProps } from './pages.ts';
import { align } from './runs/align.ts';
import { runStatus } from './runs/run-status.ts';
import { stepColour, stepTitle } from './runs/step-text.ts';

type ShownRun = Schema<'RunShowAnswer'>;

/** Two runs side by side: what each cost, and which calls they share. */
export default function CompareRuns({ params }: PageProps) {
  const [first, second] = [useRun(params['id']), useRun(params['other'])];
  return (
    <>
      <PageHeader
        title="Compare runs"
        parent={{ title: 'Runs', href: '/runs' }}
        about="Calls that both runs made are on the same line. Highlighted calls exist in one run only."
      />
      <QueryView query={first} lines={8}>
        {(left) => (
          <QueryView query={second}>{(right) => <Comparison left={left} right={right} />}</QueryView>
        )}
      </QueryView>
    </>
  );
}

function useRun(id = '') {
  return api.useQuery('get', '/api/runs/{id}', { params: { path: { id } } });
}

const figures: readonly (readonly [string, (run: ShownRun) => number, (value: number) => string])[] = [
  ['Time', ({ totals }) => totals.wallTimeMs, formatDuration],
  ['Model calls', ({ totals }) => totals.modelCalls, formatCount],
  ['Tool calls', ({ totals }) => totals.toolCalls, formatCount],
  ['Failed steps', ({ totals }) => totals.failedSteps, formatCount],
  ['Tokens', ({ totals }) => totals.inputTokens + totals.outputTokens, formatCount],
];

function Comparison({ left, right }: { readonly left: ShownRun; readonly right: ShownRun }) {
  const pairs = align(
    left.steps,
    right.steps,
    (step) => `${step.kind} ${step.kind === 'note' ? '' : stepTitle(step)}`,
  );
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card isFlush>
        <table className="w-full">
          <thead>
            <tr className="border-b border-line text-left align-top">
              <td className="w-24 px-3 py-4 sm:w-36 sm:px-5" />
              <RunHead run={left} />
              <RunHead run={right} />
            </tr>
          </thead>
          <tbody>
            {figures.map(([name, read, format]) => (
              <tr key={name} className="border-b border-line last:border-0">
                <th scope="row" className="px-3 py-2.5 text-left font-normal text-soft sm:px-5">
                  {name}
                </th>
                <td className="px-3 py-2.5 text-large sm:px-5 font-semibold tabular-nums">
                  {format(read(left))}
                </td>
                <td className="px-3 py-2.5 text-large sm:px-5 font-semibold tabular-nums">
                  {format(read(right))}
                  <Difference from={read(left)} to={read(right)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <Card title="Steps" isFlush>
        <ol className="border-t border-line">
          {pairs.map((pair) => (
            <li
              key={`${pair.left?.id ?? ''} ${pair.right?.id ?? ''}`}
              className="grid grid-cols-2 divide-x divide-line border-b border-line last:border-0"
            >
              <Side step={pair.left} isAlone={pair.right === null} />
              <Side step={pair.right} isAlone={pair.left === null} />
            </li>
          ))}
        </ol>
      </Card>
    </div>
  );
}

function RunHead({ run }: { readonly run: ShownRun }): ReactNode {
  return (
    <th scope="col" className="px-3 py-4 font-normal wrap-anywhere sm:px-5">
      <StatusBadge status={runStatus(run)} />
      <Link href={`/runs/${run.id}`} className="mt-1.5 block font-semibold hover:text-accent">
        {run.task.description}
      </Link>
      <span className="text-small text-soft">
        {run.mode.kind === 'template' ? words(run.mode.style) : 'Agent'} · {run.scope.agent ?? 'project'}
      </span>
    </th>
  );
}

function Difference({ from, to }: { readonly from: number; readonly to: number }) {
  if (from === to || from === 0) return null;
  const change = (to - from) / from;
  return (
    <span
      className={classes('ml-2 inline-block text-small font-normal', change < 0 ? 'text-good' : 'text-warn')}
    >
      {change < 0 ? '−' : '+'}
      {Math.abs(Math.round(change * 100))} %
    </span>
  );
}

function Side({ step, isAlone }: { readonly step: Step | null; readonly isAlone: boolean }) {
  if (step === null) return <div className="bg-sunken" />;
  return (
    <div
      className={classes('flex min-w-0 items-center gap-2.5 px-3 py-2 sm:px-5', isAlone && 'bg-accent-soft')}
    >
      <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: stepColour(step) }} />
      <span className="min-w-0 flex-1 truncate font-mono text-small">{stepTitle(step)}</span>
      {!step.success && <span className="text-small text-bad">failed</span>}
      <span className="text-small text-soft tabular-nums max-sm:hidden">
        {formatDuration(step.durationMs)}
      </span>
    </div>
  );
}
