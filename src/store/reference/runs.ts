import { handedOverReplay, isByAgent, type Run } from '../../records/run.ts';
import { sameScope } from '../../records/scope.ts';
import { makerOf } from '../../records/step.ts';
import { refusalOf } from '../records/records.ts';
import { ownRecord, referenceRecord, rewritten } from './handler.ts';
import { isHeld } from './held.ts';
import type { UndoJournal } from './journal.ts';
import { noteRecorded } from './recorded.ts';
import type { State } from './state.ts';
import { noteFailure, noteUnsorted } from './unsorted.ts';

/** Puts the run in its place; those who follow ended runs are told. */
function setRun(state: State, run: Run, journal: UndoJournal): void {
  journal.set(state.runs, run.id, run);
  if (run.outcome !== null) noteRecorded(state, { kind: 'run', id: run.id }, journal);
}

/** The run with these agents, besides its own. */
function joined(state: State, run: Run, agents: readonly string[], journal: UndoJournal): void {
  const others = [...run.agents, ...agents].filter((agent) => agent !== run.scope.agent);
  setRun(state, { ...run, agents: [...new Set(others)] }, journal);
}

export const runs = referenceRecord({
  handlers: {
    'start-run': {
      isTaken: (state, { run }) => state.runs.has(run.id),
      apply: (state, { run }, journal) => setRun(state, run, journal),
      whenTaken(state, { run }, journal) {
        const known = state.runs.get(run.id);
        if (known !== undefined && sameScope(known.scope, run.scope))
          joined(state, known, run.agents, journal);
      },
    },
    'join-run': {
      apply(state, command, journal) {
        const run = ownRecord(state.runs, command.runId, command.owner, command);
        joined(state, run, command.agents, journal);
      },
    },
    'append-step': {
      apply(state, command, journal) {
        const { step } = command;
        const run = ownRecord(state.runs, step.runId, step.scope, command);
        if (step.agent !== null && !run.agents.includes(step.agent)) throw refusalOf(command, false);
        if (!step.success && step.error !== null && isByAgent(run))
          noteFailure(state, { ...step.scope, agent: makerOf(step) }, step.error.signature, journal);
        const key = `${step.runId} ${step.id}`;
        if (state.steps.has(key)) return;
        journal.set(state.steps, key, step);
        setRun(state, run, journal);
      },
    },
    'finish-run': {
      apply(state, command, journal) {
        const run = ownRecord(state.runs, command.runId, command.owner, command);
        if (run.outcome === command.end.outcome) return;
        if (run.outcome !== null) throw refusalOf(command, true);
        const { end } = command;
        const successFactors = [...end.successFactors];
        setRun(state, { ...run, ...end, approach: end.approach ?? run.approach, successFactors }, journal);
        if (end.approach === handedOverReplay) noteUnsorted(state, run.scope, journal);
      },
    },
    'delete-run': {
      apply(state, command, journal) {
        const run = ownRecord(state.runs, command.id, command.owner, command);
        if (run.outcome === null) throw refusalOf(command, true);
        if (isHeld(state, { ...run, kind: 'run' })) throw refusalOf(command, true, true);
        journal.remove(state.runs, run.id);
        noteRecorded(state, { kind: 'run', id: run.id }, journal);
        for (const [key, { runId }] of [...state.steps]) {
          if (runId === run.id) journal.remove(state.steps, key);
        }
        for (const [key, { runId }] of [...state.uses]) {
          if (runId === run.id) journal.remove(state.uses, key);
        }
      },
    },
  },
  exported: (state) => [
    rewritten(state.runs, (run) => ({ type: 'start-run', run, ifAbsent: true })),
    rewritten(state.steps, (step) => ({ type: 'append-step', step })),
  ],
});
