import type {
  ListedPlan,
  PendingTasks,
  PlanDetails,
  ShownSubTask,
  SubTaskStatus,
} from '../../../records/task-plan.ts';
import { counted } from '../../../text/counted.ts';
import { type CarryOut, ownFlag, written } from '../call.ts';
import { ago, duration, oneLine } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { listTable, more, type PageStyle, right, safe, shownJson } from './presenter.ts';

export const mermaidFlag = ownFlag('mermaid', 'Print a Mermaid flowchart instead of a tree', {
  type: 'switch',
});

/** `plan show --mermaid`. */
export const writeMermaid: CarryOut = async ({ own, terminal, asJson }, perform) => {
  if (own['mermaid'] !== true || asJson) return undefined;
  terminal.write(`${((await perform()) as PlanDetails).mermaid}\n`);
  return written;
};

const marks: Readonly<Record<SubTaskStatus, string>> = {
  waiting: '○',
  running: '▶',
  done: '✓',
  failed: '✗',
  skipped: '–',
};

export function subTaskMark(status: SubTaskStatus, paint: Paint): string {
  const mark = marks[status];
  if (status === 'done') return paint.good(mark);
  if (status === 'failed') return paint.bad(mark);
  return status === 'running' ? paint.accent(mark) : paint.dim(mark);
}

export function presentPlan(plan: PlanDetails & { readonly note?: string | null }, page: PageStyle): string {
  const note = plan.note == null ? '' : `\n\n${page.paint.dim(safe(plan.note))}`;
  const next = nextCommand(plan);
  return `${planTree(plan, page.paint, page.columns)}${note}${next === null ? '' : `\n\n${page.paint.dim(next)}`}`;
}

function nextCommand({ name, status }: PlanDetails): string | null {
  switch (status) {
    case 'planned':
      return `Run it: engram plan run ${name} --module ./agents.js`;
    case 'failed':
    case 'cancelled':
      return `Run what is not done again: engram plan run ${name} --module ./agents.js`;
    case 'needs_input':
      return `A result held a secret, which is not kept. Do that sub-task again: engram plan run ${name} --module ./agents.js`;
    case 'paused':
    case 'queued':
      return `Go on: engram plan run ${name} --module ./agents.js`;
    default:
      return null;
  }
}

/** A deep tree still shows what its leaves are. */
const minLineColumns = 30;

/** The plan as a tree: each sub-task under the last one it needs, so that reading down is reading in order. */
export function planTree(plan: PlanDetails, paint: Paint, columns: number): string {
  const { subTasks, groups } = plan;
  const order = groups.flat();
  const byId = new Map(subTasks.map((subTask) => [subTask.id, subTask]));
  const place = (id: string): number => order.indexOf(id);
  const parentOf = ({ needs }: ShownSubTask): string | null =>
    needs.length === 0 ? null : needs.reduce((last, need) => (place(need) > place(last) ? need : last));
  const childrenOf = (id: string | null): ShownSubTask[] =>
    order.flatMap((each) => byId.get(each) ?? []).filter((subTask) => parentOf(subTask) === id);
  const lines: string[] = [];
  const draw = (subTask: ShownSubTask, lead: string, isLast: boolean): void => {
    const branch = `${lead}${isLast ? '└─ ' : '├─ '}`;
    const line = subTaskLine(subTask, parentOf(subTask), paint);
    lines.push(`${branch}${oneLine(line, Math.max(minLineColumns, columns - branch.length))}`);
    const children = childrenOf(subTask.id);
    const below = `${lead}${isLast ? '   ' : '│  '}`;
    for (const [index, child] of children.entries()) draw(child, below, index === children.length - 1);
  };
  const roots = childrenOf(null);
  for (const [index, root] of roots.entries()) draw(root, '', index === roots.length - 1);
  const done = plan.status === 'planned' ? '' : ` · ${plan.done} of ${subTasks.length} done`;
  const size = `${plan.complexity} · ${counted(subTasks.length, 'sub-task')} in ${counted(groups.length, 'group')}`;
  return [
    `${paint.bold(safe(plan.name))} · ${size} · ${plan.status.replace('_', ' ')}${done}`,
    ...lines,
    // Where no sub-task says it.
    ...(plan.error === null || plan.failed > 0 ? [] : [paint.bad(safe(plan.error))]),
  ].join('\n');
}

