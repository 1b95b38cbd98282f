import type { RunMode } from '../records/run.ts';
import type { Template } from '../records/template.ts';
import type { AdaptiveLearning } from './begin.ts';

/** What a run in template mode may use. A run in normal mode receives none. */
export type Learning =
  | { readonly style: 'replay'; readonly template: Template }
  | ({ readonly style: 'adaptive' } & AdaptiveLearning);

/** Reads what templates know, when the gate lets it. */
export interface TemplateKnowledge {
  template(id: string): Promise<Template>;
  adaptive(template: Template): Promise<AdaptiveLearning>;
}

/**
 * The gate (TPL-4): the one place that decides whether a run sees what templates know. In normal mode nothing
 * is loaded, so nothing can be injected or changed. It has one caller, the engine's `beginRun`.
 */
export async function learningFor(mode: RunMode, knowledge: TemplateKnowledge): Promise<Learning | null> {
  if (mode.kind === 'normal') return null;
  const template = await knowledge.template(mode.templateId);
  if (mode.style === 'replay') return { style: 'replay', template };
  return { style: 'adaptive', ...(await knowledge.adaptive(template)) };
}
