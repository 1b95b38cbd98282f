import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { type ErrorListener, shownError } from './shown-error.ts';

/** Does some work, and gives its failure the form of the protocol. */
export type ErrorGuard = <Result>(work: () => Promise<Result>, uri?: string) => Promise<Result>;

/**
 * Resources, prompts and completions have no place for an error in their answers; only the protocol's own errors
 * carry one. Any other error would lose its code on the way.
 */
export function createGuard(onError: ErrorListener): ErrorGuard {
  return async (work, uri) => {
    try {
      return await work();
    } catch (thrown) {
      const { code, message, details, httpStatus } = shownError(thrown, onError);
      if (code === 'not_found' && uri !== undefined) throw new ResourceNotFoundError(uri, message);
      throw new ProtocolError(
        httpStatus < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
        message,
        { error: { code, message, details } },
      );
    }
  };
}
