import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EngramError } from '../errors.ts';
import { isJsonObject } from '../json/json.ts';

/**
 * What the user trusts, or refused to: the path of a file with the digest of its content, a database with its identity.
 * It lives in the user's folder, which no project can write to without the user's rights.
 */
type Trust = Readonly<Record<string, string>>;

const listIn = (home: string): string => join(home, '.engram', 'trusted.json');
const refusal = 'refused ';

/**
 * What the user has said so far.
 *
 * @throws EngramError `config_invalid` when the list cannot be read.
 */
export function readTrust(home: string): Trust {
  const path = listIn(home);
  if (!existsSync(path)) return {};
  try {
    const list: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isJsonObject(list)) return list as Trust;
  } catch {
    // Said below, in one way.
  }
  const problem = `${path} is damaged: it must hold one JSON object. Delete it, and trust what you need again.`;
  throw new EngramError('config_invalid', problem, { details: { path } });
}

/** Adds a place to the list, or takes it off when there is no mark. Answers whether it was on it. */
export function writeTrust(home: string, place: string, mark?: string, isRefused = false): boolean {
  const { [place]: before, ...others } = readTrust(home);
  const list = mark === undefined ? others : { ...others, [place]: `${isRefused ? refusal : ''}${mark}` };
  const path = listIn(home);
  mkdirSync(join(home, '.engram'), { recursive: true, mode: 0o700 });
  // In one step: another process reads either list, and never half of one.
  writeFileSync(`${path}.new`, `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return before !== undefined;
}

/** Whether the user trusts this place as it is now. */
export function isTrusted(trust: Trust, place: string, mark: string): boolean {
  return Object.hasOwn(trust, place) && trust[place] === mark;
}

/** Whether the user was asked about this place as it is now, and refused. */
export function isRefused(trust: Trust, place: string, mark: string): boolean {
  return isTrusted(trust, place, `${refusal}${mark}`);
}

/**
 * A file by the one name of its folder. A link itself is not followed: what a trusted file names is looked for beside it, so the
 * same file is another one elsewhere.
 */
export function canonicalPath(path: string): string {
  return join(realpathSync(dirname(path)), basename(path));
}

/** What tells one content of a file from every other. */
export function digestOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
