import { Bot, CircleX, MessageSquare, StickyNote, Wrench } from 'lucide-react';
import { useState } from 'react';
import type { Schema, Step } from '../../api/types.ts';
import { Legend } from '../../charts/chart-frame.tsx';
import { classes } from '../../components/class-names.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ProvenanceBadge } from '../../components/provenance.tsx';
import { shareOf, TimeBar, TimeScale, waterfallTracks } from '../../components/time-bar.tsx';
import { formatCompact, formatDuration, plural } from '../../format.ts';
import { StepDetails } from './step-details.tsx';
import { stepColour, stepTitle } from './step-text.ts';

type ShownRun = Schema<'RunShowAnswer'>;

const icons = { tool: Wrench, model: Bot, note: StickyNote, message: MessageSquare } as const;

const colours = [
  { name: 'Model call', colour: 'var(--fill-accent)' },
  { name: 'Tool call', colour: 'var(--fill-info)' },
  { name: 'Failed', colour: 'var(--fill-bad)' },
];

/** The steps of a run on one line of time, a lane for each agent, nested calls indented. */
export function Waterfall({ run }: { readonly run: ShownRun }) {
  const [chosen, setChosen] = useState<string | null>(null);
  if (run.steps.length === 0)
    return (
      <EmptyState icon={Wrench} title="No steps recorded">
        This run finished without a call.
      </EmptyState>
    );
  const begin = Math.min(run.createdAt, ...run.steps.map(({ startedAt }) => startedAt));
  const end = Math.max(begin + 1, ...run.steps.map(({ startedAt, durationMs }) => startedAt + durationMs));
  const agentOf = (step: Step): string => step.agent ?? run.scope.agent ?? 'project';
  const agents = [...new Set(run.steps.map(agentOf))];
  return (
    <div>
      <div className="px-5 pb-1">
        <Legend names={colours} />
      </div>
      <div className="border-t border-line">
        <TimeScale name="Step" figure="Time" milliseconds={end - begin} format={formatDuration} />
        {agents.map((agent) => {
          const steps = run.steps.filter((step) => agentOf(step) === agent);
          return (
            <section key={agent} aria-label={`Lane of ${agent}`}>
              {agents.length > 1 && <Lane agent={agent} steps={steps} begin={begin} end={end} />}
              <ol aria-label={`Steps of ${agent}`}>
                {steps.map((step) => (
                  <li key={step.id} className="border-b border-line last:border-0">
                    <StepRow
                      step={step}
                      depth={depthOf(step, run.steps) + (agents.length > 1 ? 1 : 0)}
                      begin={begin}
                      end={end}
                      isOpen={chosen === step.id}
                      onToggle={() => setChosen(chosen === step.id ? null : step.id)}
                    />
                    {chosen === step.id && <StepDetails step={step} />}
                  </li>
                ))}
              </ol>
            </section>
          );
        })}
      </div>
    </div>
  );
}

/** The head of an agent's lane: all its steps on one line. */
function Lane({
  agent,
  steps,
  begin,
  end,
}: {
  readonly agent: string;
  readonly steps: readonly Step[];
  readonly begin: number;
  readonly end: number;
}) {
  return (
    <div className={classes(waterfallTracks, 'border-y border-line bg-sunken py-2 first:border-t-0')}>
      <span className="flex min-w-0 items-center gap-2.5">
        <span className="grid size-5 shrink-0 place-items-center rounded-full bg-accent-soft text-tiny font-semibold text-accent">
          {agent.charAt(0).toUpperCase()}
        </span>
        <span className="truncate text-small font-semibold">{agent}</span>
        <span className="text-small whitespace-nowrap text-soft">{plural(steps.length, 'step')}</span>
      </span>
      <span aria-hidden className="relative hidden h-2 md:block">
        {steps.map((step) => {
          const { left, width } = shareOf(step.startedAt, step.durationMs, begin, end);
          return (
            <span
              key={step.id}
              className="absolute inset-y-0 min-w-[3px] rounded-sm opacity-60"
              style={{ left: `${left * 100}%`, width: `${width * 100}%`, background: stepColour(step) }}
            />
          );
        })}
      </span>
      <span className="text-right text-small text-soft tabular-nums">
        {formatDuration(steps.reduce((sum, { durationMs }) => sum + durationMs, 0))}
      </span>
    </div>
  );
}

function StepRow({
  step,
  depth,
  begin,
  end,
  isOpen,
  onToggle,
}: {
  readonly step: Step;
  readonly depth: number;
  readonly begin: number;
  readonly end: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const Icon = step.success ? icons[step.kind] : CircleX;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      onKeyDown={moveBetweenSteps}
      data-step
      className={classes(
        waterfallTracks,
        'min-h-10 w-full overflow-clip py-2 text-left -outline-offset-2 hover:bg-sunken',
        isOpen && 'bg-sunken',
      )}
    >
      <span className="flex min-w-0 items-center gap-2.5" style={{ paddingLeft: depth * 16 }}>
        <Icon
          aria-label={step.success ? step.kind : `${step.kind}, failed`}
          className="size-4 shrink-0"
          style={{ color: stepColour(step) }}
        />
        <span
          className={classes(
            'truncate',
            step.kind === 'tool' && 'font-mono text-small',
            !step.success && 'text-bad',
          )}
        >
          {stepTitle(step)}
        </span>
        {step.kind === 'tool' && <ProvenanceBadge provenance={step.provenance} />}
        {step.kind === 'model' && step.inputTokens + step.outputTokens > 0 && (
          <span className="shrink-0 text-tiny text-soft tabular-nums">
            {formatCompact(step.inputTokens + step.outputTokens)} tokens
          </span>
        )}
      </span>
      <TimeBar
        share={shareOf(step.startedAt, step.durationMs, begin, end)}
        colour={stepColour(step)}
        className="max-md:order-last"
      />
      <span className="text-right text-small text-soft tabular-nums">{formatDuration(step.durationMs)}</span>
    </button>
  );
}

function moveBetweenSteps(event: React.KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const rows = [...document.querySelectorAll<HTMLElement>('[data-step]')];
  rows[rows.indexOf(event.currentTarget) + step]?.focus();
  event.preventDefault();
}

/** How many calls a step was made inside of. */
function depthOf(step: Step, steps: readonly Step[]): number {
  let depth = 0;
  for (let parent = step.parentId; parent !== null && depth < 6; depth += 1) {
    const id: string = parent;
    parent = steps.find((each) => each.id === id)?.parentId ?? null;
  }
  return depth;
}
