import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EngramError } from '../errors.ts';

/**
 * What the user trusts: the path of a file with the digest of its content, a database with what tells it from others. It is kept
 * in the user's folder.
 *
 * @throws EngramError `config_invalid` when the list cannot be read.
 */
export function readTrust(home: string): Readonly<Record<string, string>> {
  const path = join(home, '.engram', 'trusted.json');
  if (!existsSync(path)) return {};
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch (cause) {
    const problem = `${path} is damaged. Delete it, and trust what you need again.`;
    throw new EngramError('config_invalid', problem, { details: { path }, cause });
  }
}

/** Adds a place to the list, or takes it off when there is no mark. Answers whether it was on it. */
export function writeTrust(home: string, place: string, mark?: string): boolean {
  const { [place]: before, ...others } = readTrust(home);
  const path = join(home, '.engram', 'trusted.json');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const list = mark === undefined ? others : { ...others, [place]: mark };
  // In one step: another process reads either list, and never half of one.
  writeFileSync(`${path}.new`, `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return before !== undefined;
}

/** The mark of a file that the user was asked about, and does not trust. */
export const refused = (digest: string): string => `refused ${digest}`;

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
