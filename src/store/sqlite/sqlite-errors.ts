import { EngramError, type ErrorCode, type Phrase, phrase } from '../../errors.ts';

/** SQLite's primary result codes, as far as they mean something to a user. */
const meanings: Readonly<Record<number, { code: ErrorCode; say: (path: string) => string | Phrase }>> = {
  3: {
    code: 'store_unavailable',
    say: (path) => `No permission to use the database ${path}. Check its owner and mode.`,
  },
  5: {
    code: 'store_busy',
    say: (path) => `The database ${path} is kept busy by another process. Try again.`,
  },
  6: { code: 'store_busy', say: (path) => `The database ${path} is locked by another process. Try again.` },
  8: {
    code: 'store_read_only',
    say: (path) =>
      phrase`The database ${path} cannot be written. Make the file and its folder writable, or choose another with ${{ setting: 'db' }}.`,
  },
  10: {
    code: 'store_unavailable',
    say: (path) => `The disk failed while using the database ${path}. Check the disk.`,
  },
  11: {
    code: 'store_corrupt',
    say: (path) =>
      phrase`The database ${path} is damaged or cut short; nothing was changed. Restore it from a copy, or start a new one with ${{ setting: 'db' }}.`,
  },
  13: {
    code: 'store_full',
    say: (path) =>
      `No space left for the database ${path}. Free some space and try again; what was stored is safe.`,
  },
  14: {
    code: 'store_unavailable',
    say: (path) => `The database ${path} cannot be opened. Check that its folder exists and is writable.`,
  },
  26: {
    code: 'store_corrupt',
    say: (path) =>
      phrase`${path} is not an Engram database, and was not changed. Choose another file with ${{ setting: 'db' }}.`,
  },
};

/**
 * SQLite's own words for those codes. The packaged driver leaves the code out of errors that come while rows
 * are read; without these, a busy database would not be waited for and a damaged one not be named.
 */
const words: ReadonlyArray<readonly [RegExp, number]> = [
  [/^access permission denied/, 3],
  [/^database is locked/, 5],
  [/^database (?:schema|table) is locked/, 6],
  [/^attempt to write a readonly database/, 8],
  [/^disk I\/O error/, 10],
  [/^database disk image is malformed|^fts5: corrupt/, 11],
  [/^database or disk is full/, 13],
  [/^unable to open database file/, 14],
  [/^file is not a database/, 26],
];

/** The primary code of a SQLite error, or undefined when it is some other error. */
function sqliteCode(error: unknown): number | undefined {
  const { errcode, code, message } = (error ?? {}) as Record<string, unknown>;
  if (typeof errcode === 'number') return errcode & 0xff;
  if (code !== 'ERR_SQLITE_ERROR' || typeof message !== 'string') return undefined;
  return words.find(([pattern]) => pattern.test(message))?.[1];
}

export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 5 || code === 6;
}

/** The one place where SQLite's errors become ours. */
export function fromSqliteError(error: unknown, path: string): EngramError {
  if (EngramError.is(error)) return error;
  const code = sqliteCode(error);
  const meaning = code === undefined ? undefined : meanings[code];
  const message = error instanceof Error ? error.message : String(error);
  if (meaning === undefined) {
    return new EngramError('internal', `SQLite refused a statement: ${message}`, {
      details: { path },
      cause: error,
    });
  }
  return new EngramError(meaning.code, meaning.say(path), {
    details: { path, sqlite: message },
    cause: error,
  });
}
