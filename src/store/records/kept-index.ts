import { EngramError } from '../../errors.ts';
import { forgetSharedIndexes, keepIndex } from '../sql/kept-index.ts';
import { defineRecord } from './define-record.ts';

export const keptIndexes = defineRecord({
  commands: {
    'keep-index': {
      refuse: ({ place }) =>
        new EngramError(
          'conflict',
          `Another process has written the search index of the project "${place.project}" meanwhile. Read it again.`,
          { details: { ...place } },
        ),
      statements: keepIndex,
    },
    'forget-shared-indexes': { statements: forgetSharedIndexes },
  },
  // It is made again from what it was made of.
  exported: [],
});
