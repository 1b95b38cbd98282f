/**
 * Every way Engram can refuse, with what each shell answers. Adding a code without an exit code and an HTTP
 * status does not compile.
 */
const answers = {
  invalid_input: { exitCode: 2, httpStatus: 400 },
  too_large: { exitCode: 2, httpStatus: 413 },
  wrong_method: { exitCode: 2, httpStatus: 405 },
  wrong_content_type: { exitCode: 2, httpStatus: 415 },
  unauthorized: { exitCode: 8, httpStatus: 401 },
  forbidden: { exitCode: 8, httpStatus: 403 },
  timeout: { exitCode: 5, httpStatus: 408 },
  config_invalid: { exitCode: 2, httpStatus: 500 },
  not_found: { exitCode: 3, httpStatus: 404 },
  conflict: { exitCode: 4, httpStatus: 409 },
  ambiguous: { exitCode: 4, httpStatus: 409 },
  store_busy: { exitCode: 5, httpStatus: 503 },
  store_unavailable: { exitCode: 5, httpStatus: 503 },
  store_read_only: { exitCode: 5, httpStatus: 503 },
  store_full: { exitCode: 5, httpStatus: 507 },
  store_corrupt: { exitCode: 5, httpStatus: 500 },
  store_newer: { exitCode: 5, httpStatus: 500 },
  tool_missing: { exitCode: 6, httpStatus: 422 },
  not_replayable: { exitCode: 6, httpStatus: 422 },
  /** A check stands before the call. */
  blocked: { exitCode: 6, httpStatus: 422 },
  unsupported: { exitCode: 7, httpStatus: 501 },
  internal: { exitCode: 1, httpStatus: 500 },
} as const;

/** The closed set of error codes. Scripts match on these; they do not change. */
export type ErrorCode = keyof typeof answers;

const marker = Symbol.for('engram.error');

interface EngramErrorOptions {
  /** Facts about the failure for programs: the field, the path, the id. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * The one error Engram throws. `message` says what happened and what to do next; `code` is for programs.
 *
 * @example
 * try {
 *   await engram.memories.get('mem_unknown');
 * } catch (error) {
 *   if (EngramError.is(error) && error.code === 'not_found') createIt();
 * }
 */
export class EngramError extends Error {
  override readonly name = 'EngramError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly [marker] = true;

  constructor(code: ErrorCode, message: string, options: EngramErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
  }

  /** Recognises an Engram error even when two copies of the package are loaded. */
  static is(error: unknown): error is EngramError {
    return error instanceof Error && marker in error;
  }

  /** The process exit code the CLI ends with for this error. */
  get exitCode(): number {
    return answers[this.code].exitCode;
  }

  /** The status an HTTP door answers with for this error. */
  get httpStatus(): number {
    return answers[this.code].httpStatus;
  }
}

/**
 * The single funnel for foreign throws: an Engram error passes through, anything else becomes `internal`.
 *
 * @example
 * catch (error) { report(toEngramError(error)); }
 */
export function toEngramError(error: unknown): EngramError {
  if (EngramError.is(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new EngramError('internal', `Unexpected failure: ${message}`, { cause: error });
}

/** A record that is not there, or that this viewer may not see: the two are never told apart. */
export function notFound(what: string, id: string): EngramError {
  const list = lists[what] ?? `${what} list`;
  return new EngramError('not_found', `No ${what} "${id}" here. List what there is with "engram ${list}".`, {
    details: { what, id },
  });
}

/** Commands that list what is not called by its own name. */
const lists: Readonly<Record<string, string>> = {
  pattern: 'learning patterns',
  check: 'prevention list',
  solution: 'learning solutions --error MESSAGE',
  version: 'template versions NAME',
  'session template': 'session-templates list',
  experiment: 'session-templates experiments',
};
