import { EngramError, phrase } from '../errors.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';
import type { Template } from '../records/template.ts';
import { isFromBefore, whyNotRunnable, whyRetired } from './replay/checks.ts';

/** A model may use what a draft knows; what was retired is not used at all. */
export function refuseRetired(template: Template): void {
  const reason = whyRetired(template);
  if (reason !== undefined) throw notRunnable(template, reason);
}

/**
 * Refuses a template that may not be replayed, before anything is called. A run that was begun with a version that was approved then may
 * go on with that version, although the template was demoted since: it is the same plan, and half done is worse than done.
 */
export function refuseUnlessRunnable(
  template: Template,
  tools: ToolRuntime,
  approvedVersion?: number | undefined,
): void {
  const reason = whyNotRunnable(template, tools);
  const { status, version } = template;
  if (reason === undefined) return;
  if (status !== 'draft' || approvedVersion === undefined || isFromBefore(template))
    throw notRunnable(template, reason);
  if (version === approvedVersion) return;
  const edited = `The plan was edited since that run was begun (version ${approvedVersion}, now ${version}).`;
  throw notRunnable(template, `${reason} ${edited}`);
}

function notRunnable(template: Template, reason: string): EngramError {
  const { slug, status } = template;
  return new EngramError('not_replayable', reason, {
    details: { template: slug, status },
    // Approval does not give a plan the answers that it lacks.
    ...(status === 'draft' &&
      !isFromBefore(template) && {
        hint: phrase`Approve it with ${{ operation: 'template.approve', given: { id: slug } }}.`,
      }),
  });
}
