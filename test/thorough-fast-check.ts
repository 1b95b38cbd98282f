import actual from 'fast-check';
import { getCurrentTest } from 'vitest/suite';
import { effort } from './effort.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** How many inputs the properties of this test drew. */
    draws?: number;
  }
}

const drawsOf = (wanted = 100): number => {
  const draws = Math.ceil(wanted * effort);
  const test = getCurrentTest();
  if (test !== undefined) test.meta.draws = (test.meta.draws ?? 0) + draws;
  return draws;
};

const assert = ((property: actual.IRawProperty<unknown>, options?: actual.Parameters<unknown>) =>
  actual.assert(property, { ...options, numRuns: drawsOf(options?.numRuns) })) as typeof actual.assert;

/** fast-check as the tests import it, with `assert` trying harder: see the property campaign. */
export * from 'fast-check';
export default { ...actual, assert };
