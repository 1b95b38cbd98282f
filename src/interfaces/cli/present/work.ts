import type { SessionImport } from '../../../capture/import-sessions.ts';
import type { Listing, SessionDetails } from '../../../recall/browse.ts';
import type { Message, SessionSummary } from '../../../records/session.ts';
import type { Task } from '../../../records/task.ts';
import { ago, fields } from '../layout.ts';
import {
  agentColumn,
  agentName,
  listTable,
  more,
  nothing,
  optional,
  type PageStyle,
  right,
  safe,
  shownJson,
  whole,
} from './presenter.ts';

export function presentTask(task: Task, { paint, now }: PageStyle): string {
  return fields(paint, [
    ['task', safe(task.id)],
    ['description', safe(task.description)],
    ['status', task.status],
    ['stage', safe(task.stage)],
    ['agent', agentName(task.scope.agent)],
    ['category', task.category !== null && safe(task.category)],
    ['type', task.type !== null && safe(task.type)],
    ['after', task.dependencies.length > 0 && safe(task.dependencies.join(', '))],
    ['effort', task.effort !== null && `${task.effort} h`],
    ...task.guidance.map((guidance) => ['advised by', guidanceOf(guidance)] as const),
    ['updated', ago(task.updatedAt, now)],
  ]);
}

/** A pattern that was applied to a task: what it advises, and how the task then ended. */
function guidanceOf({ pattern, outcome, steps, checks }: Task['guidance'][number]): string {
  const ended = outcome === null ? '' : ` (ended in ${outcome})`;
  const guards = checks.length === 0 ? [] : [`checks: ${safe(checks.join(', '))}`];
  const lines = [...steps.map((step, index) => `${index + 1}. ${safe(step)}`), ...guards];
  return [`${safe(pattern)}${ended}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

export function presentTasks({ items, next }: Listing<Task>, page: PageStyle): string {
  if (items.length === 0) {
    return nothing(
      page,
      'No tasks yet. Create one:\n  engram task create auth-123 --description "Fix the login timeout" --category auth',
    );
  }
  const listed = listTable(page, items, [
    ['ID', ({ id }) => safe(id)],
    ['STATUS', ({ status }) => status],
    ['STAGE', ({ stage }) => safe(stage), optional],
    ...agentColumn<Task>(page, ({ scope }) => scope.agent),
    ['AGE', ({ createdAt }) => ago(createdAt, page.now)],
    ['DESCRIPTION', ({ description }) => safe(description)],
  ]);
  return listed + more(next, page.paint);
}

export function presentAppended(message: Message, { paint }: PageStyle): string {
  return `${paint.good('Appended')} ${message.role} message to session ${paint.accent(safe(message.sessionId))}`;
}

export function presentSessions({ items, next }: Listing<SessionSummary>, page: PageStyle): string {
  if (items.length === 0) {
    return 'No sessions yet. A session begins with its first message:\n  engram session append --session chat-1 --role user --content "Hello"';
  }
  const listed = listTable(page, items, [
    ['ID', ({ id }) => safe(id)],
    ...agentColumn<SessionSummary>(page, ({ scope }) => scope.agent),
    ['MESSAGES', ({ messages }) => String(messages), right],
    ['LAST', ({ lastMessageAt }) => ago(lastMessageAt, page.now)],
  ]);
  return listed + more(next, page.paint);
}

export function presentSession(session: SessionDetails, { paint }: PageStyle): string {
  const lines = session.messages.map((message, index) => {
    const number = session.first === undefined ? '' : `${paint.dim(String(session.first + index))} `;
    const calls = message.toolCalls.map(
      (call) => `  ${paint.accent(safe(call.name))} ${shownJson(call.arguments, 200)}`,
    );
    const speaker = message.toolName === null ? message.role : `${message.role} ${safe(message.toolName)}`;
    // Indented, so that a second line of what was said cannot pass for another message.
    const text = safe(message.content).replaceAll('\n', '\n    ');
    return [`${number}${paint.bold(speaker)}  ${text}`.trimEnd(), ...calls].join('\n');
  });
  return lines.join('\n');
}

export function presentImportedSessions(report: SessionImport, page: PageStyle): string {
  const { runs, skipped } = report;
  const { paint } = page;
  const listed = listTable(page, runs, [
    ['RUN', ({ runId }) => runId, whole],
    ['STEPS', ({ steps }) => String(steps), { ...right, ...optional }],
    ['FAILED', ({ failedSteps }) => String(failedSteps), right],
    ['MESSAGES', ({ messages }) => String(messages), { ...right, ...optional }],
    ['', ({ already }) => (already ? 'there before' : 'new')],
    ['TASK', ({ description }) => safe(description)],
  ]);
  const shownRuns = runs.length === 0 ? 'No session was found.' : listed;
  if (skipped.length === 0) return shownRuns;
  const lines = skipped.slice(0, 10).map(({ place, reason }) => `  ${safe(place)}: ${safe(reason)}`);
  const rest =
    skipped.length > 10 ? [paint.dim(`  … and ${skipped.length - 10} more; --json names them`)] : [];
  return [shownRuns, `${paint.bad('Skipped')} ${skipped.length}:`, ...lines, ...rest].join('\n');
}
