import { maySee, maySeeRun } from '../../access/reach.ts';
import type { FoundRecorded, RecordedEntry, Store } from '../../ports/store.ts';
import { messageText, type RecordedFailure, type RecordedKey, runText } from '../../records/recorded.ts';
import { isByAgent, type Run } from '../../records/run.ts';
import { sameScope } from '../../records/scope.ts';
import type { Message } from '../../records/session.ts';
import type { Step } from '../../records/step.ts';
import type { UndoJournal } from './journal.ts';
import type { State } from './state.ts';

/** Notes that a message or an ended run was written, has changed or is gone, so that those who follow can be told. */
export function noteRecorded(state: State, key: RecordedKey, journal: UndoJournal): void {
  journal.set(state.recorded, String(state.recorded.size), key);
}

function inOrder(left: Step, right: Step): number {
  return left.position - right.position || (left.id < right.id ? -1 : 1);
}

function failuresOf(state: State, run: Run): RecordedFailure[] {
  const steps = [...state.steps.values()].filter(({ runId }) => runId === run.id).sort(inOrder);
  return steps
    .filter(({ success }) => !success)
    .map((failed) => {
      const tool = failed.kind === 'tool' ? failed.tool : null;
      const repair = steps.find(
        (step) =>
          step.kind === 'tool' && step.tool === tool && step.success && step.position > failed.position,
      );
      const repairedBy = repair?.kind === 'tool' ? JSON.stringify(repair.arguments) : null;
      return { message: failed.error?.message ?? '', tool, repairedBy };
    });
}

function foundMessage(state: State, message: Message): FoundRecorded {
  const { id, scope, createdAt, sessionId, role } = message;
  const all = [...state.messages.values()];
  const ofSession = all.filter((each) => each.sessionId === sessionId && sameScope(each.scope, scope));
  return {
    ...{ kind: 'message', id, scope, createdAt, sessionId, role, agents: [], outcome: null },
    ...{ templateId: null, byAgent: true },
    text: messageText(message),
    position: all.indexOf(message),
    number: ofSession.indexOf(message) + 1,
  };
}

function foundRun(state: State, run: Run): FoundRecorded {
  const { id, scope, createdAt, agents, outcome } = run;
  const ofMessages = { sessionId: null, position: null, role: null, number: null };
  const text = runText(run, failuresOf(state, run));
  const templateId = run.mode.kind === 'template' ? run.mode.templateId : null;
  const isKnown = { templateId, byAgent: isByAgent(run) };
  return { kind: 'run', id, scope, createdAt, agents, outcome, text, ...ofMessages, ...isKnown };
}

/** The message or the ended run of this key, when it is there. */
export function foundBy(state: State, { kind, id }: RecordedKey): FoundRecorded[] {
  const message = kind === 'message' ? state.messages.get(id) : undefined;
  const run = kind === 'run' ? state.runs.get(id) : undefined;
  if (message !== undefined) return [foundMessage(state, message)];
  return run === undefined || run.outcome === null ? [] : [foundRun(state, run)];
}

const keyOf = ({ kind, id }: RecordedKey): string => `${kind} ${id}`;

export function readRecorded(state: State): Pick<Store, 'recordedChanges' | 'getRecorded'> {
  return {
    async recordedChanges({ user, project }, mark, limit) {
      const from = Number(mark ?? 0);
      const to = Math.min(state.recorded.size, from + limit);
      const piece = new Map([...state.recorded.values()].slice(from, to).map((key) => [keyOf(key), key]));
      const there = [...piece.values()].flatMap((key) => foundBy(state, key));
      const entries: readonly RecordedEntry[] = there.filter(
        ({ scope }) => scope.user === user && scope.project === project,
      );
      for (const found of entries) piece.delete(keyOf(found));
      return structuredClone({
        entries,
        removed: [...piece.values()],
        mark: String(to),
        more: to < state.recorded.size,
        restart: false,
      });
    },
    async getRecorded(viewer, keys) {
      const asked = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
      const found = asked.flatMap((key) => foundBy(state, key));
      return structuredClone(
        found.filter((each) => (each.kind === 'run' ? maySeeRun(viewer, each) : maySee(viewer, each.scope))),
      );
    },
  };
}
