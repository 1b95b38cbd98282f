import { STATUS_CODES } from 'node:http';
import type { EngramError } from '../../errors.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { httpWording } from './wording.ts';

/** The one form of every refusal, whoever refuses: an operation, a route, or Node's own parser. */
interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

/**
 * What browsers must not do with an answer: guess what it is, keep it, show it inside other pages, load anything for it, hand it to
 * other sites, or tell others its address. Pages say themselves what they may load.
 */
const safetyHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

const safetyEntries = Object.entries(safetyHeaders);

/**
 * Given to an answer as a whole, in a fraction of the time that it takes to set one after the other. A list, and no `Headers`: the
 * `Response` that some frameworks put in place of Node's own would keep that very object, and share it between answers.
 */
const jsonHeaders: [string, string][] = [...safetyEntries, ['Content-Type', 'application/json']];

export function jsonAnswer(value: unknown, status = 200): Response {
  return jsonText(JSON.stringify(value), status);
}

/** The answer for JSON that is written already. */
export function jsonText(text: string, status = 200): Response {
  return new Response(text, { status, headers: jsonHeaders });
}

/** What every answer has. */
export function addCommonHeaders(answer: Response, requestId: string): Response {
  answer.headers.set('X-Request-Id', requestId);
  for (const [name, value] of safetyEntries) {
    if (!answer.headers.has(name)) answer.headers.set(name, value);
  }
  return answer;
}

/** What is unexpected may hold anything, so that its message stays inside. */
function errorBody(error: EngramError, requestId: string | undefined): ErrorBody {
  const { code, details } = error;
  if (code !== 'internal') {
    return { error: withoutSecrets({ code, message: error.messageIn(httpWording), details }) };
  }
  const hint = requestId === undefined ? '' : ` The server reported it as request ${requestId}.`;
  return { error: { code, message: `Something unexpected happened inside Engram.${hint}`, details: {} } };
}

/** A refusal as an answer, with the headers its code asks for. */
export function errorAnswer(error: EngramError, requestId: string): Response {
  const answer = jsonAnswer(errorBody(error, requestId), error.httpStatus);
  if (error.code === 'unauthorized') answer.headers.set('WWW-Authenticate', 'Bearer realm="engram"');
  if (error.httpStatus === 503) answer.headers.set('Retry-After', '1');
  const pause = error.details['retryAfterSeconds'];
  if (error.code === 'rate_limited' && typeof pause === 'number')
    answer.headers.set('Retry-After', String(pause));
  const allowed = error.details['allow'];
  if (error.code === 'wrong_method' && Array.isArray(allowed))
    answer.headers.set('Allow', allowed.join(', '));
  return answer;
}

/** A refusal as the bytes of an answer, for requests that never became one. */
export function rawErrorAnswer(error: EngramError): string {
  const body = JSON.stringify(errorBody(error, undefined));
  return [
    `HTTP/1.1 ${error.httpStatus} ${STATUS_CODES[error.httpStatus] ?? ''}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...safetyEntries.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
