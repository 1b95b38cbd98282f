import { EngramError, type Json } from '../../src/index.ts';

/** A way in which a tool fails although it has already done its work. */
export interface LateError {
  readonly kind: string;
  /** Throws or answers, as the tool does once it has acted. */
  readonly fail: () => unknown;
  /** Whether the tool returned, so that it is known to have acted. Else nobody can tell. */
  readonly hasReturned?: true;
}

function throwing(thrown: unknown): () => never {
  return () => {
    throw thrown;
  };
}

const systemError = (code: string, message: string) => throwing(Object.assign(new Error(message), { code }));
const httpError = (status: number, message: string) =>
  throwing(Object.assign(new Error(`Request failed with status ${status}: ${message}`), { status }));
const grpcError = (code: number, name: string) =>
  throwing(Object.assign(new Error(`${code} ${name}: the connection was dropped`), { code, details: name }));
const answering = (answer: Json | undefined) => () => answer;

function circle(): unknown {
  const answer: { sent: boolean; self?: unknown } = { sent: true };
  answer.self = answer;
  return answer;
}

const errorPage =
  '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>';

/** The limits that a test must set for the first and the last of them. */
export const lateErrorLimits = { timeoutMs: 150, maxResultBytes: 10_000 } as const;

export const lateErrors: readonly LateError[] = [
  { kind: 'a call that never answers', fail: () => new Promise(() => {}) },
  { kind: 'ECONNRESET', fail: systemError('ECONNRESET', 'read ECONNRESET') },
  { kind: 'socket hang up', fail: throwing(new Error('socket hang up')) },
  { kind: 'EPIPE', fail: systemError('EPIPE', 'write EPIPE') },
  { kind: 'ETIMEDOUT', fail: systemError('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443') },
  { kind: 'a thrown 500', fail: httpError(500, 'Internal Server Error') },
  { kind: 'a thrown 502', fail: httpError(502, 'Bad Gateway') },
  { kind: 'a thrown 503', fail: httpError(503, 'Service Unavailable') },
  { kind: 'a thrown 504', fail: httpError(504, 'Gateway Timeout') },
  {
    kind: 'an aborted fetch',
    fail: throwing(new DOMException('This operation was aborted', 'AbortError')),
  },
  { kind: 'an answer cut short', fail: () => JSON.parse('{"sent": tr') },
  { kind: 'gRPC UNAVAILABLE', fail: grpcError(14, 'UNAVAILABLE') },
  { kind: 'gRPC DEADLINE_EXCEEDED', fail: grpcError(4, 'DEADLINE_EXCEEDED') },
  { kind: 'gRPC UNKNOWN', fail: grpcError(2, 'UNKNOWN') },
  { kind: 'a thrown text', fail: throwing('connection lost') },
  { kind: 'a thrown undefined', fail: throwing(undefined) },
  {
    kind: 'an error of our own that blames the input',
    fail: throwing(new EngramError('invalid_input', 'The answer could not be read.')),
  },
  {
    kind: 'a result that MCP marks as an error',
    fail: answering({ isError: true, content: [{ type: 'text', text: 'upstream timed out' }] }),
  },
  { kind: 'an error page as text', fail: answering(errorPage) },
  { kind: 'a failed status inside a success', fail: answering({ status: 'failed', id: 'W2' }) },
  { kind: 'an error inside a success', fail: answering({ error: 'upstream timed out' }) },
  { kind: 'no result', fail: answering(undefined), hasReturned: true },
  { kind: 'a result that is too large', fail: () => ({ sent: 'x'.repeat(20_000) }), hasReturned: true },
  { kind: 'a result that refers to itself', fail: circle, hasReturned: true },
];
