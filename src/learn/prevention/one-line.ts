import { inert } from '../../text/inert/inert.ts';

/** A foreign text for one of our sentences, which agents read: on one line, cut, inert. */
export function oneLine(text: string, longest: number): string {
  // Cut before it is cleaned: an error of megabytes must not be walked for a hundred characters.
  const line = text
    .slice(0, longest * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const clean = inert(line);
  return (clean.length <= longest ? clean : `${clean.slice(0, longest - 1).trimEnd()}…`).toWellFormed();
}
