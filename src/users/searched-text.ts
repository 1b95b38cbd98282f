import type { UserEntry } from '../records/user-entry.ts';

/** All that an entry says, as one text. Names of members are words too: `{"theme":"dark"}` is about a theme. */
export function searchedText({ key, value, metadata }: UserEntry): string {
  const words = (part: unknown): string =>
    JSON.stringify(part)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return [key.replace(/[_.:/-]+/g, ' '), words(value), words(metadata)].filter(Boolean).join('\n');
}
