import { EngramError, phrase } from '../../../errors.ts';
import type { ServiceFailure } from '../../attempts.ts';
import { propertyOf } from '../../service-answer.ts';

/** A refusal that another try would not change, or a failure that may pass. Neither quotes what Honcho said: it may quote the key. */
export function honchoFailure(error: unknown): { readonly refused: EngramError } | ServiceFailure {
  if (EngramError.is(error)) return { refused: error };
  const status = propertyOf(error, 'status');
  if (status === 401 || status === 403) {
    return {
      refused: new EngramError('config_invalid', 'Honcho does not accept the key for this app.', {
        hint: phrase`Set HONCHO_API_KEY and HONCHO_APP_ID to those that Honcho gave you.`,
      }),
    };
  }
  if (status === 429) {
    return { refused: new EngramError('rate_limited', 'Honcho takes no more requests of this key for now.') };
  }
  if (typeof status === 'number' && status >= 400 && status < 500 && status !== 408) {
    return { refused: new EngramError('service_unavailable', `Honcho refused the request: ${status}.`) };
  }
  if (typeof status === 'number' && status > 0)
    return { kind: 'unavailable', reason: `it answered ${status}` };
  const isTimeout = propertyOf(error, 'code') === 'timeout';
  return { kind: 'unavailable', reason: isTimeout ? 'it did not answer in time' : 'the connection failed' };
}

/** After all tries. */
export function honchoUnavailable({ reason }: ServiceFailure): EngramError {
  return new EngramError('service_unavailable', `Honcho gave no answer: ${reason}.`);
}
