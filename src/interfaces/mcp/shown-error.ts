import { EngramError, toEngramError, type Wording } from '../../errors.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { mcpWording } from './wording.ts';

/** Called with internal errors. */
export type ErrorListener = (error: Error) => void;

/** An error in the words of MCP. */
type ShownError = Pick<EngramError, 'code' | 'message' | 'details' | 'httpStatus'>;

/** An error as a caller may see it. What is unexpected may hold anything, so its message goes to the listener only. */
export function shownError(
  thrown: unknown,
  onError: ErrorListener,
  wording: Wording = mcpWording,
): ShownError {
  const error = toEngramError(thrown);
  if (error.code === 'internal') {
    onError(error);
    return new EngramError(
      'internal',
      'Something unexpected happened inside Engram; the server reported it.',
    );
  }
  const { code, details, httpStatus } = error;
  return withoutSecrets({ code, message: error.messageIn(wording), details, httpStatus });
}
