/** A foreign text for one of our sentences: on one line, cut, without control and format characters. */
export function oneLine(text: string, longest: number): string {
  // Cut before it is cleaned: an error of megabytes must not be walked for a hundred characters.
  const clean = text
    .slice(0, longest * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return (clean.length <= longest ? clean : `${clean.slice(0, longest - 1).trimEnd()}…`).toWellFormed();
}
