import type { Unbound } from '../../templates/plan/resolve.ts';

/** Why a call was not made, in words: nothing was sent. */

export function lostAnswer(index: number): Unbound {
  return {
    reason: `It takes a value from the answer of call ${index + 1}, which took effect, and whose answer was lost`,
    expected: `the answer of call ${index + 1}`,
    found: 'none',
  };
}

export const notKept: Unbound = {
  reason:
    'It takes a value that was not kept when the run was interrupted, because it is a secret; give it again, or do the rest by hand',
  expected: 'the value itself',
  found: 'a placeholder',
};

export function notWritten(message: string): Unbound {
  return {
    reason: `Nothing was called, because it could not be written down before: ${message}`,
    expected: 'a call that is written down before it is made',
    found: 'an error',
  };
}

export const notAnObject: Unbound = {
  reason: 'The plan makes something of the arguments that is not an object',
  expected: 'an object',
  found: 'another value',
};

export function goneTool(tool: string): Unbound {
  return { reason: `The tool "${tool}" is not there any more`, expected: tool, found: 'nothing' };
}

/** A tool for anything only looked in the recorded runs, and would be asked to change something. */
export function wouldChange(tool: string): Unbound {
  return {
    reason: `With these inputs "${tool}" would change something; in the recorded runs it only looked, so nobody has approved that`,
    expected: 'a look',
    found: 'a change',
  };
}
