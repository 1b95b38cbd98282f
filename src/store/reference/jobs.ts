import { refusalOf } from '../records/records.ts';
import { referenceRecord } from './handler.ts';

export const jobs = referenceRecord({
  handlers: {
    'hold-job': {
      apply(state, command, journal) {
        const { job, epoch } = command;
        const known = state.jobs.get(job.name);
        if (known !== undefined && known.epoch !== epoch) throw refusalOf(command, true);
        journal.set(state.jobs, job.name, job);
      },
    },
  },
  exported: () => [],
});
