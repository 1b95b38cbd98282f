import type { SessionImport } from '../../../capture/import-sessions.ts';
import type { Listing, SessionDetails } from '../../../recall/browse.ts';
import type { Message, SessionSummary } from '../../../records/session.ts';
import type { Task } from '../../../records/task.ts';
import { ago, fields, table } from '../layout.ts';
import { agentName, more, nothing, type PageStyle, safe, shownJson } from './presenter.ts';

export function presentTask(task: Task, { paint, now }: PageStyle): string {
  return fields(
    [
      ['task', safe(task.id)],
      ['description', safe(task.description)],
      ['status', task.status],
      ['stage', safe(task.stage)],
      ['agent', agentName(task.scope.agent)],
      ...(task.category === null ? [] : [['category', safe(task.category)] as [string, string]]),
      ...(task.type === null ? [] : [['type', safe(task.type)] as [string, string]]),
      ...(task.dependencies.length === 0
        ? []
        : [['after', safe(task.dependencies.join(', '))] as [string, string]]),
      ...(task.effort === null ? [] : [['effort', `${task.effort} h`] as [string, string]]),
      ...task.guidance.map((guidance): [string, string] => ['advised by', guidanceOf(guidance)]),
      ['updated', ago(task.updatedAt, now)],
    ],
    paint,
  );
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
  const columns = [
    { title: 'ID' },
    { title: 'STATUS' },
    { title: 'STAGE', optional: true },
    ...(page.asOwner ? [{ title: 'AGENT' }] : []),
    { title: 'AGE' },
    { title: 'DESCRIPTION' },
  ];
  const rows = items.map((task) => [
    safe(task.id),
    task.status,
    safe(task.stage),
    ...(page.asOwner ? [agentName(task.scope.agent)] : []),
    ago(task.createdAt, page.now),
    safe(task.description),
  ]);
  return table(columns, rows, page.paint, page.columns) + more(next, page.paint);
}

export function presentAppended(message: Message, { paint }: PageStyle): string {
  return `${paint.good('Appended')} ${message.role} message to session ${paint.accent(safe(message.sessionId))}`;
}

export function presentSessions({ items, next }: Listing<SessionSummary>, page: PageStyle): string {
  if (items.length === 0) {
    return 'No sessions yet. A session begins with its first message:\n  engram session append --session chat-1 --role user --content "Hello"';
  }
  const columns = [
    { title: 'ID' },
    ...(page.asOwner ? [{ title: 'AGENT' }] : []),
    { title: 'MESSAGES', align: 'right' as const },
    { title: 'LAST' },
  ];
  const rows = items.map((session) => [
    safe(session.id),
    ...(page.asOwner ? [agentName(session.scope.agent)] : []),
    String(session.messages),
    ago(session.lastMessageAt, page.now),
  ]);
  return table(columns, rows, page.paint, page.columns) + more(next, page.paint);
}

export function presentSession(session: SessionDetails, { paint }: PageStyle): string {
  const lines = session.messages.map((message) => {
    const calls = message.toolCalls.map(
      (call) => `  ${paint.accent(safe(call.name))} ${shownJson(call.arguments, 200)}`,
    );
    const speaker = message.toolName === null ? message.role : `${message.role} ${safe(message.toolName)}`;
    // Indented, so that a second line of what was said cannot pass for another message.
    const said = safe(message.content).replaceAll('\n', '\n    ');
    return [`${paint.bold(speaker)}  ${said}`.trimEnd(), ...calls].join('\n');
  });
  return lines.join('\n');
}

export function presentImportedSessions(report: SessionImport, page: PageStyle): string {
  const { runs, skipped } = report;
  const { paint } = page;
  const rows = runs.map((run) => [
    run.runId,
    String(run.steps),
    String(run.failedSteps),
    String(run.messages),
    run.already ? 'there before' : 'new',
    safe(run.description),
  ]);
  const right = 'right' as const;
  const columns = [
    { title: 'RUN', whole: true },
    { title: 'STEPS', align: right, optional: true },
    { title: 'FAILED', align: right },
    { title: 'MESSAGES', align: right, optional: true },
    { title: '' },
    { title: 'TASK' },
  ];
  const shownRuns = rows.length === 0 ? 'No session was found.' : table(columns, rows, paint, page.columns);
  if (skipped.length === 0) return shownRuns;
  const lines = skipped.slice(0, 10).map(({ place, reason }) => `  ${safe(place)}: ${safe(reason)}`);
  const rest =
    skipped.length > 10 ? [paint.dim(`  … and ${skipped.length - 10} more; --json names them`)] : [];
  return [shownRuns, `${paint.bad('Skipped')} ${skipped.length}:`, ...lines, ...rest].join('\n');
}
