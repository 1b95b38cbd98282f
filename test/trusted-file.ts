import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { canonicalPath, digestOf, writeTrust } from '../src/config/trust.ts';

/** Writes a configuration file that the user of each of these homes trusts as it is. */
export function writeTrusted(path: string, content: string, ...homes: readonly string[]): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  for (const home of homes) writeTrust(home, canonicalPath(path), digestOf(readFileSync(path, 'utf8')));
  return path;
}
