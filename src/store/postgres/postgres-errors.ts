import { EngramError, type ErrorCode, type Phrase, phrase } from '../../errors.ts';

interface ErrorMeaning {
  readonly code: ErrorCode;
  say(database: string): string | Phrase;
}

const unreachable: ErrorMeaning = {
  code: 'store_unavailable',
  say: (database) =>
    `The PostgreSQL server of ${database} does not answer. Check that it runs, and the host and port in the URL.`,
};
const refusedUser: ErrorMeaning = {
  code: 'store_unavailable',
  say: (database) =>
    `The PostgreSQL server refused the user or the password of ${database}. Check both in the URL, or PGPASSWORD.`,
};
const untrusted: ErrorMeaning = {
  code: 'store_unavailable',
  say: (database) =>
    `The PostgreSQL server of ${database} cannot be trusted or does not encrypt. Add its certificate with sslrootcert=FILE, or choose another sslmode.`,
};
const damaged: ErrorMeaning = {
  code: 'store_corrupt',
  say: (database) =>
    phrase`The PostgreSQL database ${database} is damaged or lacks tables of Engram. Restore it from a copy, or use another with ${{ setting: 'db' }}.`,
};
const failing: ErrorMeaning = {
  code: 'store_unavailable',
  say: (database) =>
    `The PostgreSQL server of ${database} failed for want of memory or disk. Look into its log.`,
};
const slow: ErrorMeaning = {
  code: 'store_busy',
  say: (database) =>
    `The PostgreSQL database ${database} took too long to answer. Try again, or allow more with statement_timeout=MILLISECONDS in the URL.`,
};
const crowded: ErrorMeaning = {
  code: 'store_busy',
  say: (database) =>
    `No connection to ${database} was free. Try again, raise max_connections of the server or pool_max in the URL.`,
};
const contended: ErrorMeaning = {
  code: 'store_busy',
  say: (database) => `Others kept writing the same records of ${database}. Try again.`,
};

/** SQLSTATE codes, or the first two characters of a whole class, that mean something to a user. */
const meanings: Readonly<Record<string, ErrorMeaning>> = {
  '08': unreachable,
  '25006': {
    code: 'store_read_only',
    say: (database) =>
      `The PostgreSQL database ${database} may only be read. Name the primary server or a user who may write.`,
  },
  '25P03': unreachable,
  '28': refusedUser,
  '3D000': {
    code: 'store_unavailable',
    say: (database) =>
      `There is no such database on the PostgreSQL server: ${database}. Create it with "createdb", or correct the URL.`,
  },
  '40': contended,
  '42501': {
    code: 'store_unavailable',
    say: (database) =>
      `The user of ${database} has not the right to do this. Grant it, or give Engram a schema of its own with schema=engram in the URL.`,
  },
  '42P01': damaged,
  '42703': damaged,
  '53100': {
    code: 'store_full',
    say: (database) =>
      `No space left on the PostgreSQL server of ${database}. Free some space and try again; what was stored is safe.`,
  },
  '53200': failing,
  '53300': crowded,
  '53400': crowded,
  '54': {
    code: 'too_large',
    say: (database) => `A record is larger than the PostgreSQL database ${database} can keep.`,
  },
  '55P03': contended,
  '57014': slow,
  '57P': unreachable,
  '58': failing,
  XX001: damaged,
  XX002: damaged,
};

/** The codes of Node for a server that is not there or no longer there. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EACCES',
]);

/** What the package says in words only. */
const words: ReadonlyArray<readonly [RegExp, ErrorMeaning]> = [
  [/^timeout exceeded when trying to connect/, crowded],
  [
    /^Connection terminated|^timeout expired|connection error and is not queryable|^Query read timeout/,
    unreachable,
  ],
  [/password must be a string|^SASL|scram/i, refusedUser],
  [/does not support SSL|certificate/i, untrusted],
];

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

function meaningOf(error: unknown): ErrorMeaning | undefined {
  const code = codeOf(error);
  // A file that the URL names for the encryption, and not the server, cannot be opened.
  if ((error as { syscall?: unknown } | undefined)?.syscall === 'open') return untrusted;
  if (networkCodes.has(code)) return unreachable;
  if (/CERT|_SSL_|_TLS_|SIGNATURE/.test(code)) return untrusted;
  const known = meanings[code] ?? meanings[code.slice(0, 3)] ?? meanings[code.slice(0, 2)];
  if (known !== undefined) return known;
  return words.find(([pattern]) => pattern.test(messageOf(error)))?.[1];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The connection is gone, or was never there: what was not committed on it did not happen. */
export function isLost(error: unknown): boolean {
  return meaningOf(error) === unreachable || isOutdated(error);
}

/** A table changed since the connection parsed the statement. A new connection parses it anew. */
function isOutdated(error: unknown): boolean {
  return codeOf(error) === '0A000' && /cached plan/.test(messageOf(error));
}

/** The server is there and will soon have room: it starts, or has no connection to give. */
export function isNotReady(error: unknown): boolean {
  return codeOf(error) === '57P03' || meaningOf(error) === crowded;
}

/** Two transactions were in each other's way and this one was undone. */
export function isContended(error: unknown): boolean {
  return meaningOf(error) === contended;
}

/** A key was violated: by the statement itself, or by what another transaction did between two of its looks. */
export function isViolation(error: unknown): boolean {
  return codeOf(error).startsWith('23');
}

/** The one place where PostgreSQL's errors become ours. `database` is its URL as it may be shown. */
export function fromPostgresError(error: unknown, database: string): EngramError {
  if (EngramError.is(error)) return error;
  const meaning = meaningOf(error);
  const message = messageOf(error);
  if (meaning === undefined) {
    return new EngramError('internal', `PostgreSQL refused a statement: ${message}`, {
      details: { url: database },
      cause: error,
    });
  }
  return new EngramError(meaning.code, meaning.say(database), {
    details: { url: database, postgres: message },
    cause: error,
  });
}
