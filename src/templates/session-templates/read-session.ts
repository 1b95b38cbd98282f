import { pickOne } from '../../access/pick-one.ts';
import { notFound } from '../../errors.ts';
import type { Context } from '../../ports/context.ts';
import { importedId } from '../../records/imported-id.ts';
import type { Scope, Viewer } from '../../records/scope.ts';
import type { Message, Session } from '../../records/session.ts';
import type { ToolStep } from '../../records/step.ts';
import { callsOfMessages, callsOfSteps, type RecordedSession } from './calls.ts';

/** A session that was read, and whose it is. */
export interface ReadSession {
  readonly recorded: RecordedSession;
  readonly scope: Scope;
  /** `run` when a run was named that is no session. */
  readonly kind: 'session' | 'run';
  /** The run that tells how it ended; null for a session that belongs to none. */
  readonly runId: string | null;
}

/**
 * Reads a session by its id. Messages do not say whether a call failed; for an imported session the steps of its run do.
 * A run may be named as well: its calls are those of a session without words.
 */
export async function readSession(context: Context, viewer: Viewer, id: string): Promise<ReadSession> {
  const { store } = context;
  const sessions = await store.findSessions(viewer, id);
  if (sessions.length > 0) {
    const session = pickOne('session', id, viewer, sessions);
    const runId = importedId('run', session.scope, session.id);
    const [messages, steps] = await Promise.all([
      store.listMessages(viewer, session),
      store.listSteps(viewer, runId),
    ]);
    const tools = steps.filter((step) => step.kind === 'tool');
    const recorded = callsOfMessages(id, messages, stepsByCall(session, messages, tools));
    return { recorded, scope: session.scope, kind: 'session', runId: steps.length === 0 ? null : runId };
  }
  const run = await store.getRun(viewer, id);
  if (run === undefined) throw notFound('session', id);
  const recorded = callsOfSteps(id, run.createdAt, await store.listSteps(viewer, id));
  return { recorded, scope: run.scope, kind: 'run', runId: id };
}

function stepsByCall(
  session: Session,
  messages: readonly Message[],
  steps: readonly ToolStep[],
): ReadonlyMap<string, ToolStep> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const byCall = new Map<string, ToolStep>();
  if (byId.size === 0) return byCall;
  for (const { toolCalls } of messages) {
    for (const { id } of toolCalls) {
      const step = byId.get(importedId('step', session.scope, session.id, 'tool', id));
      if (step !== undefined) byCall.set(id, step);
    }
  }
  return byCall;
}
