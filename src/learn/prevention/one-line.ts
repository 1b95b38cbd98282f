/**
 * Words of strangers inside our own sentences: one line, bounded, without what could pass for something else.
 *
 * @example oneLine('npm ERR!\n  network timeout', 100); // 'npm ERR! network timeout'
 */
export function oneLine(text: string, longest: number): string {
  // Cut before it is cleaned: an error of megabytes must not be walked for a hundred characters.
  const clean = text
    .slice(0, longest * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return (clean.length <= longest ? clean : `${clean.slice(0, longest - 1).trimEnd()}…`).toWellFormed();
}
