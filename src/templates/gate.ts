import type { Context } from '../ports/context.ts';
import type { RunMode } from '../records/run.ts';
import type { Viewer } from '../records/scope.ts';
import type { Template } from '../records/template.ts';
import { showTemplate } from './apply.ts';
import { type AdaptiveLearning, adaptiveLearning } from './begin.ts';

/** What a run in template mode may use. Other runs receive none. */
export type Learning =
  | { readonly style: 'replay'; readonly template: Template }
  | ({ readonly style: 'adaptive' } & AdaptiveLearning);

/**
 * The gate (TPL-4): the one place that decides whether a run sees what templates know. In normal mode nothing
 * is loaded, so nothing can be injected or changed. It has one caller, `beginRun`.
 *
 * @param known the template as it was read just before: it is not read again
 */
export async function learningFor(
  context: Context,
  viewer: Viewer,
  mode: RunMode,
  known?: Template,
): Promise<Learning | null> {
  if (mode.kind !== 'template') return null;
  const template =
    known?.id === mode.templateId ? known : await showTemplate(context, viewer, mode.templateId);
  if (mode.style === 'replay') return { style: 'replay', template };
  return { style: 'adaptive', ...(await adaptiveLearning(context, viewer, template)) };
}
