import type { ReactNode } from 'react';
import { words } from '../format.ts';
import { classes } from './class-names.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'accent' | 'neutral';

const tones: Readonly<Record<Tone, string>> = {
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  info: 'bg-info-soft text-info',
  accent: 'bg-accent-soft text-accent',
  neutral: 'bg-sunken text-soft border border-line',
};

export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 rounded-full px-2 h-5 text-tiny font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

/** The tone of each status and outcome. */
const meanings: Readonly<Record<string, Tone>> = {
  success: 'good',
  succeeded: 'good',
  done: 'good',
  completed: 'good',
  approved: 'good',
  active: 'good',
  replay: 'accent',
  adaptive: 'accent',
  ok: 'good',
  improving: 'good',
  failure: 'bad',
  failed: 'bad',
  error: 'bad',
  declining: 'bad',
  partial: 'warn',
  stopped: 'warn',
  warning: 'warn',
  blocked: 'warn',
  waiting: 'warn',
  paused: 'warn',
  draft: 'warn',
  running: 'info',
  in_progress: 'info',
  pending: 'info',
  open: 'info',
  begun: 'info',
  queued: 'info',
  retrying: 'warn',
  needs_input: 'warn',
  reassigned: 'warn',
  uncertain: 'warn',
};

/** The badge of a status, an outcome or a standing, in the colour of what it means. */
export function StatusBadge({ status }: { readonly status: string | null }) {
  const name = status ?? 'running';
  return (
    <Badge tone={meanings[name] ?? 'neutral'}>
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {words(name)}
    </Badge>
  );
}
