import type { RunMode } from '../model/run.ts';
import type { Template } from '../model/template.ts';

/** What a run in template mode may use. A run in normal mode receives none. */
export interface Learning {
  readonly template: Template;
  readonly style: 'adaptive' | 'replay';
}

/**
 * The gate (TPL-4): the one place that decides whether a run sees what templates know. In normal mode nothing
 * is loaded, so nothing can be injected or changed. It has one caller, the engine's `beginRun`.
 */
export async function learningFor(
  mode: RunMode,
  loadTemplate: (id: string) => Promise<Template>,
): Promise<Learning | null> {
  if (mode.kind === 'normal') return null;
  return { template: await loadTemplate(mode.templateId), style: mode.style };
}
