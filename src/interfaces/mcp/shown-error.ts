import { EngramError, toEngramError } from '../../errors.ts';

/** Hears what went wrong inside. */
export type ErrorListener = (error: Error) => void;

/** An error as a caller may see it. What is unexpected may hold anything, so its message goes to the listener only. */
export function shownError(thrown: unknown, onError: ErrorListener): EngramError {
  const error = toEngramError(thrown);
  if (error.code !== 'internal') return error;
  onError(error);
  return new EngramError('internal', 'Something unexpected happened inside Engram; the server reported it.');
}
