import { CircleCheck, OctagonPause } from 'lucide-react';
import type { Schema } from '../../api/types.ts';
import { Badge, StatusBadge } from '../../components/badge.tsx';
import { LinkButton } from '../../components/button.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { formatDuration, plural } from '../../format.ts';

type Answer = Schema<'TemplateRunAnswer'>;
export type DryRun = Extract<Answer, { status: 'planned' }>;
export type Outcome = Exclude<Answer, { status: 'planned' }>;

/** What a re-execution did; when it stopped, what was expected and what was found, and what to do next. */
export function RunOutcome({ outcome }: { readonly outcome: Outcome }) {
  const { divergence } = outcome;
  return (
    <div role="status" className="space-y-4">
      {divergence === undefined ? (
        <p className="flex items-center gap-2 font-medium text-good">
          <CircleCheck aria-hidden className="size-5" />
          Completed as recorded: {plural(outcome.modelCalls, 'model call')},{' '}
          {plural(outcome.toolCalls.length, 'tool call')}, {formatDuration(outcome.durationMs)}
        </p>
      ) : (
        <Stop divergence={divergence} hasWritten={outcome.status === 'failed'} />
      )}
      <ol className="space-y-2">
        {outcome.toolCalls.map(({ tool, arguments: given, result, matched }) => (
          <li key={tool + JSON.stringify(given)} className="rounded-lg border border-line px-4 py-3">
            <div className="flex flex-wrap items-center gap-2">
              <code className="font-medium">{tool}</code>
              <Badge tone={matched ? 'good' : 'warn'}>{matched ? 'as recorded' : 'differs'}</Badge>
              <code className="text-small text-soft wrap-anywhere">{JSON.stringify(given)}</code>
            </div>
            <details className="mt-2">
              <summary className="text-small text-soft">Answer</summary>
              <div className="mt-2">
                <JsonView value={result} />
              </div>
            </details>
          </li>
        ))}
      </ol>
      <LinkButton href={`/runs/${outcome.runId}`}>Open the run</LinkButton>
    </div>
  );
}

function Stop({
  divergence,
  hasWritten,
}: {
  readonly divergence: NonNullable<Outcome['divergence']>;
  readonly hasWritten: boolean;
}) {
  const { call, tool, reason, expected, found, remaining, matters, next } = divergence;
  return (
    <section aria-label="Where it stopped" className="rounded-xl border border-warn bg-warn-soft p-4">
      <h3 className="flex items-center gap-2 font-semibold text-warn">
        <OctagonPause aria-hidden className="size-5" />
        {hasWritten ? 'Stopped' : 'Stopped in time'} at call {call}, {tool}
      </h3>
      <p className="mt-1 text-small">{reason}</p>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <Value title="Expected, as recorded" value={expected} />
        <Value title="Found now" value={found} />
      </div>
      {remaining.length > 0 && (
        <p className="mt-3 text-small">
          Not done: <code className="wrap-anywhere">{remaining.join(', ')}</code>
        </p>
      )}
      {matters !== undefined && <p className="mt-2 text-small text-soft">{matters}</p>}
      {next !== undefined && next.length > 0 && (
        <div className="mt-3">
          <h4 className="text-small font-medium">What to do next</h4>
          <ul className="mt-1 list-disc space-y-1 pl-5 text-small">
            {next.map(({ when, operation, input }) => (
              <li key={operation + when}>
                {when}: <code className="wrap-anywhere">{operation}</code>{' '}
                <code className="text-soft wrap-anywhere">{JSON.stringify(input)}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Value({ title, value }: { readonly title: string; readonly value: string }) {
  return (
    <div className="rounded-lg border border-line bg-panel px-3 py-2">
      <div className="text-tiny text-soft">{title}</div>
      <code className="text-small font-medium wrap-anywhere">{value}</code>
    </div>
  );
}

/** The calls that would be made, and what would be asked for. */
export function DryRunView({ dryRun }: { readonly dryRun: DryRun }) {
  return (
    <div role="status" className="space-y-3">
      <p className="font-medium">Dry run: nothing was called. It would make these calls:</p>
      <ol className="space-y-2">
        {numbered(dryRun.calls).map(({ number, tool, effect, preview }) => (
          <li
            key={number}
            className="flex flex-wrap items-center gap-2 rounded-lg border border-line px-4 py-2"
          >
            <code className="font-medium">
              {number}. {tool}
            </code>
            <StatusBadge status={effect === 'read' ? 'reads' : 'writes'} />
            <code className="text-small text-soft wrap-anywhere">{JSON.stringify(preview)}</code>
          </li>
        ))}
      </ol>
      {(dryRun.asks ?? []).map(({ parameter, example }) => (
        <p key={parameter} className="text-small text-warn">
          It would ask for <code>{parameter}</code>; recorded: <code>{JSON.stringify(example)}</code>
        </p>
      ))}
      {dryRun.problems.map((problem) => (
        <p key={problem} className="text-small text-bad">
          {problem}
        </p>
      ))}
    </div>
  );
}

function numbered<Item>(items: readonly Item[]): (Item & { readonly number: number })[] {
  return items.map((item, index) => ({ ...item, number: index + 1 }));
}
