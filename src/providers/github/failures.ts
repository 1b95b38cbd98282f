import { EngramError, phrase } from '../../errors.ts';
import { oneLine, type ServiceFailure, systemCodeOf } from '../attempts.ts';
import { propertyOf } from '../service-answer.ts';

/** Something at GitHub, in words: `the pull request acme/shop#12`. */
export type Asked = string;

/** A failure that another try would not change, or one that may pass. */
export type RequestFailure = { readonly refused: EngramError } | { readonly passing: ServiceFailure };

/** What a failed request means. Nothing of it ever holds the token. */
export function failureOf(error: unknown, asked: Asked, now: number): RequestFailure {
  const cause = propertyOf(error, 'cause');
  for (const one of [error, cause]) if (EngramError.is(one)) return { refused: one };
  const response = propertyOf(error, 'response');
  const status = propertyOf(response, 'status');
  if (typeof status !== 'number') {
    const code = systemCodeOf(error) ?? systemCodeOf(cause);
    const reason = code === undefined ? 'the request could not be made' : `the connection failed (${code})`;
    return { passing: { kind: 'unavailable', reason } };
  }
  const headers = propertyOf(response, 'headers');
  const header = (name: string): string | undefined => {
    const value = propertyOf(headers, name);
    return value === undefined ? undefined : String(value);
  };
  const message = propertyOf(propertyOf(response, 'data'), 'message');
  const said = typeof message === 'string' ? oneLine(message) : '';
  if (status === 429 || status === 403) {
    const until = resetOf(header, now);
    if (status === 429 || until !== undefined) return { refused: rateLimited(until) };
  }
  if (status >= 500 || status === 408) {
    return { passing: { kind: 'unavailable', reason: `it answered ${status}` } };
  }
  return { refused: refusalOf(status, asked, said) };
}

/** When GitHub answers again, where it said so. */
function resetOf(header: (name: string) => string | undefined, now: number): number | undefined {
  const after = header('retry-after');
  if (after !== undefined && /^\d+$/.test(after)) return now + Number(after) * 1_000;
  const reset = header('x-ratelimit-reset');
  const isUsedUp = header('x-ratelimit-remaining') === '0';
  return isUsedUp && reset !== undefined && /^\d+$/.test(reset) ? Number(reset) * 1_000 : undefined;
}

function rateLimited(until: number | undefined): EngramError {
  const time = until === undefined ? undefined : new Date(until).toISOString();
  return new EngramError(
    'rate_limited',
    `GitHub takes no more requests of this token for now${time === undefined ? '' : `; it does again at ${time}`}.`,
    { details: { ...(time !== undefined && { until: time }) } },
  );
}

function refusalOf(status: number, asked: Asked, said: string): EngramError {
  if (status === 401) {
    return new EngramError('config_invalid', 'GitHub does not accept the token.', {
      hint: phrase`Set GITHUB_TOKEN or GH_TOKEN to one that is valid.`,
    });
  }
  if (status === 403) {
    return new EngramError('forbidden', `GitHub does not let this token do that with ${asked}.`, {
      hint: phrase`Give the token the permissions that docs/github.md lists.`,
    });
  }
  if (status === 404 || status === 410) {
    return new EngramError('not_found', `GitHub has no ${asked}, or the token may not see it.`);
  }
  const quoted = said === '' ? '' : ` (${said})`;
  return new EngramError(
    'service_unavailable',
    `GitHub refused to answer about ${asked}: ${status}${quoted}.`,
  );
}

/** After all tries. */
export function stillFailing(failure: ServiceFailure, asked: Asked): EngramError {
  return new EngramError('service_unavailable', `GitHub gave no answer about ${asked}: ${failure.reason}.`);
}
