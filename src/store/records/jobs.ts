import { EngramError } from '../../errors.ts';
import { redactOptional } from '../../text/redact/redact-name.ts';
import { holdJob } from '../sql/jobs.ts';
import { defineRecord } from './define-record.ts';

/** Jobs are of one store, so they are no part of an export. */
export const jobs = defineRecord({
  commands: {
    'hold-job': {
      // The state is the job's own; an error may quote anything.
      redact: (command) => ({
        ...command,
        job: { ...command.job, error: redactOptional(command.job.error) },
      }),
      refuse: ({ job: { name } }) =>
        new EngramError(
          'conflict',
          `Another process is at the job "${name}". Wait until it is done, or until its lease runs out.`,
          { details: { job: name } },
        ),
      statements: ({ job, epoch }) => [holdJob(job, epoch)],
    },
  },
  exported: [],
});
