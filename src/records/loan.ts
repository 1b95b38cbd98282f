import { nameText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';
import { defineOwned, ownedBase } from './owned/owned-record.ts';
import { recordId } from './record.ts';

/**
 * That a run was given a memory of somebody else. What is made from the run rests on it, and is no longer used when the memory
 * is no longer shared or is gone.
 */
const loanSchema = lazyObject(() => ({
  ...ownedBase,
  /** The run and the memory, so that each pair is noted once. */
  name: nameText,
  runId: recordId,
  memoryId: recordId,
}));

export const loans = defineOwned({
  label: 'loan',
  table: 'loans',
  schema: loanSchema,
  key: 'name',
  filters: ['runId'],
  redact: { runId: 'name', memoryId: 'name' },
  sample: { name: 'run_1 mem_1', runId: 'run_1', memoryId: 'mem_1' },
});