function subTaskLine(subTask: ShownSubTask, parent: string | null, paint: Paint): string {
  const also = subTask.needs.filter((need) => need !== parent);
  const facts = [
    subTask.assigned ?? subTask.agent,
    subTask.category === null ? null : `[${subTask.category}]`,
    also.length === 0 ? null : `also after ${also.join(', ')}`,
    tookOf(subTask),
  ].flatMap((fact) => (fact === null ? [] : [safe(fact)]));
  const result =
    subTask.status === 'done' && subTask.result !== null ? ` → ${safe(shownJson(subTask.result, 60))}` : '';
  const trouble = subTask.status === 'failed' ? ` ${paint.bad(safe(subTask.tried.at(-1)?.error ?? ''))}` : '';
  const about = facts.length === 0 ? '' : paint.dim(` (${facts.join(' · ')})`);
  const text = safe(subTask.text).replaceAll('\n', ' ');
  return `${subTaskMark(subTask.status, paint)} ${safe(subTask.id)} ${text}${about}${result}${trouble}`;
}

/** How long it took, and who had it before. */
function tookOf({ tried, status }: ShownSubTask): string | null {
  if (tried.length === 0) return null;
  const before = tried.slice(0, -1).flatMap(({ agent }) => agent ?? []);
  const took = duration(tried.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const tries = tried.at(-1)?.tries ?? 1;
  return [
    ...(status === 'done' || status === 'failed' ? [took] : []),
    ...(tries > 1 ? [`${tries} tries`] : []),
    ...(before.length === 0 ? [] : [`taken over from ${before.join(', ')}`]),
  ].join(', ');
}

export function presentPlans(
  { items, next }: { readonly items: readonly ListedPlan[]; readonly next: string | null },
  page: PageStyle,
): string {
  if (items.length === 0) return 'No plans yet. Make one: engram plan create "First …, then …"';
  const table = listTable(page, items, [
    ['PLAN', ({ name }) => safe(name)],
    ['STATUS', ({ status }) => status.replace('_', ' ')],
    ['DONE', ({ done, subTasks }) => `${done}/${subTasks}`, right],
    ['COMPLEXITY', ({ complexity }) => complexity],
    ['CREATED', ({ createdAt }) => ago(createdAt, page.now)],
    ['TASK', ({ description }) => safe(description).replaceAll('\n', ' ')],
  ]);
  return `${table}${more(next, page.paint)}`;
}

export function presentDeletedPlan({ deleted }: { readonly deleted: string }, { paint }: PageStyle): string {
  return `${paint.good('Deleted')} the plan ${safe(deleted)}; its runs and workflows stay`;
}

export function presentPending({ plan, blocked }: PendingTasks, page: PageStyle): string {
  const waiting = blocked.map(({ id, why }) => `${page.paint.dim('○')} ${safe(id)}: ${safe(why)}`);
  const told = plan === null ? 'No open task can be done now.' : presentPlan(plan, page);
  if (waiting.length === 0)
    return plan === null ? 'No open tasks. Create one: engram task create ID "…"' : told;
  return `${told}\n\nBlocked:\n${waiting.join('\n')}`;
}

/** Scripts see by it how it went. */
export function exitCodeOfPlan({ status }: Pick<PlanDetails, 'status'>): number {
  return status === 'failed' || status === 'cancelled' ? 1 : status === 'needs_input' ? 6 : 0;
}

export function exitCodeOfPending({ plan }: PendingTasks): number {
  return plan === null ? 0 : exitCodeOfPlan(plan);
}
