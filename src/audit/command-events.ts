import type { Command, CommandType } from '../ports/store.ts';
import type { AuditEvent } from '../records/audit.ts';
import type { Grant } from '../records/grant.ts';
import type { Hold } from '../records/hold.ts';
import type { OwnedKind } from '../records/owned/owned-records.ts';
import type { Scope } from '../records/scope.ts';
import type { Actor } from './acting.ts';

/** Commands that are written down. Looked at before anything else: all others cost nothing. */
const audited: ReadonlySet<CommandType> = new Set([
  'create-record',
  'revise-record',
  'delete-record',
  'delete-memory',
  'delete-lesson',
  'delete-template',
  'delete-run',
  'delete-session',
  'create-token',
  'revoke-token',
  'erase-user',
]);

/** Commands that are written down where they raise trust. */
const raising: ReadonlySet<CommandType> = new Set([
  'save-template',
  'revise-template',
  'save-lesson',
  'signal-workflow',
]);

/** What Engram notes for itself: that a run was given something, what a policy removed. */
const ownNotes: ReadonlySet<OwnedKind> = new Set(['loan', 'removal']);

/** Whether some of these commands may have to be written down. */
export function mayBeAudited(commands: readonly Command[], actor: Actor | undefined): boolean {
  return commands.some(({ type }) => audited.has(type) || (actor?.raisesTrust === true && raising.has(type)));
}

/** What commands do that is to be written down. What is copied from another store was written down there. */
export function commandEvents(commands: readonly Command[], actor: Actor | undefined): AuditEvent[] {
  const events = commands.flatMap((command) =>
    'ifAbsent' in command && command.ifAbsent === true ? [] : eventsOf(command, actor),
  );
  return joined(events);
}

/** Events that differ by their ids only, as one. */
function joined(events: readonly AuditEvent[]): AuditEvent[] {
  const byRest = new Map<string, AuditEvent>();
  for (const { ids, count = ids.length, ...rest } of events) {
    const key = JSON.stringify(rest);
    const known = byRest.get(key);
    byRest.set(key, { ...rest, ids: [...(known?.ids ?? []), ...ids], count: (known?.count ?? 0) + count });
  }
  return [...byRest.values()];
}

function eventsOf(command: Command, actor: Actor | undefined): AuditEvent[] {
  switch (command.type) {
    case 'create-record':
      if (command.kind === 'grant') return [shared(command.record)];
      return command.kind === 'hold' ? [held(command.record)] : [];
    case 'revise-record':
      return command.kind === 'grant' && command.record.revokedBy !== null
        ? [revoked(command.owner, command.record)]
        : [];
    case 'delete-record':
      if (command.kind === 'hold')
        return [{ action: 'release', of: command.owner, kind: 'hold', ids: [command.id] }];
      return ownNotes.has(command.kind) ? [] : [deleted(command.kind, command.owner, command.id)];
    case 'delete-run':
      return [deleted('run', command.owner, command.id)];
    case 'delete-session':
      return [deleted('session', command.owner, command.id)];
    case 'delete-memory':
      return [deleted('memory', command.owner, command.id)];
    case 'delete-lesson':
      return [deleted('lesson', command.owner, command.id)];
    case 'delete-template':
      return [deleted('template', command.owner, command.id)];
    case 'create-token':
      return [{ action: 'create-token', of: command.token.scope, kind: 'token', ids: [command.token.id] }];
    case 'revoke-token':
      return [{ action: 'revoke-token', of: command.owner, kind: 'token', ids: [command.id] }];
    case 'erase-user': {
      const project = actor?.by?.project ?? 'all';
      return [{ action: 'erase', of: { user: command.user, project, agent: null }, kind: 'user', ids: [] }];
    }
    default:
      return actor?.raisesTrust === true ? raisedBy(command) : [];
  }
}

/** People know a grant by its name, which may come again; the id stands beside it. */
function shared({ id, name, scope, to, note }: Grant): AuditEvent {
  return {
    action: 'share',
    of: scope,
    to,
    kind: 'grant',
    ids: [name, id],
    count: 1,
    ...(note === null ? {} : { why: note }),
  };
}

function held({ id, name, scope, reason }: Hold): AuditEvent {
  return { action: 'hold', of: scope, kind: 'hold', ids: [name, id], count: 1, why: reason };
}

function raisedBy(command: Command): AuditEvent[] {
  const raised = (of: Scope, kind: string, ...ids: string[]): AuditEvent[] => [
    { action: 'trust', of, kind, ids, count: 1 },
  ];
  switch (command.type) {
    case 'save-template':
    case 'revise-template': {
      const { scope, slug, id } = command.template;
      return raised(scope, 'template', slug, id);
    }
    case 'save-lesson': {
      const { scope, kind, slug, id } = command.lesson;
      return kind === 'check' ? raised(scope, kind, slug ?? id, id) : [];
    }
    case 'signal-workflow':
      return raised(command.checkpoint.scope, 'workflow', command.checkpoint.workflowId);
    default:
      return [];
  }
}

/** `(time)` stands for a grant that is closed because its time has passed. */
function revoked(of: Scope, { id, name, to, revokedBy }: Grant): AuditEvent {
  const event: AuditEvent = { action: 'revoke', of, to, kind: 'grant', ids: [name, id], count: 1 };
  return revokedBy === '(time)' ? { ...event, by: null, why: 'its time has passed' } : event;
}

function deleted(kind: string, of: Scope, id: string): AuditEvent {
  return { action: 'delete', of, kind, ids: [id] };
}
