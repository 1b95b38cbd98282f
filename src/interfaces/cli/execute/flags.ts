import { startRunInput } from '../../../records/inputs.ts';
import { lazySchema } from '../../../records/lazy-schema.ts';
import { ownFlag } from '../call.ts';
import { type Flag, flagsOf } from '../flags.ts';

/** The task of an execution. How it is done is for the strategy to say. */
export const executedTask = lazySchema(() => startRunInput.omit({ approach: true }));

/** Flags that override the options of the module. */
const optionFlags: readonly Flag[] = [
  ownFlag('strategy', 'standard, incremental, parallel, api_heavy, or one that the module brings'),
  ownFlag('retries', 'How often a part is tried again when no known solution applies', { type: 'number' }),
  ownFlag('timeout-ms', 'How long one attempt of a part may take, in milliseconds', { type: 'number' }),
];

/** Fields of the options that have a flag. */
export const optionFields: readonly string[] = optionFlags.map(({ field }) => field);

/** The flags of `engram execute`. */
export function executeFlags(): readonly Flag[] {
  return [
    ownFlag('module', 'File whose default export is the work: a function, { parts } or { items, batch }', {
      required: true,
    }),
    ...flagsOf({ input: executedTask }),
    ...optionFlags,
  ];
}
