import { type EngramError, invalidInput } from '../../errors.ts';
import { shownUrl } from '../../text/shown-url.ts';

/** Where a PostgreSQL store is, and how to use the server there. */
export interface PostgresLocation {
  /** The URL without the parameters that only Engram knows. It may contain a password. */
  readonly url: string;
  /** The URL as it may be shown. */
  readonly shown: string;
  /** Where the tables are; the first of the connection's search path when there is none. */
  readonly schema: string | null;
  /** The most connections this process opens. */
  readonly poolMax: number;
}

const defaultPoolMax = 10;
const maxPoolMax = 500;

/**
 * Reads a URL of PostgreSQL. Besides what the server knows it may have `schema` and `pool_max`.
 *
 * @example
 * parsePostgresUrl('postgres://ann:secret@host/team?schema=engram&pool_max=4');
 */
export function parsePostgresUrl(url: string): PostgresLocation {
  const hasHost = /^[a-z]+:\/\//i.test(url);
  const shown = hasHost ? shownUrl(url) : 'postgres:…';
  const parsed = parse(hasHost ? url : '', shown);
  const schema = take(parsed, 'schema');
  const poolMax = Number(take(parsed, 'pool_max') ?? defaultPoolMax);
  if (schema !== null && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw invalid(shown, '"schema" must be a name of small letters, digits and "_", such as schema=engram.');
  }
  if (!Number.isInteger(poolMax) || poolMax < 1 || poolMax > maxPoolMax) {
    throw invalid(shown, `"pool_max" must be a number from 1 to ${maxPoolMax}, such as pool_max=10.`);
  }
  // Compiling a query takes longer than any of ours runs.
  addOption(parsed, '-c jit=off');
  if (schema !== null) addOption(parsed, `-c search_path=${schema}`);
  return { url: parsed.href, shown, schema, poolMax };
}

function parse(url: string, shown: string): URL {
  try {
    return new URL(url);
  } catch {
    // Its message and its cause would show the password.
    throw invalid(
      shown,
      'Write postgres://USER:PASSWORD@HOST/DATABASE, with other signs in the password as %40 for "@" and %2F for "/".',
    );
  }
}

function invalid(shown: string, advice: string): EngramError {
  return invalidInput(`The database URL ${shown} cannot be used. ${advice}`, { details: { url: shown } });
}

function take(url: URL, parameter: string): string | null {
  const value = url.searchParams.get(parameter);
  url.searchParams.delete(parameter);
  return value;
}

function addOption(url: URL, option: string): void {
  const given = url.searchParams.get('options');
  url.searchParams.set('options', given === null ? option : `${given} ${option}`);
}
