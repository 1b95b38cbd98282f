import { EngramError, phrase } from '../errors.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';
import type { Template } from '../records/template.ts';
import { lacksObservations, whyNotRunnable, whyRetired } from './replay/checks.ts';

/** Refuses a retired template. A draft is allowed here: a model may use what it knows. */
export function refuseRetired(template: Template): void {
  const reason = whyRetired(template);
  if (reason !== undefined) throw notRunnable(template, reason);
}

/**
 * Refuses a template that may not be replayed, before anything is called. A run may finish with the version that was approved
 * when it began, although the template was demoted since: it is the same plan, and stopping half-way would be worse.
 */
export function refuseUnlessRunnable(
  template: Template,
  tools: ToolRuntime,
  approvedVersion?: number | undefined,
): void {
  const reason = whyNotRunnable(template, tools);
  const { status, version } = template;
  if (reason === undefined) return;
  if (status !== 'draft' || approvedVersion === undefined || lacksObservations(template))
    throw notRunnable(template, reason);
  if (version === approvedVersion) return;
  const edited = `The plan was edited since that run was begun (version ${approvedVersion}, now ${version}).`;
  throw notRunnable(template, `${reason} ${edited}`);
}

function notRunnable(template: Template, reason: string): EngramError {
  const { slug, status } = template;
  return new EngramError('not_replayable', reason, {
    details: { template: slug, status },
    // Approval would not help a plan that lacks recorded answers.
    ...(status === 'draft' &&
      !lacksObservations(template) && {
        hint: phrase`Approve it with ${{ operation: 'template.approve', given: { id: slug } }}.`,
      }),
  });
}
