import { refusalOf } from '../records/records.ts';
import { ownRecord, referenceRecord, rewritten } from './handler.ts';

export const runs = referenceRecord({
  handlers: {
    'start-run': {
      isTaken: (state, { run }) => state.runs.has(run.id),
      apply: (state, { run }, journal) => journal.set(state.runs, run.id, run),
    },
    'append-step': {
      apply(state, command, journal) {
        const { step } = command;
        ownRecord(state.runs, step.runId, step.scope, command);
        const key = `${step.runId} ${step.id}`;
        if (!state.steps.has(key)) journal.set(state.steps, key, step);
      },
    },
    'finish-run': {
      apply(state, command, journal) {
        const run = ownRecord(state.runs, command.runId, command.owner, command);
        if (run.outcome === command.end.outcome) return;
        if (run.outcome !== null) throw refusalOf(command, true);
        journal.set(state.runs, run.id, {
          ...run,
          ...command.end,
          approach: command.end.approach ?? run.approach,
          successFactors: [...command.end.successFactors],
        });
      },
    },
  },
  exported: (state) => [
    rewritten(state.runs, (run) => ({ type: 'start-run', run, ifAbsent: true })),
    rewritten(state.steps, (step) => ({ type: 'append-step', step })),
  ],
});
