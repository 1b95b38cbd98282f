import { Bot, CircleX, MessageSquare, StickyNote, Wrench } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { Schema, Step } from '../../api/types.ts';
import { classes } from '../../components/class-names.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatDuration } from '../../format.ts';
import { StepDetails } from './step-details.tsx';
import { stepColour, stepTitle } from './step-text.ts';

type ShownRun = Schema<'RunShowAnswer'>;

const icons = { tool: Wrench, model: Bot, note: StickyNote, message: MessageSquare } as const;

/** The steps of a run on one line of time, a lane for each agent, calls inside calls indented. */
export function Waterfall({ run }: { readonly run: ShownRun }) {
  const [chosen, setChosen] = useState<string | null>(null);
  if (run.steps.length === 0)
    return (
      <EmptyState icon={Wrench} title="No steps were recorded">
        The run was finished without a call.
      </EmptyState>
    );
  const begin = Math.min(run.createdAt, ...run.steps.map(({ startedAt }) => startedAt));
  const end = Math.max(begin + 1, ...run.steps.map(({ startedAt, durationMs }) => startedAt + durationMs));
  const agents = [...new Set(run.steps.map((step) => step.agent ?? run.scope.agent ?? 'project'))];
  return (
    <div className="border-t border-line">
      <Scale milliseconds={end - begin} />
      {agents.map((agent) => (
        <Fragment key={agent}>
          {agents.length > 1 && (
            <div className="border-b border-line bg-sunken px-5 py-1.5 text-tiny font-medium text-soft">
              {agent}
            </div>
          )}
          <ol aria-label={`Steps of ${agent}`}>
            {run.steps
              .filter((step) => (step.agent ?? run.scope.agent ?? 'project') === agent)
              .map((step) => (
                <li key={step.id} className="border-b border-line last:border-0">
                  <StepRow
                    step={step}
                    depth={depthOf(step, run.steps)}
                    left={(step.startedAt - begin) / (end - begin)}
                    width={step.durationMs / (end - begin)}
                    isOpen={chosen === step.id}
                    onToggle={() => setChosen(chosen === step.id ? null : step.id)}
                  />
                  {chosen === step.id && <StepDetails step={step} />}
                </li>
              ))}
          </ol>
        </Fragment>
      ))}
    </div>
  );
}

const tracks =
  'grid items-center gap-4 px-5 grid-cols-[minmax(0,1fr)_4rem] md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_4.5rem]';

function Scale({ milliseconds }: { readonly milliseconds: number }) {
  return (
    <div aria-hidden className={classes(tracks, 'h-8 border-b border-line text-tiny text-faint')}>
      <span>Step</span>
      <span className="hidden justify-between tabular-nums md:flex">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{formatDuration(milliseconds * share)}</span>
        ))}
      </span>
      <span className="text-right">Time</span>
    </div>
  );
}

function StepRow({
  step,
  depth,
  left,
  width,
  isOpen,
  onToggle,
}: {
  readonly step: Step;
  readonly depth: number;
  readonly left: number;
  readonly width: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const Icon = step.success ? icons[step.kind] : CircleX;
  const shownLeft = Math.min(0.994, left);
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      onKeyDown={moveBetweenSteps}
      data-step
      className={classes(
        tracks,
        'h-10 w-full text-left -outline-offset-2 hover:bg-sunken',
        isOpen && 'bg-sunken',
      )}
    >
      <span className="flex min-w-0 items-center gap-2.5" style={{ paddingLeft: depth * 18 }}>
        <Icon
          aria-label={step.success ? step.kind : `${step.kind}, failed`}
          className="size-4 shrink-0"
          style={{ color: stepColour(step) }}
        />
        <span className={classes('truncate', step.kind === 'tool' && 'font-mono text-small')}>
          {stepTitle(step)}
        </span>
      </span>
      <span className="relative hidden h-3.5 md:block">
        <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
        <span
          className="absolute inset-y-0 min-w-[3px] rounded-sm"
          style={{
            left: `${shownLeft * 100}%`,
            width: `${Math.max(0.002, Math.min(width, 1 - shownLeft)) * 100}%`,
            background: stepColour(step),
          }}
        />
      </span>
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
