import type { ShownWorkflow, WorkflowDetails } from '../../../records/workflow-inputs.ts';
import { ago, type FieldLine, fields } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { agentName, listTable, type PageStyle, safe, shownJson } from './presenter.ts';

/** How a status reads, and how it looks. */
export function statusText(
  { status, requested }: Pick<ShownWorkflow, 'status' | 'requested'>,
  paint: Paint,
): string {
  const text = status.replace('_', ' ') + (requested === null ? '' : `, asked to ${requested}`);
  if (status === 'done') return paint.good(text);
  if (status === 'failed' || status === 'needs_input') return paint.bad(text);
  return status === 'running' ? paint.accent(text) : text;
}

export function presentWorkflows(
  { items }: { readonly items: readonly ShownWorkflow[]; readonly next: unknown },
  page: PageStyle,
): string {
  if (items.length === 0) {
    return page.filtered
      ? 'No workflow stands like that.'
      : 'No workflows yet. Start one with engram workflow start NAME --module ./workflows.js';
  }
  return listTable(page, items, [
    ['WORKFLOW', ({ id, requestKey }) => safe(requestKey ?? id)],
    ['NAME', ({ name, version }) => `${safe(name)} ${safe(version)}`],
    ['STATUS', (workflow) => statusText(workflow, page.paint)],
    ['UPDATED', ({ updatedAt }) => ago(updatedAt, page.now)],
    ...(page.asOwner ? [['AGENT', ({ scope }: ShownWorkflow) => agentName(scope.agent)] as const] : []),
    ['WHY', ({ error }) => (error === null ? '' : safe(error.message))],
  ]);
}

const stepMarks = {
  done: 'done',
  begun: 'begun',
  retrying: 'failed, is tried again',
  failed: 'failed',
} as const;

export function presentWorkflow(
  workflow: ShownWorkflow | WorkflowDetails,
  { paint, now, columns }: PageStyle,
): string {
  const { id, requestKey, name, version, runId, error, output, wakeAt, recoveries } = workflow;
  const lines: FieldLine[] = [
    ['workflow', requestKey === null ? safe(id) : `${safe(requestKey)} ${paint.dim(safe(id))}`],
    ['does', `${safe(name)}, version ${safe(version)}`],
    ['status', statusText(workflow, paint)],
    ['updated', ago(workflow.updatedAt, now)],
    ['run', safe(runId)],
  ];
  if (wakeAt !== null && wakeAt > now)
    lines.push(['goes on', `${new Date(wakeAt).toISOString()} at the latest`]);
  if (recoveries > 0) lines.push(['recovered', `${recoveries} times since it last got further`]);
  if (error !== null)
    lines.push(['why', safe(error.step === null ? error.message : `${error.step}: ${error.message}`)]);
  if (output !== null) lines.push(['output', safe(shownJson(output, columns - 12))]);
  const told = [fields(paint, lines)];
  if ('steps' in workflow && workflow.steps.length > 0) {
    told.push(
      listTable({ paint, columns }, workflow.steps, [
        ['STEP', ({ key }) => safe(key)],
        ['STATE', ({ state }) => (state === 'done' ? paint.good(stepMarks[state]) : stepMarks[state])],
        ['TRIES', ({ attempts }) => String(attempts)],
        ['WHEN', ({ at }) => ago(at, now)],
        ['RESULT', ({ result, error: why }) => safe(why ?? shownJson(result, 80))],
      ]),
    );
  }
  const next = nextCommand(workflow);
  if (next !== undefined) told.push(paint.dim(next));
  return told.join('\n\n');
}

/** What the reader may do next. */
function nextCommand({ status, id, requestKey, name }: ShownWorkflow): string | undefined {
  const called = safe(requestKey ?? id);
  switch (status) {
    case 'queued':
      return `A worker that knows "${safe(name)}" goes on with it: engram workflow work --module FILE`;
    case 'failed':
      return `Try again from where it failed: engram workflow retry ${called} --module FILE`;
    case 'paused':
    case 'needs_input':
      return `Go on: engram workflow resume ${called} --module FILE`;
    default:
      return undefined;
  }
}

/** Scripts see by it how it went. */
export function exitCodeOf({ status }: ShownWorkflow): number {
  return status === 'failed' || status === 'cancelled' ? 1 : status === 'needs_input' ? 6 : 0;
}
