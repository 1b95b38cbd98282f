import { refusalOf } from '../records/records.ts';
import { referenceRecord } from './handler.ts';

export const jobs = referenceRecord({
  handlers: {
    'hold-job': {
      apply(state, command, journal) {
        const { job, holder, now } = command;
        const held = state.jobs.get(job.name);
        const isFree =
          held === undefined || held.holder === null || held.holder === holder || held.leaseUntil <= now;
        if (!isFree) throw refusalOf(command, true);
        journal.set(state.jobs, job.name, job);
      },
    },
  },
  exported: () => [],
});
