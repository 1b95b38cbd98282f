import { CircleCheck } from 'lucide-react';
import type { Schema } from '../../api/types.ts';
import { Badge } from '../../components/badge.tsx';
import { LinkButton } from '../../components/button.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { formatDuration, plural } from '../../format.ts';
import { EffectBadge } from './plan-calls.tsx';
import type { HowToRun } from './run-panel.tsx';
import { Stop } from './stop.tsx';

type Answer = Schema<'TemplateRunAnswer'>;
export type DryRun = Extract<Answer, { status: 'planned' }>;
export type Outcome = Exclude<Answer, { status: 'planned' }>;

/** What a re-execution did, call by call, and where it stopped. */
export function RunOutcome({
  outcome,
  templateName,
  onRun,
}: {
  readonly outcome: Outcome;
  readonly templateName: string;
  readonly onRun: (how: HowToRun) => void;
}) {
  const { divergence } = outcome;
  return (
    <div role="status" className="space-y-4">
      {divergence === undefined ? (
        <p className="flex items-center gap-2 rounded-lg border border-good bg-good-soft px-4 py-3 font-medium text-good">
          <CircleCheck aria-hidden className="size-5 shrink-0" />
          <span>
            Completed as recorded: {plural(outcome.modelCalls, 'model call')},{' '}
            {plural(outcome.toolCalls.length, 'tool call')}, {formatDuration(outcome.durationMs)}
          </span>
        </p>
      ) : (
        <Stop
          divergence={divergence}
          hasWritten={outcome.status === 'failed'}
          templateId={templateName}
          runId={outcome.runId}
          onRun={onRun}
        />
      )}
      <RecordedValues recorded={outcome.recorded} />
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
      {divergence === undefined && <LinkButton href={`/runs/${outcome.runId}`}>Open the run</LinkButton>}
    </div>
  );
}

/** Parameters that were not given and have the value of a recorded run. */
function RecordedValues({ recorded = [] }: Pick<Outcome, 'recorded'>) {
  return recorded.map(({ parameter, value }) => (
    <p key={parameter} className="text-small text-soft">
      <code>{parameter}</code> was not given and is as recorded: <code>{JSON.stringify(value)}</code>
    </p>
  ));
}

/** The calls that would be made, and what would be asked for. */
export function DryRunView({ dryRun }: { readonly dryRun: DryRun }) {
  return (
    <div role="status" className="space-y-3">
      <p className="font-medium">Dry run: nothing was called. A replay would make these calls:</p>
      <ol className="space-y-2">
        {numbered(dryRun.calls).map(({ number, tool, effect, preview }) => (
          <li
            key={number}
            className="flex flex-wrap items-center gap-2 rounded-lg border border-line px-4 py-2"
          >
            <code className="font-medium">
              {number}. {tool}
            </code>
            <EffectBadge effect={effect} />
            <code className="text-small text-soft wrap-anywhere">{JSON.stringify(preview)}</code>
          </li>
        ))}
      </ol>
      <RecordedValues recorded={dryRun.recorded} />
      {(dryRun.asks ?? []).map(({ parameter, example }) => (
        <p key={parameter} className="text-small text-warn">
          It would ask for <code>{parameter}</code>, recorded as <code>{JSON.stringify(example)}</code>
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
