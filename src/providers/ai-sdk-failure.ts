import { failureOfStatus, type ServiceFailure, systemCodeOf } from './attempts.ts';

/** Classifies an error of the AI SDK. Only a service's own answer is quoted: other messages may contain a header. */
export function failureOfAiSdk(error: unknown, now: number): ServiceFailure {
  const { name, message, statusCode, responseHeaders, isRetryable } = Object(error) as {
    name?: unknown;
    message?: unknown;
    statusCode?: unknown;
    responseHeaders?: Readonly<Record<string, string>>;
    isRetryable?: unknown;
  };
  if (typeof statusCode === 'number' && statusCode >= 300) {
    return failureOfStatus(statusCode, String(message), responseHeaders?.['retry-after'], now);
  }
  const code = systemCodeOf(error);
  const reason = `the request failed (${code ?? String(name ?? 'unknown error')})`;
  return code !== undefined || isRetryable === true
    ? { kind: 'unavailable', reason }
    : { kind: 'refused', status: null, reason };
}
