import type { Step } from '../../api/types.ts';

/** A step in a word or two: the tool, the model, the beginning of a note. */
export function stepTitle(step: Step): string {
  if (step.kind === 'tool') return step.tool;
  if (step.kind === 'model') return step.model;
  return step.text;
}

/** Colours of steps by what they are; failed ones are told apart by more than colour. */
export function stepColour(step: Step): string {
  if (!step.success) return 'var(--fill-bad)';
  if (step.kind === 'model') return 'var(--fill-accent)';
  return step.kind === 'tool' ? 'var(--fill-info)' : 'var(--fill-neutral)';
}
